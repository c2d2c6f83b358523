import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  FRAME_TYPES,
  INTERNAL_EVENT_TYPES,
  POLICIES,
  RESERVED_IDS,
  type PolicyOverride,
  type TrustedEvent,
} from '../../src/contract/index.ts'
import { ALWAYS_SENT, FRAME_PAIRS } from '../../src/policy/index.ts'
import { entry, override, sampleRegistry } from './sample-registry.ts'
import { harness, tableOf } from './stage-harness.ts'

const registry = sampleRegistry()
const policies = (overrides: PolicyOverride[], ...ids: string[]) =>
  ids.map((id) => tableOf(registry, overrides).get(id)?.policy)

/** Every name there is, and some that there is not. */
const anyEventId = fc.constantFrom(
  ...FRAME_TYPES,
  ...INTERNAL_EVENT_TYPES,
  ...registry.entries.map(({ id }) => id),
  'eof',
  'no_such_id',
  '__proto__',
  'constructor',
)
const anyOverrides = fc.array(
  fc.record(
    {
      flag: fc.constantFrom('ai_assistant_a', 'ai_assistant_b'),
      event_id: anyEventId,
      policy: fc.constantFrom(...POLICIES),
      render_key: fc.constantFrom('status.searching_offers', 'status.none'),
    },
    { requiredKeys: ['flag', 'event_id'] },
  ),
  { maxLength: 40 },
)

