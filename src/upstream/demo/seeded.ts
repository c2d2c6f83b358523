import { createHash } from 'node:crypto'

/** Numbers that look like chance and are always the same for the same seed. */
export interface Seeded {
  /** From `min` to `max`, both included. */
  whole(min: number, max: number): number
  /** True this often, from 0 to 1. */
  chance(often: number): boolean
  pick<Item>(from: readonly Item[]): Item
}

/** The hash of some words, as a fraction from 0 to just below 1. */
export const fraction = (...of: readonly string[]): number =>
  createHash('sha256').update(of.join('\u0000')).digest().readUInt32BE() / 2 ** 32

export function seeded(...of: readonly string[]): Seeded {
  // mulberry32
  let state = fraction(...of) * 2 ** 32
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    whole,
    chance: (often) => next() < often,
    pick: (from) => {
      const picked = from[whole(0, from.length - 1)]
      if (picked === undefined) throw new RangeError('There is nothing to pick from')
      return picked
    },
  }
}
