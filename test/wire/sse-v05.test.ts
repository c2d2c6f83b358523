import { createParser, type EventSourceMessage } from 'eventsource-parser'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FRAME_TYPES, frameSchema, type Frame, type FramePayload } from '../../src/contract/index.ts'
import { encodeSse, SSE_DONE, SSE_HEARTBEAT, sseV05 } from '../../src/wire/index.ts'
import { stamp, stampAll, text, USAGE, wholeTurn } from '../log/stamp.ts'

/** Whatever might break a line, a block, or UTF-8. */
const HARD = [
  '\r',
  '\n',
  '\r\n',
  '\n\n',
  '\0',
  '\u2028',
  '\u2029',
  '\u0085',
  '\ud83d',
  '\ude00',
  '😀',
  '👩‍👩‍👧',
  'é',
  '\ufeff',
  ':',
]
const hardText = fc
  .array(fc.oneof(fc.constantFrom(...HARD), fc.string({ unit: 'binary', maxLength: 4 }), fc.constant('data: x')), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''))

const payload: fc.Arbitrary<FramePayload> = fc.oneof(
  hardText.map(text),
  hardText.map((content): FramePayload => ({ event_type: 'thinking', role: 'reasoning', content })),
  fc.tuple(hardText, hardText).map(([key, value]): FramePayload => ({
    event_type: 'status',
    data: { event_id: 'one', message: value, [`x${key}`]: value },
  })),
  fc.jsonValue().map((value): FramePayload => ({
    event_type: 'data_loaded',
    data: { id: 'd1', type: 'offer_list', key: { ids: [] }, items: [{ value }] },
  })),
  fc.constant(USAGE),
)

function parse(bytes: Uint8Array, cuts: readonly number[]): { events: EventSourceMessage[]; comments: string[] } {
  const events: EventSourceMessage[] = []
  const comments: string[] = []
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onComment: (comment) => comments.push(comment),
    onError: (error) => {
      throw error
    },
  })
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length]
  for (const [index, from] of places.entries())
    parser.feed(decoder.decode(bytes.subarray(from, places[index + 1] ?? bytes.length), { stream: true }))
  return { events, comments }
}

describe('SSE v0.5', () => {
  it('FR-1: a frame is exactly these bytes', () => {
    const entry = stamp(7, { event_type: 'status', data: { event_id: 'searching_offers', message: 'Searching…' } })
    expect(encodeSse([entry])).toBe(
      'id: 7\nevent: status\n' +
        'data: {"event_type":"status","version":"0.5","timestamp":"2026-05-15T18:00:00.300Z","response_id":"resp_1",' +
        '"data":{"event_id":"searching_offers","message":"Searching…"}}\n\n',
    )
    expect(SSE_DONE).toBe('data: [DONE]\n\n')
    expect(sseV05.end()).toBe(SSE_DONE)
    expect(sseV05.content_type).toBe('text/event-stream; charset=utf-8')
  })

  it('FR-2: every frame begins with the same four envelope keys, however it was made', () => {
    const examples = Object.fromEntries(FRAME_TYPES.map((type) => [type, { event_type: type } as FramePayload]))
    for (const example of Object.values(examples)) {
      const { frame } = stamp(1, { ...example, chunk: 'x' } as FramePayload)
      const backwards = Object.fromEntries(Object.entries(frame).toReversed()) as Frame
      for (const each of [frame, backwards]) {
        const data = JSON.parse(encodeSse([{ seq: 1, frame: each }]).split('data: ')[1]!) as object
        expect(Object.keys(data)).toEqual(['event_type', 'version', 'timestamp', 'response_id', 'chunk'])
      }
    }
  })

  it('FR-1: what any client parses is what was sent, wherever the bytes are cut', () => {
    fc.assert(
      fc.property(fc.array(payload, { maxLength: 6 }), fc.array(fc.nat(), { maxLength: 10 }), (payloads, cuts) => {
        const entries = stampAll(payloads)
        const bytes = new TextEncoder().encode(encodeSse(entries) + SSE_HEARTBEAT + SSE_DONE)
        const { events, comments } = parse(bytes, cuts)
        expect(events.pop()).toEqual({ id: undefined, event: undefined, data: '[DONE]' })
        expect(comments).toEqual([''])
        expect(events.map(({ id, event }) => [id, event])).toEqual(
          entries.map(({ seq, frame }) => [String(seq), frame.event_type]),
        )
        // What JSON can say: it has no -0.
        expect(events.map(({ data }) => JSON.parse(data) as Frame)).toEqual(
          entries.map(({ frame }) => JSON.parse(JSON.stringify(frame)) as Frame),
        )
        for (const { data } of events) expect(frameSchema.safeParse(JSON.parse(data)).success).toBe(true)
      }),
      { numRuns: 500 },
    )
  })

  it('uses LF only, one data line a frame, and is well-formed UTF-8', () => {
    const out = encodeSse(wholeTurn(HARD.map(text)))
    expect(out).not.toContain('\r')
    expect(out.isWellFormed()).toBe(true)
    for (const block of out.split('\n\n').slice(0, -1))
      expect(block.split('\n').map((line) => line.split(':', 1)[0])).toEqual(['id', 'event', 'data'])
  })

  it('a heartbeat is a comment: it is no event and moves no cursor', () => {
    const { events, comments } = parse(new TextEncoder().encode(sseV05.heartbeat()), [])
    expect(events).toEqual([])
    expect(comments).toHaveLength(1)
  })
})
