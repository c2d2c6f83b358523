import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FramePayload, StatusEvent, TrustedEvent } from '../../src/contract/index.ts'
import { entry, sampleRegistry } from './sample-registry.ts'
import { harness, text, toolEnd, toolStart } from './stage-harness.ts'

/**
 * The order rules, on random turns: against a model that knows no timers, and as four properties of what left.
 */

const WINDOW = 50
const INTERVAL = 30

const words = (id: string) => [`status.${id}`, { message: `${id} {n}…`, short: id }] as const
const BATCHED = {
  alpha: '',
  beta: '',
  gamma: '',
  price_one: 'prices',
  price_two: 'prices',
  place_one: 'places',
  slow_one: '',
}
type BatchedId = keyof typeof BATCHED
const batchedIds = Object.keys(BATCHED) as BatchedId[]

const registry = sampleRegistry({
  entries: [
    ...batchedIds.map((id) =>
      entry({
        id,
        default_policy: 'batch',
        ...(BATCHED[id] === '' ? {} : { batch_group: BATCHED[id] }),
        ...(id === 'slow_one' ? { min_interval_ms: INTERVAL } : {}),
      }),
    ),
    entry({ id: 'told', default_policy: 'transform' }),
    entry({ id: 'passed', default_policy: 'forward' }),
    entry({ id: 'hidden', default_policy: 'suppress' }),
  ],
  locales: { en: Object.fromEntries([...batchedIds, 'told', 'hidden'].map(words)) },
})

type Op =
  | { do: 'batched'; id: BatchedId }
  | { do: 'status'; id: 'told' | 'passed' | 'hidden' | 'unknown' }
  | { do: 'boundary'; start: boolean }
  | { do: 'frame'; type: 'text' | 'data_loading' | 'data_loaded' | 'component' | 'usage' | 'completed' }
  | { do: 'internal' }
  | { do: 'flush' }
  | { do: 'advance'; ms: number }

const op: fc.Arbitrary<Op> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('batched' as const), id: fc.constantFrom(...batchedIds) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('status' as const),
      id: fc.constantFrom('told', 'passed', 'hidden', 'unknown'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('boundary' as const), start: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('frame' as const),
      type: fc.constantFrom('text', 'data_loading', 'data_loaded', 'component', 'usage', 'completed'),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'internal' as const }) },
  { weight: 1, arbitrary: fc.constant({ do: 'flush' as const }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('advance' as const), ms: fc.integer({ min: 0, max: 60 }) }) },
)
const turn = fc.array(op, { maxLength: 60 })

/** Every event carries its own number, so that its frame can be told from all others. */
const statusEvent = (id: string, n: number): StatusEvent => ({ event_type: id, n })
function frameEvent(type: (Op & { do: 'frame' })['type'], n: number): TrustedEvent {
  const tool_call = { id: `call_${n}`, name: 'show', type: 'function' as const }
  const data = { id: `data_${n}`, type: 'offer_list', key: { ids: [] } }
  switch (type) {
    case 'text':
      return text(`chunk ${n}`)
    case 'data_loading':
      return { event_type: type, data }
    case 'data_loaded':
      return { event_type: type, data: { ...data, items: [] } }
    case 'component':
      return { event_type: type, chunk: {}, tool_call }
    case 'usage':
      return {
        event_type: type,
        input_tokens: n,
        output_tokens: 0,
        total_tokens: n,
        reasoning_tokens: 0,
        cached_tokens: 0,
      }
    case 'completed':
      return { event_type: type }
  }
}
const boundary = (start: boolean, n: number) => (start ? toolStart(`call_${n}`) : toolEnd(`call_${n}`))

/** What left, in one line: a batch by its ids, another status by its number, a frame by its JSON. */
function label(frame: FramePayload): string {
  if (frame.event_type !== 'status') return JSON.stringify(frame)
  const { event_id, event_ids, message, ...fields } = frame.data
  if (event_ids !== undefined) return `batch ${event_ids.join(' ')}`
  if (event_id in BATCHED) return `batch ${event_id}`
  return event_id === 'told' ? message! : `passed ${JSON.stringify(fields)}`
}
const idsOf = (line: string): string[] => (line.startsWith('batch ') ? line.slice(6).split(' ') : [])

type Write = { op: Op; n: number; at: number; /** How many frames had left before it. */ before: number; after: number }

function run(ops: readonly Op[], window_ms = WINDOW) {
  const { stage, clock, frames, times } = harness({ registry, window_ms })
  const writes: Write[] = []
  for (const [n, one] of ops.entries()) {
    const before = frames.length
    const at = clock.now()
    if (one.do === 'advance') clock.advance(one.ms)
    else if (one.do === 'flush') stage.flush()
    else if (one.do === 'batched' || one.do === 'status') stage.status(statusEvent(one.id, n), 'shop')
    else if (one.do === 'boundary') stage.frame(boundary(one.start, n))
    else if (one.do === 'internal') stage.frame({ event_type: 'support_content', content: 'x' })
    else stage.frame(frameEvent(one.type, n))
    writes.push({ op: one, n, at, before, after: frames.length })
  }
  clock.advance(10 * WINDOW)
  return { writes, lines: frames.map(label), times, pending: clock.timers.size }
}

