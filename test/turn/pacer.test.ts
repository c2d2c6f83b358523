import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { createPacer } from '../../src/turn/index.ts'

/** An event loop whose laps take as long as the test says. */
function loop(options: { max_lap_ms: number; max_wait_ms: number }) {
  let time = 0
  let next: (() => void) | undefined
  const begun: { turn: number; at: number }[] = []
  const pacer = createPacer({
    ...options,
    now: () => time,
    nextLap: (run) => {
      next = run
    },
  })
  return {
    begun,
    begin: (turn: number) => pacer.begin(() => begun.push({ turn, at: time })),
    lap(took: number) {
      time += took
      const run = next
      next = undefined
      run?.()
    },
    get idle() {
      return next === undefined
    },
  }
}

const LIMITS = { max_lap_ms: 1, max_wait_ms: 50 }

it('a turn never begins in the tick that let it in', () => {
  const { begin, begun, lap } = loop(LIMITS)
  begin(1)
  expect(begun).toEqual([])
  lap(0.1)
  expect(begun.map(({ turn }) => turn)).toEqual([1])
})

it('while laps are short, one turn begins a lap, in order', () => {
  const { begin, begun, lap } = loop(LIMITS)
  for (const turn of [1, 2, 3]) begin(turn)
  for (let count = 0; count < 3; count++) lap(0.5)
  expect(begun).toEqual([
    { turn: 1, at: 0.5 },
    { turn: 2, at: 1 },
    { turn: 3, at: 1.5 },
  ])
})

it('while laps are long a turn waits, but no longer than its bound', () => {
  const { begin, begun, lap } = loop(LIMITS)
  begin(1)
  for (let count = 0; count < 4; count++) lap(12)
  expect(begun).toEqual([])
  lap(12)
  expect(begun).toEqual([{ turn: 1, at: 60 }])
})

it('whatever the laps, every turn begins, in order, and the pacer then rests', () => {
  const action = fc.oneof(fc.constant('begin' as const), fc.double({ min: 0, max: 30, noNaN: true }))
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), (actions) => {
      const run = loop(LIMITS)
      let let_in = 0
      for (const one of actions) {
        if (one === 'begin') run.begin((let_in += 1))
        else run.lap(one)
      }
      // A little more than the wait: a sum of doubles may fall a hair short of it.
      for (let count = 0; count < let_in; count++) run.lap(LIMITS.max_wait_ms + 1)
      expect(run.begun.map(({ turn }) => turn)).toEqual(Array.from({ length: let_in }, (_, index) => index + 1))
      expect(run.idle).toBe(true)
    }),
  )
})
