import { END } from './char-set.ts'
import type { Position } from './position.ts'
import { BETWEEN_SENTENCES, LINE_END, SENTENCE_END } from './sentence-start.ts'
import { classifyUnits, type UnitClasses } from './unit-classes.ts'

/**
 * Everything a scan knows between two characters, but for offsets: where its threads stand, which of them began together
 * (a group), and what was just read. States and the edges between them are made when first needed and then kept, so
 * that a character of an ordinary sentence costs one look-up.
 */
export type State = {
  readonly positions: readonly Position[]
  /** The group of each position; groups are numbered from the oldest. */
  readonly groups: readonly number[]
  readonly groupCount: number
  /** Where a match may begin now. */
  readonly starts: readonly Position[]
  readonly sentenceStart: boolean
  readonly edges: (Edge | undefined)[]
}

export type Edge = {
  readonly to: State
  /** For each group behind the edge, the one before it that it was, or NEW; undefined: the groups stay as they are. */
  readonly sources: readonly number[] | undefined
  readonly accepted: readonly Accepted[]
}

export type Accepted = { readonly group: number; readonly back: number; readonly pattern: number }

/** A group that begins with the character of this edge. */
export const NEW = -1

export const MAX_STATES = 4_096

export interface States {
  readonly initial: State
  readonly classes: UnitClasses
  edge(from: State, unitClass: number): Edge
  /** How many states are kept. */
  readonly size: number
  /** How many positions were ever tried to make edges. */
  readonly work: number
}

export function createStates(first: readonly Position[], all: readonly Position[], maxStates: number): States {
  const sets = all.flatMap(({ set, notAfter }) => (notAfter === undefined ? [set] : [set, notAfter]))
  const classes = classifyUnits([...sets, LINE_END, SENTENCE_END, BETWEEN_SENTENCES])
  const readsSentences = first.some((position) => position.sentenceStart)
  const ids = new Map(all.map((position, id) => [position, id]))
  const known = new Map<string, State>()
  const startLists = new Map<string, readonly Position[]>()
  let work = 0

  function startsAfter(unit: number, sentenceStart: boolean): readonly Position[] {
    const allowed = first.filter(
      (position) =>
        (!position.lineStart || unit === END || LINE_END.has(unit)) &&
        (!position.sentenceStart || sentenceStart) &&
        !position.notAfter?.has(unit),
    )
    // The same list, not only an equal one.
    const key = allowed.map((position) => ids.get(position)).join()
    const list = startLists.get(key) ?? allowed
    startLists.set(key, list)
    return list
  }
  const startIds = new Map<readonly Position[], number>()
  const startId = (starts: readonly Position[]): number => {
    const id = startIds.get(starts) ?? startIds.size
    startIds.set(starts, id)
    return id
  }

  function intern(positions: Position[], groups: number[], starts: readonly Position[], sentenceStart: boolean): State {
    const key = `${startId(starts)}${sentenceStart ? '!' : '.'}${positions.map((p, at) => `${ids.get(p)}:${groups[at]}`).join()}`
    const existing = known.get(key)
    if (existing !== undefined) return existing
    // A text that makes ever new states gets them made again; memory stays.
    if (known.size >= maxStates) known.clear()
    const groupCount = (groups.at(-1) ?? -1) + 1
    const edges = Array.from<Edge | undefined>({ length: classes.count })
    const state: State = { positions, groups, groupCount, starts, sentenceStart, edges }
    known.set(key, state)
    return state
  }

  function makeEdge(from: State, unitClass: number): Edge {
    const unit = classes.examples[unitClass] as number
    const positions: Position[] = []
    const origins: number[] = []
    const accepted: Accepted[] = []
    const reached = new Set<Position>()
    // Of two threads that meet in one position, the older one goes on.
    const reach = (position: Position, group: number): void => {
      work++
      if (reached.has(position) || !position.set.has(unit)) return
      reached.add(position)
      if (position.accepts) accepted.push({ group, back: position.back, pattern: position.pattern })
      if (position.follow.length === 0) return
      positions.push(position)
      origins.push(group)
    }
    from.positions.forEach((position, at) => {
      for (const next of position.follow) reach(next, from.groups[at] as number)
    })
    for (const position of from.starts) reach(position, NEW)

    const sources = [...new Set(origins)]
    const groups = origins.map((origin) => sources.indexOf(origin))
    const sentenceStart =
      readsSentences && (SENTENCE_END.has(unit) || (from.sentenceStart && BETWEEN_SENTENCES.has(unit)))
    const to = intern(positions, groups, startsAfter(unit, sentenceStart), sentenceStart)
    const same = sources.length === from.groupCount && sources.every((source, group) => source === group)
    return { to, sources: same ? undefined : sources, accepted }
  }

  return {
    initial: intern([], [], startsAfter(END, readsSentences), readsSentences),
    classes,
    edge(from, unitClass) {
      return (from.edges[unitClass] ??= makeEdge(from, unitClass))
    },
    get size() {
      return known.size
    },
    get work() {
      return work
    },
  }
}
