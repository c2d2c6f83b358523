import { createParser, type EventSourceMessage } from 'eventsource-parser'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  eofSchema,
  FRAME_TYPES,
  frameSchema,
  WIRE_VERSIONS,
  type Frame,
  type FramePayload,
} from '../../src/contract/index.ts'
import { DIALECTS, MEDIA_TYPES } from '../../src/wire/index.ts'
import { stamp, stampAll, text, wholeTurn } from '../log/stamp.ts'
import { EOF_REASON_NAMES, eofOf } from './eofs.ts'
import { HARD, hardPayload, inPieces } from './hard-frames.ts'

const SSE = DIALECTS['text/event-stream']['0.5']
const NDJSON = DIALECTS['application/x-ndjson']['0.5']
const DONE = 'data: [DONE]\n\n'

function parseSse(out: string, cuts: readonly number[] = []) {
  const events: EventSourceMessage[] = []
  const comments: string[] = []
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onComment: (comment) => comments.push(comment),
    onError: (error) => {
      throw error
    },
  })
  for (const piece of inPieces(out, cuts)) parser.feed(piece)
  return { events, comments }
}

/** As a reader that knows of no line end but LF has it, piece by piece; and as one that knows them all. */
function parseLines(out: string, cuts: readonly number[] = []): unknown[] {
  const lines: string[] = []
  let rest = ''
  for (const piece of inPieces(out, cuts)) {
    const parts = (rest + piece).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts)
  }
  expect(rest).toBe('')
  expect(out.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)).toEqual([...lines, ''])
  return lines.map((line) => JSON.parse(line) as unknown)
}

/** What JSON can say: it has no -0. */
const asJson = (frame: Frame) => JSON.parse(JSON.stringify(frame)) as Frame

const anyFrames = fc.array(hardPayload, { maxLength: 6 }).map((payloads) => stampAll(payloads))
const anyCuts = fc.array(fc.nat(), { maxLength: 10 })

describe.each(WIRE_VERSIONS)('SSE %s', (version) => {
  const dialect = DIALECTS['text/event-stream'][version]

  it('FR-1: what any client parses is what was selected, wherever the bytes are cut', () => {
    fc.assert(
      fc.property(anyFrames, anyCuts, (entries, cuts) => {
        const selected = dialect.select(entries)
        const out = dialect.encode(selected) + dialect.heartbeat() + dialect.end(eofOf('complete'))
        const { events, comments } = parseSse(out, cuts)
        expect(events.pop()).toEqual({ id: undefined, event: undefined, data: '[DONE]' })
        expect(comments).toEqual([''])
        expect(events.map(({ id, event }) => [id, event])).toEqual(
          selected.map(({ seq, frame }) => [String(seq), frame.event_type]),
        )
        const frames = events.map(({ data }) => JSON.parse(data) as Frame)
        expect(frames).toEqual(selected.map(({ frame }) => asJson(frame)))
        for (const frame of frames) expect(frame.version).toBe(version)
      }),
      { numRuns: 300 },
    )
  })

  it('uses LF only, one data line a frame, and is well-formed UTF-8', () => {
    const out = dialect.encode(dialect.select(wholeTurn(HARD.map(text))))
    expect(out).not.toContain('\r')
    expect(out.isWellFormed()).toBe(true)
    for (const block of out.split('\n\n').slice(0, -1))
      expect(block.split('\n').map((line) => line.split(':', 1)[0])).toEqual(['id', 'event', 'data'])
  })
})

describe.each(WIRE_VERSIONS)('NDJSON %s', (version) => {
  const dialect = DIALECTS['application/x-ndjson'][version]

  it('FR-1: its lines are what was selected and one eof, wherever the bytes are cut', () => {
    fc.assert(
      fc.property(anyFrames, anyCuts, fc.constantFrom(...EOF_REASON_NAMES), (entries, cuts, reason) => {
        const selected = dialect.select(entries)
        const eof = eofOf(reason)
        const lines = parseLines(dialect.encode(selected) + dialect.heartbeat() + dialect.end(eof), cuts)
        expect(lines).toEqual([...selected.map(({ frame }) => asJson(frame)), eof])
        for (const frame of lines.slice(0, -1)) expect(frame).toMatchObject({ version })
        expect(eofSchema.safeParse(lines.at(-1)).success).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('every dialect', () => {
  it('FR-1: a frame is exactly these bytes', () => {
    const entry = stamp(7, { event_type: 'status', data: { event_id: 'searching_offers', message: 'Searching…' } })
    const json =
      '{"event_type":"status","version":"0.5","timestamp":"2026-05-15T18:00:00.300Z","response_id":"resp_1",' +
      '"data":{"event_id":"searching_offers","message":"Searching…"}}'
    expect(SSE.encode([entry])).toBe(`id: 7\nevent: status\ndata: ${json}\n\n`)
    expect(NDJSON.encode([entry])).toBe(`${json}\n`)
  })

  it.each(MEDIA_TYPES)('FR-2: %s: every frame begins with the same four envelope keys, however it was made', (type) => {
    for (const event_type of FRAME_TYPES) {
      const { frame } = stamp(1, { event_type, chunk: 'x' } as FramePayload)
      const backwards = Object.fromEntries(Object.entries(frame).toReversed()) as Frame
      for (const each of [frame, backwards]) {
        const json = DIALECTS[type]['0.5'].encode([{ seq: 1, frame: each }]).match(/\{.*\}/)![0]
        const keys = ['event_type', 'version', 'timestamp', 'response_id', 'chunk']
        expect(Object.keys(JSON.parse(json) as object)).toEqual(keys)
      }
    }
  })

  it('FR-1: v0.5 leaves nothing out, and its frames are those of the contract', () => {
    fc.assert(
      fc.property(anyFrames, (entries) => {
        expect(SSE.select(entries)).toBe(entries)
        for (const { data } of parseSse(SSE.encode(entries)).events)
          expect(frameSchema.safeParse(JSON.parse(data)).success).toBe(true)
      }),
    )
  })

  it('says its media type', () => {
    expect(MEDIA_TYPES.map((type) => WIRE_VERSIONS.map((version) => DIALECTS[type][version].content_type))).toEqual([
      ['text/event-stream; charset=utf-8', 'text/event-stream; charset=utf-8'],
      ['application/x-ndjson; charset=utf-8', 'application/x-ndjson; charset=utf-8'],
    ])
    for (const type of MEDIA_TYPES)
      for (const version of WIRE_VERSIONS) expect(DIALECTS[type][version].version).toBe(version)
  })

  it('SM-3: the end of a turn is [DONE] in SSE, that of a bounded read is not; in NDJSON it is the eof', () => {
    const ends = { complete: DONE, error: DONE, aborted: DONE, time_limit: '', state_limit: '' }
    for (const reason of EOF_REASON_NAMES) {
      expect(SSE.end(eofOf(reason))).toBe(ends[reason])
      expect(NDJSON.end(eofOf(reason))).toBe(`${JSON.stringify(eofOf(reason))}\n`)
    }
  })

  it('a heartbeat is a comment in SSE: no event, no cursor; in NDJSON there is none', () => {
    const { events, comments } = parseSse(SSE.heartbeat())
    expect(events).toEqual([])
    expect(comments).toHaveLength(1)
    expect(NDJSON.heartbeat()).toBe('')
  })
})
