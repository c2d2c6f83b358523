import { OpenFeature, TypedInMemoryProvider, type Provider } from '@openfeature/server-sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { createCohorts, FLAG_DOMAIN, type Cohorts, type CohortsOptions } from '../../src/policy/index.ts'
import { createFlags } from '../../src/policy/flags.ts'
import type { EffectiveRegistry } from '../../src/contract/index.ts'
import { override, sampleRegistry } from './sample-registry.ts'

const user = { tenant_id: 't', user_id: 'u', locale: 'en' }
const overrides = [
  override('quiet', 'searching_offers', { policy: 'suppress' }),
  override('bold', 'visiting_store', { render_key: 'status.visiting_store_bold' }),
  override('bold', 'searching_offers', { policy: 'transform' }),
]

const open: Cohorts[] = []
function cohortsOf(registry: Partial<EffectiveRegistry>, options?: CohortsOptions): Cohorts {
  const cohorts = createCohorts(sampleRegistry(registry), options)
  open.push(cohorts)
  return cohorts
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((cohorts) => cohorts.close()))
  await OpenFeature.clearProviders()
})

/** Answers as told, and counts how often it was asked. */
function countingProvider(answer: (flag: string, context: unknown) => boolean | Promise<boolean>) {
  const asked: { flag: string; context: unknown }[] = []
  const provider: Provider = {
    metadata: { name: 'counting' },
    runsOn: 'server',
    resolveBooleanEvaluation: async (flag, _, context) => {
      asked.push({ flag, context })
      return { value: await answer(flag, context) }
    },
    resolveStringEvaluation: async (_, value) => ({ value }),
    resolveNumberEvaluation: async (_, value) => ({ value }),
    resolveObjectEvaluation: async (_, value) => ({ value }),
  }
  return { provider, asked }
}

/** The instances whose flags OpenFeature holds now. */
function boundDomains(): string[] {
  const names: string[] = []
  for (let n = 1; n <= 50; n++)
    if (OpenFeature.getProvider(`${FLAG_DOMAIN}:${n}`) instanceof TypedInMemoryProvider) names.push(String(n))
  return names
}

