import { END, type CharSet } from './char-set.ts'

/** Code units that no set tells apart are one class: a state then has a handful of edges instead of 65,537. */
export interface UnitClasses {
  readonly count: number
  /** The class of each code unit, and of END. */
  readonly of: Uint16Array
  /** One unit of each class. */
  readonly examples: readonly number[]
}

export function classifyUnits(sets: Iterable<CharSet>): UnitClasses {
  const distinct = new Map<string, CharSet>()
  for (const set of sets) distinct.set(set.ranges.join(' '), set)
  // Membership changes only where a range begins or ends.
  const borders = new Set([0, END])
  for (const { ranges } of distinct.values()) for (const [from, to] of ranges) borders.add(from).add(to + 1)
  const edges = [...borders].filter((unit) => unit <= END).sort((a, b) => a - b)

  const of = new Uint16Array(END + 1)
  const examples: number[] = []
  const known = new Map<string, number>()
  edges.forEach((unit, index) => {
    const members = [...distinct.values()].map((set) => (set.has(unit) ? '1' : '0')).join('')
    let number = known.get(members)
    if (number === undefined) {
      number = examples.push(unit) - 1
      known.set(members, number)
    }
    of.fill(number, unit, edges[index + 1] ?? END + 1)
  })
  return { count: examples.length, of, examples }
}
