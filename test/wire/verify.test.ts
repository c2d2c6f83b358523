import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  isTerminal,
  nextState,
  ROUTE_SPECS,
  type FramePayload,
  type NumberedFrame,
  type TurnState,
} from '../../src/contract/index.ts'
import { verifyFrames, type FrameChecker, type FrameViolation } from '../../src/wire/index.ts'
import { stamp, stampAll, text, USAGE, wholeTurn } from '../log/stamp.ts'

const now = () => Date.parse('2026-05-15T18:00:01.000Z')
const made = (seq: number, payload: FramePayload): NumberedFrame => {
  const { frame } = stamp(seq, payload)
  return { seq, frame: { ...frame, timestamp: '2026-05-15T18:00:01.000Z' } }
}
const INTERNAL_ERROR: FramePayload = { event_type: 'error', error: { code: 'INTERNAL_ERROR' }, is_final: true }
const internalError = (seq: number) => made(seq, INTERNAL_ERROR)

const RESPONSE_ID: FramePayload = { event_type: 'response_id' }
const COMPLETED: FramePayload = { event_type: 'completed' }
const tool = (id: string, name = 'search') => ({ id, name, type: 'ccs' }) as const
const call = (id: string, name?: string): FramePayload => ({ event_type: 'tool_call', tool_call: tool(id, name) })
const done = (id: string, name?: string): FramePayload => ({ event_type: 'tool_completed', tool_call: tool(id, name) })
const load = (id: string) => ({ id, type: 'offer_list', key: { ids: [{ id: 'o1' }] } })
const loading = (id: string): FramePayload => ({ event_type: 'data_loading', data: load(id) })
const loaded = (id: string): FramePayload => ({ event_type: 'data_loaded', data: { ...load(id), items: [] } })

