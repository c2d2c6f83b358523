import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { FRAME_SCHEMAS } from '../../src/contract/index.ts'
import { BOUNDS, boundData, boundMessage, boundTrustedEvent, jsonBytes, splitText } from '../../src/write/index.ts'
import { boundStatusEvent, DROPPED } from '../../src/write/bounds.ts'

const bytes = (text: string) => Buffer.byteLength(text)
const text = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\n'), maxLength: 60 })

it('EV-1: long text is split on character boundaries and nothing of it is lost', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 40 }), (whole, limit) => {
      const parts = splitText(whole, limit)
      expect(parts.join('')).toBe(whole)
      for (const part of parts) {
        expect(bytes(part)).toBeLessThanOrEqual(limit)
        expect(part.isWellFormed()).toBe(true)
      }
    }),
  )
})

it('EV-1: a long message is cut and says so, within its bound', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 60 }), (message, limit) => {
      const bounded = boundMessage(message, limit)
      expect(bytes(bounded)).toBeLessThanOrEqual(limit)
      expect(bounded.isWellFormed()).toBe(true)
      const ending = limit > bytes('…(truncated)') ? '…(truncated)' : ''
      expect(bytes(message) <= limit ? bounded === message : bounded.endsWith(ending)).toBe(true)
    }),
  )
})

it('EV-1: data past its bound is replaced, and a channel past its bound is dropped', () => {
  expect(boundData({ a: 'x'.repeat(BOUNDS.data) })).toEqual(DROPPED)
  expect(boundData({ a: 1 })).toEqual({ a: 1 })
  expect(boundStatusEvent({ event_type: 'searching_offers', channel: 'x'.repeat(129) })).toEqual({
    event_type: 'searching_offers',
  })
  expect(boundStatusEvent({ event_type: 'searching_offers', channel: 'tool' })).toEqual({
    event_type: 'searching_offers',
    channel: 'tool',
  })
})

it('EV-1: a status event whose fields are too large together keeps its id only', () => {
  const fields = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${index}`, 'x'.repeat(4_000)]))
  expect(boundStatusEvent({ event_type: 'searching_offers', ...fields })).toEqual({
    event_type: 'searching_offers',
    data: DROPPED,
  })
})

it('NFR-7: a load that does not fit one frame is cut, and says how many items are missing', () => {
  const items = Array.from({ length: 100 }, (_, index) => ({ id: `o${index}`, text: '€'.repeat(2_000) }))
  const data = { id: 'offer_list_1', type: 'offer_list', key: { ids: [{ id: 'o0' }] }, items }
  const [event] = boundTrustedEvent({ event_type: 'data_loaded', data })
  if (event?.event_type !== 'data_loaded') throw new Error('another event')
  expect(event.data.items.length + (event.data.omitted ?? 0)).toBe(100)
  expect(event.data.omitted).toBeGreaterThan(0)
  const frame = {
    version: '0.5',
    timestamp: '2026-05-15T18:00:00.000Z',
    response_id: `resp_${'0'.repeat(24)}`,
    ...event,
  }
  expect(jsonBytes(frame)).toBeLessThanOrEqual(BOUNDS.frame)
  expect(FRAME_SCHEMAS.data_loaded.safeParse(frame).success).toBe(true)
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

it('EV-1: a bound too small for the suffix leaves as much of an ellipsis as fits', () => {
  const suffix = bytes('…(truncated)')
  expect([
    boundMessage('x'.repeat(50), suffix),
    boundMessage('x'.repeat(50), 3),
    boundMessage('x'.repeat(50), 2),
  ]).toEqual(['…', '…', ''])
  expect(boundMessage('x'.repeat(50), suffix + 1)).toBe('x…(truncated)')
})