describe('cohorts', () => {
  it('FR-4: without overrides there is one cohort, and no flag is asked for', async () => {
    const { provider, asked } = countingProvider(() => true)
    OpenFeature.setProvider(FLAG_DOMAIN, provider)
    const cohorts = cohortsOf({ flags: { ai_assistant_unused: true } })
    const cohort = await cohorts.resolve(user)
    expect(cohort).toMatchObject({ key: '3|r1|', flags: [], arm: 'control', agent_definition_version: '3' })
    expect(cohort.table.get('searching_offers')?.policy).toBe('batch')
    expect(asked).toEqual([])
    expect(boundDomains()).toEqual([])
  })

  it('FR-4: the flags of flags.yaml choose the cohort, and its overrides make the table', async () => {
    const cohorts = cohortsOf({ overrides, flags: { ai_assistant_quiet: true, ai_assistant_bold: false } })
    const cohort = await cohorts.resolve(user)
    expect(cohort).toMatchObject({ flags: ['ai_assistant_quiet'], arm: 'ai_assistant_quiet' })
    expect(cohort.key).toBe('3|r1|ai_assistant_quiet')
    expect(cohort.table.get('searching_offers')?.policy).toBe('suppress')
    expect(cohort.table.get('visiting_store')?.render_key).toBe('status.visiting_store')
  })

  it('FR-4: of several flags that are on, the later override of an event wins', async () => {
    const cohorts = cohortsOf({ overrides, flags: { ai_assistant_quiet: true, ai_assistant_bold: true } })
    const cohort = await cohorts.resolve(user)
    expect(cohort.arm).toBe('ai_assistant_bold+ai_assistant_quiet')
    expect(cohort.table.get('searching_offers')?.policy).toBe('transform')
    expect(cohort.table.get('visiting_store')?.render_key).toBe('status.visiting_store_bold')
  })

  it('FR-4: the request’s own flags come first, and only a real true is on', async () => {
    const cohorts = cohortsOf({ overrides, flags: { ai_assistant_quiet: true } })
    const arm = async (flags: Record<string, boolean>) => (await cohorts.resolve(user, flags)).arm
    expect(await arm({ ai_assistant_bold: true })).toBe('ai_assistant_bold+ai_assistant_quiet')
    expect(await arm({ ai_assistant_quiet: false })).toBe('control')
    expect(await arm({ ai_assistant_quiet: 'yes' as never })).toBe('control')
    expect(await arm({ ai_assistant_other: true })).toBe('ai_assistant_quiet')
    // Inherited is not given.
    expect(await arm(Object.create({ ai_assistant_bold: true }))).toBe('ai_assistant_quiet')
  })

  it('a flag that no override names splits no cohort', async () => {
    const cohorts = cohortsOf({ overrides, flags: { ai_assistant_other: true } })
    const one = await cohorts.resolve(user, { ai_assistant_other: false })
    expect(await cohorts.resolve(user, { ai_assistant_other: true })).toBe(one)
  })

  it('NFR-4: a cohort’s table is made once', async () => {
    const cohorts = cohortsOf({ overrides })
    const [first, second] = [await cohorts.resolve(user), await cohorts.resolve({ ...user, user_id: 'v' })]
    expect(second.table).toBe(first.table)
  })

  it('a program’s provider for the domain is asked, once a turn for each flag that the request does not set', async () => {
    const cohorts = cohortsOf({ overrides, flags: { ai_assistant_quiet: true } })
    const { provider, asked } = countingProvider((flag) => flag === 'ai_assistant_bold')
    OpenFeature.setProvider(FLAG_DOMAIN, provider)
    expect((await cohorts.resolve(user)).arm).toBe('ai_assistant_bold')
    expect(asked.map(({ flag }) => flag)).toEqual(['ai_assistant_bold', 'ai_assistant_quiet'])
    expect(asked[0]?.context).toMatchObject({ ...user, targetingKey: 't/u' })
    await cohorts.resolve(user, { ai_assistant_bold: true })
    expect(asked.map(({ flag }) => flag).slice(2)).toEqual(['ai_assistant_quiet'])
    await cohorts.resolve(user, { ai_assistant_bold: true, ai_assistant_quiet: false })
    expect(asked).toHaveLength(3)
  })

  it('a program’s default provider is not ours to ask', async () => {
    const cohorts = cohortsOf({ overrides, flags: { ai_assistant_quiet: true } })
    const { provider, asked } = countingProvider(() => false)
    OpenFeature.setProvider(provider)
    expect((await cohorts.resolve(user)).arm).toBe('ai_assistant_quiet')
    expect(asked).toEqual([])
  })

  it.each([
    ['throws', () => Promise.reject(new Error('no flags today'))],
    ['never answers', () => new Promise<boolean>(() => {})],
  ])('a provider that %s leaves the flags of flags.yaml', async (_, answer) => {
    const cohorts = cohortsOf({ overrides, flags: { ai_assistant_quiet: true } }, { flag_timeout_ms: 20 })
    OpenFeature.setProvider(FLAG_DOMAIN, countingProvider(answer).provider)
    expect((await cohorts.resolve(user)).arm).toBe('ai_assistant_quiet')
  })

  it('two services in one process have their own flags, also after others have closed', async () => {
    const quiet = cohortsOf({ overrides, flags: { ai_assistant_quiet: true } })
    const bold = cohortsOf({ overrides, flags: { ai_assistant_bold: true } })
    expect((await quiet.resolve(user)).arm).toBe('ai_assistant_quiet')
    await quiet.close()
    await quiet.close()
    const other = cohortsOf({ overrides, flags: { ai_assistant_bold: true, ai_assistant_quiet: false } })
    const neither = cohortsOf({ overrides })
    const arms = await Promise.all([quiet, bold, other, neither].map(async (one) => (await one.resolve(user)).arm))
    expect(arms).toEqual(['ai_assistant_quiet', 'ai_assistant_bold', 'ai_assistant_bold', 'control'])
  })

  it('closing returns the domain, so that OpenFeature does not grow with every start', async () => {
    const before = cohortsOf({ overrides })
    const names = boundDomains()
    await before.close()
    for (let n = 0; n < 10; n++) {
      const cohorts = cohortsOf({ overrides })
      expect(boundDomains()).toEqual(names)
      await cohorts.close()
      expect(boundDomains()).toEqual([])
    }
  })

  it('at most max_cohorts tables are kept, and the least recently used goes', async () => {
    const cohorts = cohortsOf({ overrides }, { max_cohorts: 2 })
    const [quiet, bold] = [{ ai_assistant_quiet: true }, { ai_assistant_bold: true }]
    const control = await cohorts.resolve(user)
    const first = await cohorts.resolve(user, quiet)
    // Used again, so that `quiet` is the one to go.
    expect(await cohorts.resolve(user)).toBe(control)
    await cohorts.resolve(user, bold)
    expect(await cohorts.resolve(user)).toBe(control)
    const again = await cohorts.resolve(user, quiet)
    expect(again).not.toBe(first)
    expect(again).toEqual(first)
  })

  it.each([0, -1, 1.5, Number.NaN])('max_cohorts %s is refused', (max_cohorts) => {
    expect(() => createCohorts(sampleRegistry(), { max_cohorts })).toThrow(/max_cohorts must be a whole number/)
  })
})

it('FR-4: a program’s OpenFeature hook sees the flags of the file too', async () => {
  const seen: string[] = []
  OpenFeature.addHooks({ after: ({ flagKey }) => void seen.push(flagKey) })
  const flags = createFlags({ ai_assistant_brief: true, ai_assistant_other: false })
  try {
    const names = ['ai_assistant_brief', 'ai_assistant_other']
    expect(await flags.on(names, { tenant_id: 't', user_id: 'u', locale: 'en' })).toEqual(['ai_assistant_brief'])
    expect(seen).toEqual(names)
  } finally {
    OpenFeature.clearHooks()
    flags.close()
  }
})
