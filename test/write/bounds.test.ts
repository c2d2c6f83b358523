import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundData, boundName, boundTrustedEvent, createWriter } from '../../src/write/index.ts'
import { BOUNDS, DROPPED, boundChannel, boundMessage, splitText, type StatusEvent } from '../../src/contract/index.ts'

const bytes = (text: string) => Buffer.byteLength(text)
const SUFFIX = '…(truncated)'

/** Characters of one to four bytes, halves of pairs, what JSON escapes. */
const text = fc
  .array(fc.constantFrom('a', 'é', '€', '😀', '\n', '"', '\u0000', '\ud83d', '\ude00', '\ud800'), { maxLength: 60 })
  .map((units) => units.join(''))

/** The specification's own words, over bytes: the longest start that ends on a character's boundary. */
function truncated(buffer: Buffer, limit: number): Buffer {
  if (buffer.length <= limit) return buffer
  let end = limit
  while (end > 0 && (buffer[end]! & 0xc0) === 0x80) end -= 1
  return buffer.subarray(0, end)
}

function referenceMessage(message: string, limit: number): Buffer {
  const buffer = Buffer.from(message)
  if (buffer.length <= limit) return buffer
  const suffix = Buffer.from(SUFFIX)
  return limit > suffix.length
    ? Buffer.concat([truncated(buffer, limit - suffix.length), suffix])
    : truncated(Buffer.from('…'), limit)
}

function referenceSplit(whole: string, limit: number): Buffer[] {
  const parts: Buffer[] = []
  let rest: Buffer = Buffer.from(whole)
  do {
    const part = truncated(rest, limit)
    parts.push(part)
    rest = rest.subarray(part.length)
  } while (rest.length > 0)
  return parts
}

/** What the writer hands on of one status event. */
function written(event: unknown): StatusEvent | string {
  let seen: StatusEvent | string = 'nothing'
  createWriter({ status: (one) => (seen = one), refused: (why) => (seen = why) })(event as StatusEvent)
  return seen
}

describe('text', () => {
  it('EV-1: long text is split in order, on character boundaries, as far as each part can hold, and nothing is lost', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 4, max: 40 }), (whole, limit) => {
        const parts = splitText(whole, limit)
        expect(parts.map((part) => Buffer.from(part))).toEqual(referenceSplit(whole, limit))
        expect(parts.join('')).toBe(whole)
      }),
    )
  })

  it.each([1, 2, 3])('a bound of %i bytes, below one character’s length, still comes to an end', (limit) => {
    expect(splitText('😀😀', limit)).toEqual(['😀', '😀'])
  })

  it('EV-1: text of exactly its bound is one event, a byte more makes two', () => {
    const event = (chunk: string) => boundTrustedEvent({ event_type: 'text', chunk, type: 'chunk' })
    expect(event('x'.repeat(BOUNDS.text))).toHaveLength(1)
    const [first, second, ...more] = event(`${'x'.repeat(BOUNDS.text - 1)}é`)
    expect(more).toEqual([])
    expect(first).toEqual({ event_type: 'text', chunk: 'x'.repeat(BOUNDS.text - 1), type: 'chunk' })
    expect(second).toEqual({ event_type: 'text', chunk: 'é', type: 'chunk' })
  })

  it.each(['text', 'reasoning', 'thinking', 'support_content'] as const)('EV-1: a long %s becomes several', (type) => {
    const whole = '€'.repeat(50_000)
    const events = {
      text: boundTrustedEvent({ event_type: 'text', chunk: whole, type: 'chunk' }),
      reasoning: boundTrustedEvent({ event_type: 'reasoning', chunk: whole }),
      thinking: boundTrustedEvent({ event_type: 'thinking', content: whole, role: 'reasoning' }),
      support_content: boundTrustedEvent({ event_type: 'support_content', content: whole }),
    }[type]
    const parts = events.map((event) => ('chunk' in event ? event.chunk : 'content' in event ? event.content : ''))
    expect(parts.join('')).toBe(whole)
    expect(parts.map((part) => bytes(part as string))).toEqual([65_535, 65_535, 150_000 - 2 * 65_535])
  })
})

