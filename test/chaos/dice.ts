/** Random, and the same again from the same seed (mulberry32). */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** From 0 to just below 1. */
  roll(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** A whole number from `min` to `max`. */
  whole(min: number, max: number): number {
    return min + Math.floor(this.roll() * (max - min + 1))
  }

  chance(probability: number): boolean {
    return this.roll() < probability
  }

  one<T>(of: readonly T[]): T {
    return of[this.whole(0, of.length - 1)] as T
  }

  /** One of the names, as often as its weight says. */
  weighted<T extends string>(weights: Readonly<Record<T, number>>): T {
    const names = Object.keys(weights) as T[]
    let left = this.roll() * names.reduce((sum, name) => sum + weights[name], 0)
    return names.find((name) => (left -= weights[name]) < 0) ?? (names.at(-1) as T)
  }
}
