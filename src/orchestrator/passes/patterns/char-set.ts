/** Behind a text's last code unit: what `$` matches. */
export const END = 0x1_0000
const LAST_UNIT = 0xffff
const ASCII = 128

export type Range = readonly [from: number, to: number]

/** A set of UTF-16 code units: what one place of a pattern matches. */
export class CharSet {
  readonly ranges: readonly Range[]
  readonly #ascii = new Uint8Array(ASCII)

  constructor(ranges: readonly Range[]) {
    this.ranges = ranges
    for (const [from, to] of ranges) this.#ascii.fill(1, Math.min(from, ASCII), Math.min(to + 1, ASCII))
  }

  has(unit: number): boolean {
    if (unit < ASCII) return this.#ascii[unit] === 1
    for (const [from, to] of this.ranges) if (unit >= from && unit <= to) return true
    return false
  }
}

export const anyOf = (text: string): Range[] => [...text].map((char) => [char.charCodeAt(0), char.charCodeAt(0)])

export function complement(ranges: readonly Range[]): Range[] {
  const out: Range[] = []
  let next = 0
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    if (from > next) out.push([next, from - 1])
    next = Math.max(next, to + 1)
  }
  if (next <= LAST_UNIT) out.push([next, LAST_UNIT])
  return out
}

/** Both cases of every letter, as a RegExp's `i` takes them: ASCII letters never meet others. */
export function bothCases(ranges: readonly Range[]): Range[] {
  const out = [...ranges]
  for (const [from, to] of ranges)
    for (let unit = from; unit <= to; unit++) {
      const char = String.fromCharCode(unit)
      for (const other of [char.toLowerCase(), char.toUpperCase()]) {
        const code = other.charCodeAt(0)
        if (other.length === 1 && code !== unit && code < ASCII === unit < ASCII) out.push([code, code])
      }
    }
  return out
}
