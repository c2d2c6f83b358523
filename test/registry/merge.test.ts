import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { registryEntrySchema } from '../../src/contract/index.ts'
import { loadRegistry } from '../../registry/load.ts'
import { mergeRegistry } from '../../registry/merge.ts'
import { ENGLISH, entry, EVENTS, FIXTURES, makeRoot, words } from './make-root.ts'

const sound = async () => (await loadRegistry(path.join(FIXTURES, 'sound'))).registry!
const version = async (files: Record<string, string>) => (await loadRegistry(makeRoot(files))).registry?.version

describe('the effective registry', () => {
  it('FR-11: holds the entries of all fragments by id, each with its owner, its place and its languages', async () => {
    const { entries, verticals, agent_definition } = await sound()
    expect(
      entries.map(({ id, vertical, place, locales }) => [id, vertical, `${place.line}:${place.column}`, locales]),
    ).toEqual([
      ['comparing_prices', 'shop', '7:7', ['en']],
      ['looking_up_points_balance', 'rewards', '1:7', ['en']],
      ['searching_offers', 'shop', '1:7', ['en', 'es']],
      ['thinking_it_over', 'platform', '1:7', ['en']],
    ])
    expect(verticals).toEqual(['rewards', 'shop'])
    expect(agent_definition).toEqual({ id: 'test-agent', version: '2.1' })
    for (const each of entries) expect(registryEntrySchema.parse(each)).toEqual(each)
  })

  it('holds words, overrides and flags', async () => {
    const { locales, overrides, flags } = await sound()
    expect(locales['es']).toEqual({
      'status.searching_offers': { message: 'Buscando ofertas…', short: 'buscando ofertas' },
    })
    expect(overrides).toContainEqual({
      flag: 'ai_assistant_hard_thinking',
      event_id: 'thinking_it_over',
      render_key: 'status.thinking_hard',
    })
    expect(flags).toEqual({ ai_assistant_hard_thinking: false, ai_assistant_quiet_tools: true })
  })

  it('has a default agent definition where platform/ has none', async () => {
    const { registry } = await loadRegistry(makeRoot({ [EVENTS]: '' }))
    expect(registry?.agent_definition).toEqual({ id: 'onevoice', version: '1.0' })
  })

  it('has its entries and verticals in order, however they come, and leaves what it was given alone', async () => {
    const { version: before, ...given } = structuredClone(await sound())
    const entries = given.entries.toReversed()
    const merged = mergeRegistry({ ...given, entries, verticals: ['shop', 'rewards'] })
    expect(merged).toEqual(await sound())
    expect(merged.version).toBe(before)
    expect(Object.isFrozen(entries[0])).toBe(false)
  })

  it('is frozen to the bottom', async () => {
    const registry = await sound()
    const thawed: string[] = []
    const look = (value: unknown, at: string): void => {
      if (typeof value !== 'object' || value === null) return
      if (!Object.isFrozen(value)) thawed.push(at)
      for (const [name, each] of Object.entries(value)) look(each, `${at}.${name}`)
    }
    look(registry, 'registry')
    expect(thawed).toEqual([])
    expect(() => (registry.entries[0]!.emitter_subagents as string[]).push('toys')).toThrow(TypeError)
  })

  it('AC-10: a new id in a fragment is in the effective registry at the next start', async () => {
    const root = makeRoot({ [EVENTS]: entry(), [ENGLISH]: words('status.searching_offers', 'status.new') })
    const before = (await loadRegistry(root)).registry!
    appendFileSync(path.join(root, EVENTS), entry({ id: 'new_moment', default_render_key: 'status.new' }))
    const after = (await loadRegistry(root)).registry!
    expect(before.entries.map(({ id }) => id)).toEqual(['searching_offers'])
    expect(after.entries.map(({ id }) => id)).toEqual(['new_moment', 'searching_offers'])
    expect(after.version).not.toBe(before.version)
  })
})

describe('its version', () => {
  const files = { [EVENTS]: entry() + entry({ id: 'other_id' }), [ENGLISH]: words('status.searching_offers', 'more') }

  it('is short, and the same for the same content', async () => {
    expect(await version(files)).toMatch(/^[0-9a-f]{12}$/)
    expect(await version(files)).toBe(await version(files))
  })

  it.each<[string, Record<string, string>]>([
    ['a comment and an empty line', { [EVENTS]: `# Why\n\n${files[EVENTS]}` }],
    ['another order of entries', { [EVENTS]: entry({ id: 'other_id' }) + entry() }],
    ['another order of words', { [ENGLISH]: words('more', 'status.searching_offers') }],
  ])('does not change with %s', async (_what, changed) => {
    expect(await version({ ...files, ...changed })).toBe(await version(files))
  })

  it.each<[string, Record<string, string>]>([
    ['a policy', { [EVENTS]: entry({ default_policy: 'suppress' }) + entry({ id: 'other_id' }) }],
    ['a word', { [ENGLISH]: files[ENGLISH]!.replace('Working', 'Looking') }],
    ['a flag', { 'platform/flags.yaml': 'ai_assistant_a: true\n' }],
    ['the agent definition', { 'platform/agent_definition.yaml': 'id: onevoice\nversion: "1.1"\n' }],
  ])('changes with %s', async (_what, changed) => {
    expect(await version({ ...files, ...changed })).not.toBe(await version(files))
  })
})