describe('the table', () => {
  it('FR-4: has one decision for each status id and each frame type, and no more', () => {
    const expected = [...FRAME_TYPES.filter((type) => type !== 'status'), ...registry.entries.map(({ id }) => id)]
    expect([...tableOf(registry).keys()].sort()).toEqual(expected.sort())
  })

  it('FR-4: a status decision is what its entry says', () => {
    const table = tableOf(
      sampleRegistry({
        entries: [
          entry({
            id: 'whole_entry',
            default_policy: 'batch',
            default_render_key: 'status.words',
            batch_group: 'group',
            min_interval_ms: 250,
            emitter_subagents: ['shop', 'rewards'],
            vertical: 'rewards',
            lifecycle: 'deprecated',
          }),
        ],
      }),
    )
    expect(table.get('whole_entry')).toEqual({
      policy: 'batch',
      kind: 'status',
      render_key: 'status.words',
      batch_group: 'group',
      min_interval_ms: 250,
      owners: new Set(['shop', 'rewards']),
      deprecated: true,
      vertical: 'rewards',
    })
  })

  it('FR-4: an override changes the policy or the render key of its event, and a later one wins', () => {
    const overrides = [
      override('a', 'visiting_store', { policy: 'suppress' }),
      override('b', 'visiting_store', { policy: 'forward' }),
      override('a', 'visiting_store', { render_key: 'status.visiting_store_bold' }),
    ]
    expect(tableOf(registry, overrides).get('visiting_store')).toMatchObject({
      policy: 'forward',
      render_key: 'status.visiting_store_bold',
    })
    expect(policies(overrides, 'searching_offers')).toEqual(['batch'])
  })

  it.each(FRAME_PAIRS)('a suppressed %s suppresses %s, and the other way round', (first, second) => {
    expect(policies([override('a', first, { policy: 'suppress' })], first, second)).toEqual(['suppress', 'suppress'])
    expect(policies([override('a', second, { policy: 'suppress' })], first, second)).toEqual(['suppress', 'suppress'])
    expect(policies([], first, second)).toEqual(['forward', 'forward'])
  })

  it('a later override brings a suppressed frame back', () => {
    const overrides = [
      override('a', 'thinking', { policy: 'suppress' }),
      override('b', 'thinking', { policy: 'forward' }),
    ]
    expect(policies(overrides, 'thinking')).toEqual(['forward'])
    expect(policies(overrides.toReversed(), 'thinking')).toEqual(['suppress'])
  })

  it('a frame is neither transformed nor batched: such an override changes nothing', () => {
    const overrides = [
      override('a', 'data_loaded', { policy: 'batch', render_key: 'status.searching_offers' }),
      override('a', 'component', { policy: 'transform' }),
    ]
    expect(tableOf(registry, overrides)).toEqual(tableOf(registry))
  })

  it('R-6: an entry under a reserved name is not taken', () => {
    const entries = [...RESERVED_IDS].map((id) => entry({ id, default_policy: 'forward' }))
    expect(tableOf(sampleRegistry({ entries }))).toEqual(tableOf(sampleRegistry({ entries: [] })))
  })

  it('R-6: whatever the overrides, the table gains no name and no internal type', () => {
    const names = [...tableOf(registry).keys()]
    fc.assert(
      fc.property(anyOverrides, (overrides) => {
        const table = tableOf(registry, overrides)
        expect([...table.keys()]).toEqual(names)
        for (const type of INTERNAL_EVENT_TYPES) expect(table.has(type)).toBe(false)
        for (const type of ALWAYS_SENT) expect(table.get(type)?.policy).toBe('forward')
        for (const [first, second] of FRAME_PAIRS) expect(table.get(first)).toBe(table.get(second))
      }),
    )
  })

  it('R-6: whatever the overrides, nothing of an internal event reaches a frame', () => {
    const tool_call = { id: 'call_1', name: 'search', type: 'ccs' as const }
    const secret = 'SECRET'
    const events: TrustedEvent[] = [
      { event_type: 'support_content', content: secret },
      { event_type: 'tool_result', tool_call, arguments: secret, result: secret, is_error: false, duration_ms: 1 },
      { event_type: 'tool_call_start', tool_call, data: { dropped: secret } as never },
      { event_type: 'tool_call_end', tool_call, data: { dropped: secret } as never },
      { event_type: 'status', data: { event_id: 'x', message: secret } } as never,
      { event_type: 'eof', message: secret } as never,
      { event_type: 'no_such_type', message: secret } as never,
    ]
    fc.assert(
      fc.property(anyOverrides, fc.array(fc.constantFrom(...events), { maxLength: 20 }), (overrides, written) => {
        const { stage, frames } = harness({ table: tableOf(registry, overrides) })
        for (const event of written) {
          stage.frame(event)
          // By the sub-agents' way in, as well.
          stage.status(event as never, 'shop')
          stage.status(event as never, null)
        }
        stage.flush()
        expect(JSON.stringify(frames)).not.toContain(secret)
        for (const { event_type } of frames) expect(['tool_call', 'tool_completed']).toContain(event_type)
      }),
    )
  })

  it('R-6: a table that forwards an internal type is not believed', () => {
    const forward = tableOf(registry).get('text')!
    const table = new Map([
      ...tableOf(registry),
      ...['support_content', 'tool_result', 'status'].map((type) => [type, forward] as const),
    ])
    const { stage, frames } = harness({ table })
    stage.frame({ event_type: 'support_content', content: 'x' })
    stage.frame({ event_type: 'status', data: { event_id: 'x' } } as never)
    expect(frames).toEqual([])
  })

  it('FR-4: a decision is the same whichever of its owners emits', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...POLICIES),
        fc.uniqueArray(fc.stringMatching(/^[a-z]{3,8}$/), { minLength: 2, maxLength: 5 }),
        fc.constantFrom('platform', 'shop'),
        (default_policy, owners, vertical) => {
          const entries = [entry({ id: 'searching_offers', default_policy, emitter_subagents: owners, vertical })]
          const table = tableOf(sampleRegistry({ entries }))
          const sent = owners.map((owner) => {
            const { stage, frames, seen } = harness({ table })
            stage.status({ event_type: 'searching_offers', place: 'here' }, owner)
            stage.flush()
            return { frames, seen: seen.map((line) => line.replace(` ${owner}`, '')) }
          })
          for (const one of sent) expect(one).toEqual(sent[0])
        },
      ),
    )
  })
})
