import type { CharSet } from './char-set.ts'
import { parsePattern, PatternError, type Tree } from './parse-pattern.ts'
import type { Position } from './position.ts'
import { createStates, MAX_STATES, type States } from './states.ts'

/** What is looked for. The RegExp is the whole description: the automaton that runs it on a stream is made from it. */
export interface Pattern {
  readonly name: string
  readonly pattern: RegExp
  /** Only where a sentence begins. */
  readonly atSentenceStart?: boolean
}

/**
 * Several patterns as one position automaton (Glushkov's): every position knows which ones may follow it. So that what may
 * still become a match is never written by hand.
 */
export interface Automaton<P extends Pattern = Pattern> {
  readonly patterns: readonly P[]
  readonly positions: readonly Position[]
  readonly states: States
  /** No match in the making is ever longer than this before it is known to be one. */
  readonly maxHeld: number
}

export const MAX_HELD = 1_024

type Fragment = { first: Position[]; last: Position[]; nullable: boolean }

export function buildAutomaton<P extends Pattern>(
  patterns: readonly P[],
  { maxStates = MAX_STATES } = {},
): Automaton<P> {
  const positions: Position[] = []
  const first = patterns.flatMap((pattern, index) => addPattern(positions, pattern, index))
  const maxHeld = measureHeld(positions, patterns)
  return { patterns, positions, maxHeld, states: createStates(first, positions, maxStates) }
}

/** Adds a pattern's positions; answers where it may begin. */
function addPattern(positions: Position[], { pattern, atSentenceStart = false }: Pattern, index: number): Position[] {
  const { tree, notAfter, lineStart } = parsePattern(pattern)
  const whole = build(tree)
  if (whole.nullable) throw new PatternError(pattern, 'it matches nothing at all')
  for (const position of whole.last) position.accepts = true
  for (const position of whole.first) Object.assign(position, { notAfter, lineStart, sentenceStart: atSentenceStart })
  return whole.first

  function add(set: CharSet): Position {
    const position: Position = {
      pattern: index,
      set,
      follow: [],
      accepts: false,
      back: 0,
      notAfter: undefined,
      lineStart: false,
      sentenceStart: false,
    }
    positions.push(position)
    return position
  }

  function build(node: Tree): Fragment {
    switch (node.kind) {
      case 'set': {
        const position = add(node.set)
        return { first: [position], last: [position], nullable: false }
      }
      case 'one': {
        const parts = node.parts.map(build)
        return {
          first: parts.flatMap((part) => part.first),
          last: parts.flatMap((part) => part.last),
          nullable: parts.some((part) => part.nullable),
        }
      }
      case 'all':
        return node.parts.reduce<Fragment>(
          (before, part, place) => {
            if (place < node.parts.length - 1 && looksAhead(part))
              throw new PatternError(pattern, 'a lookahead that is not at the end')
            return then(before, build(part))
          },
          { first: [], last: [], nullable: true },
        )
      case 'repeat':
        return repeat(node.part, node.min, node.max)
      case 'ahead':
        return ahead(node.ways)
    }
  }

  function repeat(part: Tree, min: number, max: number): Fragment {
    if (max === 0 || max < min || looksAhead(part)) throw new PatternError(pattern, 'a count that can not be')
    const copies = max === Infinity ? Math.max(min, 1) : max
    let first: Position[] = []
    let previous: Position[] = []
    const last: Position[] = []
    for (let copy = 1; copy <= copies; copy++) {
      const next = build(part)
      if (next.nullable) throw new PatternError(pattern, 'a repeated part that may be empty')
      if (copy === 1) first = next.first
      link(previous, next.first)
      if (copy === copies && max === Infinity) link(next.last, next.first)
      if (copy >= min) last.push(...next.last)
      previous = next.last
    }
    return { first, last, nullable: min === 0 }
  }

  /** Seen, but no part of the match. */
  function ahead(ways: CharSet[][]): Fragment {
    const first = ways.map((way) => {
      const seen = way.map(add)
      seen.forEach((position, place) => link(seen.slice(place - 1, place), [position]))
      const last = seen.at(-1)
      if (last === undefined) throw new PatternError(pattern, 'a lookahead that may be empty')
      last.accepts = true
      last.back = seen.length
      return seen[0] as Position
    })
    return { first, last: [], nullable: false }
  }
}

function then(before: Fragment, after: Fragment): Fragment {
  link(before.last, after.first)
  return {
    first: before.nullable ? [...before.first, ...after.first] : before.first,
    last: after.nullable ? [...before.last, ...after.last] : after.last,
    nullable: before.nullable && after.nullable,
  }
}

function link(from: readonly Position[], to: readonly Position[]): void {
  for (const position of from) position.follow.push(...to)
}

const looksAhead = (tree: Tree): boolean =>
  tree.kind === 'ahead' ||
  ((tree.kind === 'all' || tree.kind === 'one') && tree.parts.some(looksAhead)) ||
  (tree.kind === 'repeat' && looksAhead(tree.part))

/**
 * The longest way through positions that do not accept. A circle of them would hold text back without a bound, so it is
 * refused: a pattern may go on for ever only where it is a match already.
 */
function measureHeld(positions: readonly Position[], patterns: readonly Pattern[]): number {
  const lengths = new Map<Position, number>()
  const open = new Set<Position>()
  const refuse = (position: Position, problem: string): never => {
    throw new PatternError((patterns[position.pattern] as Pattern).pattern, problem)
  }
  const measure = (position: Position): number => {
    if (position.accepts) return 0
    const known = lengths.get(position)
    if (known !== undefined) return known
    if (open.has(position)) refuse(position, 'an endless repetition before it is a match')
    open.add(position)
    const length = 1 + position.follow.reduce((longest, next) => Math.max(longest, measure(next)), 0)
    open.delete(position)
    if (length > MAX_HELD) refuse(position, `more than ${MAX_HELD} characters before it is a match`)
    lengths.set(position, length)
    return length
  }
  return positions.reduce((longest, position) => Math.max(longest, measure(position)), 0)
}