/** The rules again, as plainly as possible: a list of batches, looked at once a millisecond. */
function model(ops: readonly Op[]) {
  let now = 0
  let waiting: { group: string; since: number; ids: string[] }[] = []
  const accepted: Record<string, number> = {}
  const out: { line: string; at: number }[] = []
  const release = (due: (batch: { since: number }) => boolean) => {
    for (const { ids } of waiting.filter(due)) out.push({ line: `batch ${ids.join(' ')}`, at: now })
    waiting = waiting.filter((batch) => !due(batch))
  }
  const send = (line: string) => {
    release(() => true)
    out.push({ line, at: now })
  }
  const advance = (ms: number) => {
    for (const end = now + ms; now < end;) {
      now++
      release(({ since }) => now - since >= WINDOW)
    }
  }
  for (const [n, one] of ops.entries()) {
    if (one.do === 'advance') advance(one.ms)
    if (one.do === 'flush') release(() => true)
    if (one.do === 'status' && one.id === 'told') send(`told ${n}…`)
    if (one.do === 'status' && one.id === 'passed') send(`passed {"n":${n}}`)
    if (one.do === 'frame') send(JSON.stringify(frameEvent(one.type, n)))
    if (one.do === 'boundary') {
      const { tool_call } = boundary(one.start, n) as { tool_call: unknown }
      out.push({ line: JSON.stringify({ event_type: one.start ? 'tool_call' : 'tool_completed', tool_call }), at: now })
    }
    if (one.do === 'batched') {
      const { id } = one
      if (id === 'slow_one' && id in accepted && now - accepted[id]! < INTERVAL) continue
      const batch = waiting.find(({ group }) => group === BATCHED[id])
      if (batch?.ids.includes(id)) continue
      accepted[id] = now
      if (batch) batch.ids.push(id)
      else waiting.push({ group: BATCHED[id], since: now, ids: [id] })
    }
  }
  advance(WINDOW)
  return out
}

/** What a waiting batch leaves before. */
const hurries = (one: Op): boolean =>
  one.do === 'frame' || (one.do === 'status' && (one.id === 'told' || one.id === 'passed'))

describe('random turns', () => {
  it('FR-14: frames leave as the model says, at the times it says', () => {
    fc.assert(
      fc.property(turn, (ops) => {
        const { lines, times, pending } = run(ops)
        expect(lines.map((line, index) => ({ line, at: times[index] }))).toEqual(model(ops))
        expect(pending).toBe(0)
      }),
      { numRuns: 300 },
    )
  })

  it('FR-14: (a) frames that are not batched keep the order in which they were written', () => {
    fc.assert(
      fc.property(turn, (ops) => {
        const written = ops.flatMap((one, n) => {
          if (one.do === 'frame') return [JSON.stringify(frameEvent(one.type, n))]
          if (one.do === 'boundary') return [`call_${n}`]
          if (one.do === 'status' && one.id === 'told') return [`told ${n}…`]
          if (one.do === 'status' && one.id === 'passed') return [`passed {"n":${n}}`]
          return []
        })
        const left = run(ops)
          .lines.filter((line) => !line.startsWith('batch '))
          .map((line) => (/"event_type":"tool_(call|completed)"/.test(line) ? /call_\d+/.exec(line)![0] : line))
        expect(left).toEqual(written)
      }),
    )
  })

  it('FR-5: (b) every batched id leaves within the window, once in its frame, and nothing is lost or made up', () => {
    fc.assert(
      fc.property(turn, (ops) => {
        // Without intervals every batched write is accepted.
        const { writes, lines, times } = run(ops.filter((one) => !(one.do === 'batched' && one.id === 'slow_one')))
        for (const line of lines) expect(new Set(idsOf(line)).size).toBe(idsOf(line).length)
        for (const { op: one, at, before } of writes) {
          if (one.do !== 'batched') continue
          const index = lines.findIndex((line, place) => place >= before && idsOf(line).includes(one.id))
          expect(index).toBeGreaterThanOrEqual(before)
          expect(times[index]! - at).toBeLessThanOrEqual(WINDOW)
        }
        for (const id of batchedIds) {
          const left = lines.filter((line) => idsOf(line).includes(id)).length
          const written = writes.filter(({ op: one }) => one.do === 'batched' && one.id === id).length
          expect(left).toBeLessThanOrEqual(written)
        }
      }),
    )
  })

  it('FR-14: (c) a batched status never leaves after a frame that was written after it', () => {
    fc.assert(
      fc.property(turn, (ops) => {
        const { writes, lines } = run(ops.filter((one) => !(one.do === 'batched' && one.id === 'slow_one')))
        const overtaken = writes
          .filter(({ op: later }) => hurries(later))
          .flatMap(({ n, after }) =>
            writes
              .slice(0, n)
              .flatMap(({ op: earlier, before }) => (earlier.do === 'batched' ? [{ id: earlier.id, before }] : []))
              .filter(({ id, before }) => !lines.slice(before, after - 1).some((line) => idsOf(line).includes(id))),
          )
        expect(overtaken).toEqual([])
      }),
    )
  })

  it('FR-15: (d) a tool boundary is never delayed', () => {
    fc.assert(
      fc.property(turn, (ops) => {
        const { writes, lines, times } = run(ops)
        for (const { op: one, n, at, after } of writes) {
          if (one.do !== 'boundary') continue
          expect(lines[after - 1]).toContain(`"call_${n}"`)
          expect(times[after - 1]).toBe(at)
        }
      }),
    )
  })

  it('with a window of 0 everything leaves at once, in order', () => {
    fc.assert(
      fc.property(turn, (ops) => {
        const { writes, lines, times } = run(
          ops.filter((one) => !(one.do === 'batched' && one.id === 'slow_one')),
          0,
        )
        for (const { op: one, before, after } of writes) {
          const leaves = one.do === 'batched' || one.do === 'boundary' || hurries(one)
          expect(after - before).toBe(leaves ? 1 : 0)
        }
        const left = writes.filter(({ before, after }) => after > before)
        expect(times).toEqual(left.map(({ at }) => at))
        expect(lines.filter((line) => line.startsWith('batch '))).toEqual(
          left.flatMap(({ op: one }) => (one.do === 'batched' ? [`batch ${one.id}`] : [])),
        )
      }),
    )
  })
})
