import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RESERVED_IDS, emissionSchema, problemSchema } from '../../../src/contract/index.ts'
import { editDistance, nearestId } from '../../../registry/scan/nearest-id.ts'
import { ENTRIES, entry, scanFiles, shopWith } from './scan-root.ts'

const emits = (...ids: string[]) =>
  shopWith(`import { emitStatus } from '#kit'\n${ids.map((id) => `emitStatus('${id}')`).join('\n')}`)

describe('AC-5: what is wrong with an id is told clearly', () => {
  it('a typo names the id and the sub-agent, and what was meant', async () => {
    const { problems } = await scanFiles(emits('serching_ofers'))
    expect(problems).toEqual([
      {
        code: 'unregistered',
        file: 'agents/shop/emit.ts',
        line: 2,
        column: 12,
        message: 'The sub-agent shop emits “serching_ofers”, which is not registered.',
        remedy: expect.stringContaining('“searching_offers”') as string,
      },
    ])
  })

  it('an id that is like no other gets the general remedy', async () => {
    const { problems } = await scanFiles(emits('walking_the_dog'))
    expect(problems[0]?.remedy).not.toContain('Did you mean')
    expect(problems[0]?.remedy).toContain('status_events.yaml')
  })

  it('another’s id names its owners', async () => {
    const entries = [entry('shared_id', { emitter_subagents: ['rewards', 'support'] })]
    const { problems } = await scanFiles(emits('shared_id'), entries)
    expect(problems[0]).toMatchObject({
      code: 'not_owner',
      message: expect.stringContaining('rewards, support') as string,
    })
  })

  it('a deprecated id comes with its note', async () => {
    const { problems } = await scanFiles(emits('old_search'))
    expect(problems[0]).toMatchObject({
      code: 'deprecated',
      remedy: expect.stringContaining('Use searching_offers.') as string,
    })
  })

  it('an id that is registered twice is its owner’s', async () => {
    const entries = [entry('twice', { emitter_subagents: ['rewards'] }), entry('twice')]
    expect((await scanFiles(emits('twice'), entries)).emissions).toMatchObject([{ verdict: 'ok' }])
  })

  it('R-6: every reserved id is refused, also when somebody registered it', async () => {
    const ids = [...RESERVED_IDS]
    const { emissions } = await scanFiles(
      emits(...ids),
      ids.map((id) => entry(id)),
    )
    expect(emissions.map(({ id, verdict }) => `${id} ${verdict}`)).toEqual(ids.map((id) => `${id} internal`))
  })

  it('OV-2: all problems come at once, sorted by place, and warnings apart', async () => {
    const { emissions, problems, warnings } = await scanFiles(
      shopWith(`import { emitStatus, getStreamWriter } from '#kit'
export const f = (state) => emitStatus(state.id)
getStreamWriter()('Searching')
emitStatus('typo_one')
emitStatus('looking_up_points')
emitStatus('old_search')
emitStatus('text')
emitStatus('searching_offers')`),
    )
    expect(problems.map(({ code, line }) => `${line} ${code}`)).toEqual([
      '3 prose',
      '4 unregistered',
      '5 not_owner',
      '6 deprecated',
      '7 internal',
    ])
    expect(warnings).toMatchObject([{ line: 2, message: expect.stringContaining('shop') as string }])
    for (const emission of emissions) expect(emissionSchema.strict().parse(emission)).toEqual(emission)
    for (const found of [...problems, ...warnings]) expect(problemSchema.strict().parse(found)).toEqual(found)
  })

  it('the same emission is told once', async () => {
    const { emissions } = await scanFiles(
      shopWith(
        `import { emitStatus } from '#kit'\nfunction go() { emitStatus('searching_offers') }\ngo()\ngo()\nexport { go }`,
      ),
    )
    expect(emissions).toHaveLength(1)
  })
})

describe('AC-5: the id that was meant', () => {
  it.each([
    ['searching_ofers', 'searching_offers'],
    ['seraching_offers', 'searching_offers'],
    ['Searching_offers', 'searching_offers'],
    ['comparing', null],
    ['xx', null],
  ])('%s → %s', (id, meant) => {
    expect(
      nearestId(
        id,
        ENTRIES.map((known) => known.id),
      ),
    ).toBe(meant)
  })

  it('the distance is symmetrical, zero only for equals, and at most the longer length', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '_'), maxLength: 12 })
    fc.assert(
      fc.property(word, word, (a, b) => {
        const distance = editDistance(a, b)
        expect(distance).toBe(editDistance(b, a))
        expect(distance === 0).toBe(a === b)
        expect(distance).toBeLessThanOrEqual(Math.max(a.length, b.length))
        expect(distance).toBeGreaterThanOrEqual(Math.abs(a.length - b.length))
      }),
    )
  })
})
