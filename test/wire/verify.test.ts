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
import { verifyFrames, type FrameViolation } from '../../src/wire/index.ts'
import { stamp, stampAll, text, USAGE, wholeTurn } from '../log/stamp.ts'

const now = () => Date.parse('2026-05-15T18:00:01.000Z')
const internalError = (seq: number): NumberedFrame => ({
  seq,
  frame: {
    event_type: 'error',
    version: '0.5',
    timestamp: '2026-05-15T18:00:01.000Z',
    response_id: 'resp_1',
    error: { code: 'INTERNAL_ERROR' },
    is_final: true,
  },
})

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
    ['a turn that begins in the middle', [text('a')], 1],
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
    expect(violations).toMatchObject([{ route: 'chat', seq, missing: 0 }])
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
          // The last one may be the check's own.
          for (const { frame } of passed.slice(0, -1)) {
            state = nextState(state, frame, ROUTE_SPECS[route].table)
            expect(state).toBeDefined()
            if (state === undefined) return
          }
        },
      ),
    )
  })
})
