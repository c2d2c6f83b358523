import { describe, expect, it } from 'vitest'
import {
  EVENT_TO_FRAME,
  FRAME_SCHEMAS,
  FRAME_TYPES,
  INTERNAL_EVENT_TYPES,
  isTrustedEventType,
  RESERVED_IDS,
  STATUS_ID,
  TRUSTED_EVENT_SCHEMAS,
  type TrustedEventType,
} from '../../src/contract/index.ts'
import { ENVELOPE, FRAME_SAMPLES, INTERNAL_SAMPLES } from './samples.ts'

const EVENT_TYPES = Object.keys(TRUSTED_EVENT_SCHEMAS) as TrustedEventType[]
const SAMPLES: Readonly<Record<string, object>> = { ...FRAME_SAMPLES, ...INTERNAL_SAMPLES }
/** Stay inside. */
const KEPT = ['support_content', 'tool_result']

const origins = (frame: string) => EVENT_TYPES.filter((type) => EVENT_TO_FRAME[type] === frame)

describe('events and frames', () => {
  it('R-1: every event has its place in the map, and nothing else has', () => {
    expect(Object.keys(EVENT_TO_FRAME).sort()).toEqual(EVENT_TYPES.toSorted())
    expect(EVENT_TYPES.filter((type) => EVENT_TO_FRAME[type] === null).sort()).toEqual(KEPT)
  })

  it('R-1: every frame comes from exactly one event, but for status, which status ids become', () => {
    expect(FRAME_TYPES.filter((frame) => origins(frame).length !== 1)).toEqual(['status'])
    expect(origins('status')).toEqual([])
    expect(origins('tool_call')).toEqual(['tool_call_start'])
    expect(origins('tool_completed')).toEqual(['tool_call_end'])
  })

  it.each(EVENT_TYPES)('R-1: what %s carries is what its frame carries', (type) => {
    const event = TRUSTED_EVENT_SCHEMAS[type].parse(SAMPLES[type])
    expect(event).toEqual(SAMPLES[type])
    const frame = EVENT_TO_FRAME[type]
    if (frame === null) return
    // A tool's facet stays inside: the frame's schema does not take it over.
    const sent = FRAME_SCHEMAS[frame].parse({ ...event, ...ENVELOPE, event_type: frame })
    expect(Object.keys(sent).sort()).toEqual(Object.keys({ ...FRAME_SAMPLES[frame], ...ENVELOPE }).sort())
  })

  it('R-6: no internal type is a frame’s, and all are reserved', () => {
    for (const type of INTERNAL_EVENT_TYPES) {
      expect(FRAME_TYPES).not.toContain(type)
      expect(RESERVED_IDS.has(type)).toBe(true)
    }
    for (const type of FRAME_TYPES) expect(RESERVED_IDS.has(type)).toBe(true)
    expect(RESERVED_IDS.has('eof')).toBe(true)
  })

  it('a type is trusted by its name alone, and not by what every object has', () => {
    expect(EVENT_TYPES.every(isTrustedEventType)).toBe(true)
    for (const type of ['status', 'searching_offers', 'toString', '__proto__', ''])
      expect(isTrustedEventType(type)).toBe(false)
  })

  it.each([
    ['searching_offers', true],
    ['abc', true],
    ['ab', false],
    ['Abc', false],
    ['1bc', false],
    ['a-b-c', false],
    [`a${'b'.repeat(63)}`, true],
    [`a${'b'.repeat(64)}`, false],
    ['abc\n', false],
  ])('FR-3: %j as a status id: %s', (id, good) => {
    expect(STATUS_ID.test(id)).toBe(good)
  })
})