describe('messages, channels and names', () => {
  it('EV-1: a long message is cut by the specification’s algorithm, at every bound', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 60 }), (message, limit) => {
        expect(Buffer.from(boundMessage(message, limit))).toEqual(referenceMessage(message, limit))
      }),
    )
  })

  it('EV-1: a bound too small for the suffix leaves as much of an ellipsis as fits', () => {
    const cut = (limit: number) => boundMessage('x'.repeat(50), limit)
    expect([cut(bytes(SUFFIX)), cut(3), cut(2), cut(0)]).toEqual(['…', '…', '', ''])
    expect(cut(bytes(SUFFIX) + 1)).toBe(`x${SUFFIX}`)
  })

  it('EV-1: a status event’s message of 4,096 bytes stays, a longer one is cut to that and says so', () => {
    const message = (length: number) => written({ event_type: 'searching_offers', message: 'é'.repeat(length / 2) })
    expect(message(4_096)).toEqual({ event_type: 'searching_offers', message: 'é'.repeat(2_048) })
    const { message: cut } = message(4_098) as { message?: string }
    expect(cut?.endsWith(SUFFIX)).toBe(true)
    expect(bytes(cut ?? '')).toBeLessThanOrEqual(4_096)
  })

  it('EV-1: a channel of 128 bytes stays, a longer one is dropped', () => {
    expect([boundChannel('é'.repeat(64)), boundChannel(`${'é'.repeat(64)}x`)]).toEqual(['é'.repeat(64), undefined])
    expect(written({ event_type: 'searching_offers', channel: 'tool' })).toEqual({
      event_type: 'searching_offers',
      channel: 'tool',
    })
    expect(written({ event_type: 'searching_offers', channel: 'x'.repeat(129) })).toEqual({
      event_type: 'searching_offers',
    })
  })

  it('a name that is too long is cut to its bound, the same each time, and two names stay two', () => {
    const name = boundName(`${'é'.repeat(40_000)}_1`)
    expect(bytes(name)).toBeLessThanOrEqual(BOUNDS.name)
    expect(name).toContain('…')
    expect(boundName(`${'é'.repeat(40_000)}_1`)).toBe(name)
    expect(boundName(`${'é'.repeat(40_000)}_2`)).not.toBe(name)
    expect(boundName('call_1')).toBe('call_1')
  })
})

describe('data', () => {
  it('EV-1: data of exactly its bound stays, a byte more is replaced', () => {
    const data = (length: number) => ({ a: 'x'.repeat(length - '{"a":""}'.length) })
    expect(boundData(data(BOUNDS.data))).toEqual(data(BOUNDS.data))
    expect(boundData(data(BOUNDS.data + 1))).toEqual(DROPPED)
    expect(written({ event_type: 'searching_offers', n: 1, data: data(BOUNDS.data + 1) })).toEqual({
      event_type: 'searching_offers',
      n: 1,
      data: DROPPED,
    })
  })

  it('EV-1: a status event whose fields are too large together keeps its id only, a long text among them', () => {
    const dropped = { event_type: 'searching_offers', data: DROPPED }
    const fields = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, 'x'.repeat(4_000)]))
    expect(written({ event_type: 'searching_offers', ...fields })).toEqual(dropped)
    expect(written({ event_type: 'searching_offers', text: 'x'.repeat(BOUNDS.text) })).toEqual(dropped)
    const room = BOUNDS.data - JSON.stringify({ event_type: 'searching_offers', text: '' }).length
    const fitting = { event_type: 'searching_offers', text: 'x'.repeat(room) }
    expect(written(fitting)).toEqual(fitting)
    expect(written({ ...fitting, text: `${fitting.text}x` })).toEqual(dropped)
  })

  it('EV-1: a tool’s arguments and result are bounded like data', () => {
    const tool_call = { id: 'call_1', name: 'x', type: 'ccs' as const }
    const [event] = boundTrustedEvent({
      event_type: 'tool_result',
      tool_call,
      arguments: { a: 1 },
      result: 'x'.repeat(70_000),
      is_error: false,
      duration_ms: 1,
    })
    expect(event).toMatchObject({ arguments: { a: 1 }, result: DROPPED })
  })
})
