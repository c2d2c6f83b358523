import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  FRAME_TYPES,
  nextState,
  ROUTE_SPECS,
  TURN_STATES,
  TURN_TABLE,
  type FramePayload,
  type RouteName,
  type TurnState,
} from '../../src/contract/index.ts'
import { FRAME_SAMPLES } from './samples.ts'

const FINAL_ERROR: FramePayload<'error'> = { ...FRAME_SAMPLES.error, is_final: true }
const frames = fc.constantFrom<FramePayload>(...Object.values(FRAME_SAMPLES), FINAL_ERROR)
/** Mostly sensible turns, so that the far states are reached too. */
const turns = fc
  .tuple(fc.boolean(), fc.boolean(), fc.array(frames, { maxLength: 8 }), fc.boolean())
  .map(([first, second, middle, end]): FramePayload[] => [
    ...(first ? [FRAME_SAMPLES.response_id] : []),
    ...(second ? [FRAME_SAMPLES.episode] : []),
    ...middle,
    ...(end ? [FRAME_SAMPLES.completed] : []),
  ])

/** The same said in another way: a turn as a word, and the words that a route may send. */
const letter = (frame: FramePayload): string => {
  if (frame.event_type === 'response_id') return 'R'
  if (frame.event_type === 'episode') return 'E'
  const ends = frame === FINAL_ERROR || frame.event_type === 'completed' || frame.event_type === 'cancelled'
  return ends ? 'T' : 's'
}
const WORDS: Readonly<Record<RouteName, RegExp>> = {
  chat: /^(?:R(?:E?s*T?))?$/,
  attach: /^(?:RE?|E)?s*T?$/,
}

function walk(route: RouteName, turn: readonly FramePayload[]): TurnState | undefined {
  const { initial, table } = ROUTE_SPECS[route]
  return turn.reduce<TurnState | undefined>((state, frame) => state && nextState(state, frame, table), initial)
}

describe.each(Object.keys(ROUTE_SPECS) as RouteName[])('the turn on the route %s', (route) => {
  it('SM-1: takes exactly the sequences that are prelude, streaming, terminal in this order', () => {
    fc.assert(
      fc.property(turns, (turn) => {
        const word = turn.map(letter).join('')
        expect(walk(route, turn) !== undefined).toBe(WORDS[route].test(word))
      }),
      { numRuns: 1_000 },
    )
  })

  it('SM-5: takes nothing after a terminal frame, nor a second one', () => {
    fc.assert(
      fc.property(turns, frames, (turn, extra) => {
        fc.pre(walk(route, turn) === 'terminal')
        expect(walk(route, [...turn, extra])).toBeUndefined()
      }),
      { numRuns: 300 },
    )
  })

  it('SM-1: can end from wherever it has begun', () => {
    for (const end of [FRAME_SAMPLES.completed, FRAME_SAMPLES.cancelled, FINAL_ERROR]) {
      expect(walk(route, [FRAME_SAMPLES.response_id, end])).toBe('terminal')
      expect(walk(route, [FRAME_SAMPLES.response_id, FRAME_SAMPLES.text, end])).toBe('terminal')
    }
  })
})

describe('the table of states', () => {
  it('SM-1: has a row for each state, and names only states and frames that are there', () => {
    expect(Object.keys(TURN_TABLE)).toEqual(TURN_STATES)
    for (const row of Object.values(TURN_TABLE))
      for (const [transition, state] of Object.entries(row)) {
        expect([...FRAME_TYPES, 'final_error']).toContain(transition)
        expect(TURN_STATES).toContain(state)
      }
  })

  it('SM-5: leads nowhere from the terminal state', () => {
    expect(TURN_TABLE.terminal).toEqual({})
  })
})
