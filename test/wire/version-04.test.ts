import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CANCEL_CODES,
  FRAME_ERROR_CODES,
  FRAME_TYPES,
  frameSchema,
  type Frame,
  type FramePayload,
  type FrameType,
} from '../../src/contract/index.ts'
import { DIALECTS } from '../../src/wire/index.ts'
import { FRAME_SAMPLES } from '../contract/samples.ts'
import { stamp, stampAll, text } from '../log/stamp.ts'
import { hardPayload } from './hard-frames.ts'

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type OldFrame = { event_type: FrameType } & { [key: string]: Json }

/** One frame of each type as v0.4 had it, written by hand. */
const FIXTURE = JSON.parse(
  readFileSync(new URL('../fixtures/wire/v0.4.json', import.meta.url), 'utf8'),
) as readonly OldFrame[]
const OLD_TYPES: ReadonlySet<string> = new Set(FIXTURE.map(({ event_type }) => event_type))

const V04 = DIALECTS['text/event-stream']['0.4']
const select = (...payloads: FramePayload[]) => V04.select(stampAll(payloads))

/** Every field with the kind of its value, lists by their first: `data.key.ids.0.id` is a string. */
function fieldsOf(value: Json, path: readonly (string | number)[] = []): { path: (string | number)[]; kind: string }[] {
  const kind = Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value
  const inner = Array.isArray(value) ? value.slice(0, 1) : value
  const children = typeof inner === 'object' && inner !== null ? Object.entries(inner) : []
  const own = path.length === 0 ? [] : [{ path: [...path], kind }]
  return [...own, ...children.flatMap(([key, each]) => fieldsOf(each, [...path, key]))]
}

/** The frame without that field, or with another kind of value in it. */
function changed(frame: Json, [key, ...rest]: readonly (string | number)[], to: Json | undefined): Json {
  const copy = structuredClone(frame) as { [key: string]: Json }
  if (rest.length > 0) copy[key!] = changed(copy[key!] as Json, rest, to)
  else if (to === undefined) delete copy[key!]
  else copy[key!] = to
  return copy
}

const newFrame = (type: FrameType) => JSON.parse(JSON.stringify(stamp(1, FRAME_SAMPLES[type]).frame)) as Json

describe('R-4: v0.5 has all that v0.4 had', () => {
  it('R-4: the fixture has one frame of each v0.4 type', () => {
    expect(FIXTURE).toHaveLength(OLD_TYPES.size)
    const added = FRAME_TYPES.filter((type) => !OLD_TYPES.has(type))
    expect(added).toEqual(['status', 'approval_request', 'node_enter', 'node_exit', 'cancelled'])
  })

  it.each(FIXTURE)('R-4: $event_type: every field is there, of its kind, and always', (old) => {
    const frame = newFrame(old.event_type)
    const fields = fieldsOf(frame).map((field) => JSON.stringify(field))
    for (const field of fieldsOf(old)) {
      expect(fields).toContain(JSON.stringify(field))
      // An item of a list may be left out; a field may not, and a value of another kind is refused.
      const broken = [null, ...(Number.isInteger(Number(field.path.at(-1))) ? [] : [undefined])]
      for (const to of broken)
        expect([field.path, frameSchema.safeParse(changed(frame, field.path, to)).success]).toEqual([field.path, false])
    }
  })
})

describe('v0.4', () => {
  it('FR-12: is asked for by version, and has only v0.4’s types, in their order and with their numbers', () => {
    fc.assert(
      fc.property(fc.array(hardPayload, { maxLength: 12 }), (payloads) => {
        const entries = stampAll(payloads)
        const selected = V04.select(entries)
        for (const { seq, frame } of selected) {
          expect(OLD_TYPES).toContain(frame.event_type)
          expect(frame.version).toBe('0.4')
          const { frame: from } = entries[seq - 1]!
          expect(frame.timestamp).toBe(from.timestamp)
          const same = frame.event_type === 'error' ? frame : { ...from, version: '0.4' }
          expect(frame).toEqual(same)
        }
        const kept = entries.filter(({ frame }) =>
          frame.event_type === 'error'
            ? frame.is_final
            : frame.event_type === 'cancelled' || OLD_TYPES.has(frame.event_type),
        )
        expect(selected.map(({ seq }) => seq)).toEqual(kept.map(({ seq }) => seq))
      }),
    )
  })

  it('FR-12: has every field of the fixture, on a frame of every type of it', () => {
    const terminal = { ...FRAME_SAMPLES.error, is_final: true }
    const selected = select(...Object.values({ ...FRAME_SAMPLES, error: terminal })).map(({ frame }) => frame)
    for (const old of FIXTURE) {
      const frame = selected.find(({ event_type }) => event_type === old.event_type)
      const fields = fieldsOf(JSON.parse(JSON.stringify(frame)) as Json).map((field) => JSON.stringify(field))
      for (const field of fieldsOf(old)) expect(fields).toContain(JSON.stringify(field))
    }
  })

  it.each(FRAME_ERROR_CODES)(
    'FR-12: %s, when it ends the turn, is a code that v0.4 knows, and says no more',
    (code) => {
      const error = { code, sub_agent_id: 'shop', enricher_id: 'offers.search', reason: 'upstream_timeout' } as const
      const [entry] = select({ event_type: 'error', error, is_final: true })
      expect(entry?.frame).toEqual({
        event_type: 'error',
        version: '0.4',
        timestamp: '2026-05-15T18:00:00.300Z',
        response_id: 'resp_1',
        error: { code: code === 'RATE_LIMIT_ERROR' ? code : 'INTERNAL_ERROR' },
        is_final: true,
      })
    },
  )

  it.each(CANCEL_CODES)('FR-12: a turn cancelled by %s ends in an error of that code', (code) => {
    const [entry] = select({ event_type: 'cancelled', error: { code } })
    expect(entry?.frame).toMatchObject({ event_type: 'error', version: '0.4', error: { code }, is_final: true })
  })

  it('AC-12: an error that does not end the turn is left out, with its number', () => {
    const selected = select(text('a'), FRAME_SAMPLES.error, text('b'), { event_type: 'completed' })
    expect(selected.map(({ seq }) => seq)).toEqual([1, 3, 4])
    expect(V04.encode(selected)).toMatch(/^id: 1\n[^]*id: 3\n[^]*id: 4\n/)
  })

  it('changes none of the frames that others read', () => {
    const entries = stampAll([text('a'), { event_type: 'cancelled', error: { code: 'IDLE_TIMEOUT' } }])
    const before = structuredClone(entries) as { seq: number; frame: Frame }[]
    V04.select(entries)
    expect(entries).toEqual(before)
  })
})
