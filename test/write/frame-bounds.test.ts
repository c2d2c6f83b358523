import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  BOUNDS,
  DROPPED,
  FRAME_SCHEMAS,
  TRUSTED_EVENT_SCHEMAS,
  type FramePayload,
  type TrustedEvent,
} from '../../src/contract/index.ts'
import { boundTrustedEvent, createWriter } from '../../src/write/index.ts'
import { harness } from '../policy/stage-harness.ts'
import { sampleRegistry } from '../policy/sample-registry.ts'
import { anyEvent, anyFields, TRUSTED_TYPES } from './any-event.ts'

const ENVELOPE = { version: '0.5', timestamp: '2026-05-15T18:00:00.300Z', response_id: `resp_${'0'.repeat(24)}` }
const size = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

function expectSound(frame: FramePayload): void {
  const whole = { ...ENVELOPE, ...frame }
  expect(size(whole)).toBeLessThanOrEqual(BOUNDS.frame)
  const { error } = FRAME_SCHEMAS[frame.event_type].safeParse(whole)
  expect(error?.issues).toBeUndefined()
}

describe('NFR-7: a frame stays within 256 KB', () => {
  it.each(TRUSTED_TYPES)('whatever %s the kit or the orchestrator writes', (type) => {
    fc.assert(
      fc.property(anyEvent(type), (event) => {
        const bounded = boundTrustedEvent(event)
        for (const one of bounded) expect(TRUSTED_EVENT_SCHEMAS[type].safeParse(one).success).toBe(true)
        const { stage, frames } = harness()
        for (const one of bounded) stage.frame(one)
        for (const frame of frames) expectSound(frame)
      }),
      { numRuns: 60 },
    )
  })

  it.each(['progress_made', 'visiting_store', 'searching_offers'])('whatever fields a %s has', (event_type) => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        const { stage, frames } = harness()
        const write = createWriter({ status: (event) => stage.status(event, 'shop'), refused: () => expect.fail() })
        write({ ...fields, event_type })
        stage.flush()
        for (const frame of frames) {
          expectSound(frame)
          if (frame.event_type !== 'status') throw new Error('another frame')
          expect(size(frame.data)).toBeLessThanOrEqual(BOUNDS.data)
        }
        // Words that need a store are not said where it was dropped.
        expect(frames.length).toBeGreaterThanOrEqual(event_type === 'visiting_store' ? 0 : 1)
      }),
      { numRuns: 60 },
    )
  })
})

describe('EV-1: words that the policy makes are bounded like a message', () => {
  const locales = {
    en: {
      'status.visiting_store': { message: '€'.repeat(3_000) },
      'status.searching_offers': { message: 'Searching', short: 'é'.repeat(1_500) },
      'status.matching_receipt': { message: 'Matching', short: '😀'.repeat(800) },
    },
  }
  const registry = sampleRegistry({ locales })

  it('one status', () => {
    const { stage, frames } = harness({ registry })
    stage.status({ event_type: 'visiting_store' }, 'shop')
    const cut = `${'€'.repeat(Math.floor((4_096 - 14) / 3))}…(truncated)`
    expect(frames).toEqual([{ event_type: 'status', data: { event_id: 'visiting_store', message: cut } }])
  })

  it('several in one', () => {
    const { stage, frames } = harness({ registry })
    stage.status({ event_type: 'searching_offers' }, 'shop')
    stage.status({ event_type: 'matching_receipt' }, 'shop')
    stage.flush()
    const [frame] = frames as [FramePayload<'status'>]
    expect(frame.data.event_ids).toEqual(['searching_offers', 'matching_receipt'])
    expect(frame.data.message?.endsWith('…(truncated)')).toBe(true)
    expect(Buffer.byteLength(frame.data.message ?? '')).toBeLessThanOrEqual(4_096)
  })
})

describe('what does not fit is left out, and counted', () => {
  const load = (items: Record<string, unknown>[], ids = [{ id: 'o0' }]): TrustedEvent => ({
    event_type: 'data_loaded',
    data: { id: 'offer_list_1', type: 'offer_list', key: { ids }, items },
  })
  const bounded = (event: TrustedEvent) => {
    const [one] = boundTrustedEvent(event)
    if (one?.event_type !== 'data_loaded') throw new Error('another event')
    return one.data
  }

  it('NFR-7: items that do not fit a frame', () => {
    const items = Array.from({ length: 100 }, (_, index) => ({ id: `o${index}`, text: '€'.repeat(2_000) }))
    const { items: kept, omitted } = bounded(load(items))
    expect(kept).toEqual(items.slice(0, kept.length))
    expect(kept.length).toBe(43)
    expect(omitted).toBe(57)
  })

  it('one that is too large, but not the smaller ones behind it; nor is one that cannot be read', () => {
    const items = [{ id: 'o0' }, { id: 'o1', text: 'x'.repeat(300_000) }, { id: 'o2', n: 1n }, { id: 'o3' }]
    expect(bounded(load(items))).toMatchObject({ items: [{ id: 'o0' }, { id: 'o3' }], omitted: 2 })
  })

  it('a load that fits says nothing of what is missing', () => {
    expect(bounded(load([{ id: 'o0' }]))).not.toHaveProperty('omitted')
  })

  it('ids of a placeholder, the same before and after', () => {
    const ids = [{ id: 'a' }, { id: 'x'.repeat(70_000) }, { id: 'b' }]
    const key = { ids: [{ id: 'a' }, { id: 'b' }], omitted: 1 }
    expect(bounded(load([], ids)).key).toEqual(key)
    const data = { id: 'offer_list_1', type: 'offer_list', key: { ids } }
    expect(boundTrustedEvent({ event_type: 'data_loading', data })).toEqual([
      { event_type: 'data_loading', data: { ...data, key } },
    ])
  })

  it('EV-1: a component that does not fit a frame is dropped; so is one that cannot be read', () => {
    const tool_call = { id: 'call_1', name: 'render_card', type: 'function' as const }
    const component = (chunk: Record<string, unknown>) =>
      boundTrustedEvent({ event_type: 'component', chunk, tool_call })
    expect(component({ text: 'x'.repeat(200_000) })[0]).toMatchObject({ chunk: { text: 'x'.repeat(200_000) } })
    expect(component({ text: 'x'.repeat(262_000) })).toEqual([{ event_type: 'component', chunk: DROPPED, tool_call }])
    expect(component({ n: 1n })).toEqual([{ event_type: 'component', chunk: DROPPED, tool_call }])
  })
})