describe('the check of a route', () => {
  it('SM-1: passes a whole turn as it is', () => {
    const violations: FrameViolation[] = []
    const entries = wholeTurn([text('a'), USAGE])
    const checker = verifyFrames('chat', {
      response_id: 'resp_1',
      onViolation: (violation) => violations.push(violation),
    })
    expect(checker.check(entries.slice(0, 2))).toEqual(entries.slice(0, 2))
    expect(checker.ended).toBe(false)
    expect(checker.check(entries.slice(2))).toEqual(entries.slice(2))
    expect(checker.ended).toBe(true)
    expect(violations).toEqual([])
    expect(checker.fail()).toEqual([])
  })

  it.each<[string, FramePayload[], number]>([
    ['a second response_id', [{ event_type: 'response_id' }, { event_type: 'response_id' }], 2],
    [
      'an episode after text',
      [{ event_type: 'response_id' }, text('a'), { event_type: 'episode', episode_id: 'conv_1' }],
      3,
    ],
  ])('SM-1: %s becomes the terminal INTERNAL_ERROR, and is observed', (_, payloads, seq) => {
    const violations: FrameViolation[] = []
    const checker = verifyFrames('chat', { response_id: 'resp_1', now, onViolation: (each) => violations.push(each) })
    const entries = stampAll([...payloads, text('behind it')])
    expect(checker.check(entries)).toEqual([...entries.slice(0, seq - 1), internalError(seq)])
    expect(checker.ended).toBe(true)
    expect(violations).toMatchObject([{ route: 'chat', rule: 'protocol_violation', seq, missing: 0 }])
    expect(checker).toMatchObject({ broken: 'protocol_violation', last_seq: seq - 1, terminal: undefined })
  })

  it('SM-1: a turn that begins in the middle begins before it ends', () => {
    const checker = verifyFrames('chat', { response_id: 'resp_1', now })
    expect(checker.check([stamp(1, text('a'))])).toEqual([made(1, RESPONSE_ID), internalError(2)])
    expect(checker).toMatchObject({ broken: 'protocol_violation', last_seq: 0 })
  })

  it.each<[string, FramePayload[], FramePayload]>([
    ['a tool call that began twice', [call('a')], call('a')],
    ['a tool_completed without its tool_call', [], done('a')],
    ['a tool_completed for the second time', [call('a'), done('a')], done('a')],
    ['a tool_completed of another tool', [call('a')], done('a', 'other')],
    ['a load that began twice', [loading('a')], loading('a')],
    ['an end before a tool call’s', [call('a')], COMPLETED],
    ['an end before a load’s', [loading('a')], COMPLETED],
  ])('SM-2: %s is a broken invariant, and what is open is closed', (_, before, frame) => {
    const violations: FrameViolation[] = []
    const checker = verifyFrames('chat', { response_id: 'resp_1', now, onViolation: (each) => violations.push(each) })
    const entries = stampAll([RESPONSE_ID, ...before, frame])
    const passed = checker.check(entries)
    const seq = entries.length
    expect(violations).toMatchObject([{ rule: 'invariant_violation', seq }])
    expect(passed.slice(0, seq - 1)).toEqual(entries.slice(0, -1))
    const open = before.length === 1 ? [before[0]!.event_type === 'tool_call' ? done('a') : loaded('a')] : []
    expect(passed.slice(seq - 1)).toEqual([...open, INTERNAL_ERROR].map((each, index) => made(seq + index, each)))
    expect(checker).toMatchObject({ broken: 'invariant_violation', last_seq: seq - 1 })
  })

  it('SM-2: whatever ends the stream here, calls and loads that its reader saw open are closed first, in their order', () => {
    const entries = stampAll([RESPONSE_ID, call('a'), call('b'), loading('c'), done('a'), loading('d')])
    const closing = [done('b'), loaded('c'), loaded('d'), INTERNAL_ERROR].map((each, index) => made(7 + index, each))
    const ends: [string | undefined, (checker: FrameChecker) => readonly NumberedFrame[]][] = [
      [undefined, (checker) => checker.fail()],
      ['invariant_violation', (checker) => checker.fail('invariant_violation')],
      ['invariant_violation', (checker) => checker.check([stamp(9, text('too far'))])],
      ['protocol_violation', (checker) => checker.check([stamp(7, RESPONSE_ID)])],
    ]
    for (const [broken, end] of ends) {
      const checker = verifyFrames('chat', { response_id: 'resp_1', now })
      expect(checker.check(entries)).toEqual(entries)
      expect(end(checker)).toEqual(closing)
      expect(checker.broken).toBe(broken)
    }
  })

  it('SM-2: the end of what began before a reader’s cursor is no mistake', () => {
    const entries = stampAll([RESPONSE_ID, call('a'), loading('b'), done('a'), loaded('b'), COMPLETED])
    for (let after = 0; after < entries.length; after++) {
      const checker = verifyFrames('attach', { response_id: 'resp_1', after })
      expect(checker.check(entries.slice(after))).toEqual(entries.slice(after))
      expect(checker).toMatchObject({ broken: undefined, terminal: entries[5]!.frame, last_seq: 6 })
    }
  })

  it('SM-2: a turn that ended itself because of a broken rule says which', () => {
    const checker = verifyFrames('chat', { response_id: 'resp_1' })
    const terminal: NumberedFrame = { ...stamp(2, INTERNAL_ERROR), broken: 'protocol_violation' }
    expect(checker.check([stamp(1, RESPONSE_ID), terminal])).toHaveLength(2)
    expect(checker).toMatchObject({ broken: 'protocol_violation', terminal: terminal.frame })
  })

  it('NFR-5: a frame that is missing is not passed over in silence', () => {
    const violations: FrameViolation[] = []
    const checker = verifyFrames('chat', { response_id: 'resp_1', now, onViolation: (each) => violations.push(each) })
    const entries = wholeTurn([text('a'), text('b'), text('c')])
    expect(checker.check([entries[0]!, entries[1]!, entries[4]!])).toEqual([entries[0], entries[1], internalError(3)])
    expect(violations).toMatchObject([{ seq: 5, expected_seq: 3, missing: 2 }])
  })

  it('SM-5: nothing is passed behind a terminal frame, and a second terminal is refused', () => {
    const violations: FrameViolation[] = []
    const checker = verifyFrames('chat', { response_id: 'resp_1', onViolation: (each) => violations.push(each) })
    const entries = wholeTurn([])
    expect(checker.check([...entries, stamp(4, { event_type: 'completed' })])).toEqual(entries)
    expect(checker.check([stamp(5, text('late'))])).toEqual([])
    expect(violations.map(({ state }) => state)).toEqual(['terminal', 'terminal'])
  })

  it.each([1, 2, 3, 4])('SM-1: an attach after frame %i begins in the middle', (after) => {
    const entries = wholeTurn([text('a'), text('b')])
    const checker = verifyFrames('attach', { response_id: 'resp_1', after })
    expect(checker.check(entries.slice(after))).toEqual(entries.slice(after))
    expect(checker.ended).toBe(true)
  })

  it('a reading that broke ends with the next number', () => {
    const checker = verifyFrames('attach', { response_id: 'resp_1', after: 4, now })
    checker.check([stamp(5, text('a'))])
    expect(checker.fail()).toEqual([internalError(6)])
    expect(checker.ended).toBe(true)
    expect(checker.fail()).toEqual([])
  })

  it('FR-9: whatever comes, what is passed on follows the table and has at most one terminal frame, the last', () => {
    const payload = fc.constantFrom<FramePayload>(
      { event_type: 'response_id' },
      { event_type: 'episode', episode_id: 'conv_1' },
      text('a'),
      USAGE,
      call('a'),
      done('a'),
      loading('b'),
      loaded('b'),
      { event_type: 'error', error: { code: 'CCS_ENVELOPE_ERROR' }, is_final: false },
      { event_type: 'error', error: { code: 'INTERNAL_ERROR' }, is_final: true },
      { event_type: 'completed' },
      { event_type: 'cancelled', error: { code: 'REQUEST_CANCELLED' } },
    )
    fc.assert(
      fc.property(
        fc.constantFrom('chat', 'attach'),
        fc.array(fc.array(fc.record({ payload, skip: fc.nat({ max: 20 }).map((n) => (n === 20 ? 1 : 0)) }))),
        (route, groups) => {
          const checker = verifyFrames(route, { response_id: 'resp_1' })
          let seq = 0
          const passed = groups.flatMap((group) =>
            checker.check(group.map((each) => stamp((seq += 1 + each.skip), each.payload))),
          )
          const terminals = passed.filter(({ frame }) => isTerminal(frame))
          expect(terminals.length).toBe(checker.ended ? 1 : 0)
          expect(passed.findIndex(({ frame }) => isTerminal(frame))).toBe(checker.ended ? passed.length - 1 : -1)
          expect(passed.map((entry) => entry.seq)).toEqual(passed.map((_, index) => index + 1))
          let state: TurnState | undefined = ROUTE_SPECS[route].initial
          for (const { frame } of passed) {
            state = nextState(state, frame, ROUTE_SPECS[route].table)
            expect(state).toBeDefined()
            if (state === undefined) return
          }
        },
      ),
    )
  })
})
