import type { Automaton, Pattern } from './automaton.ts'
import { END } from './char-set.ts'
import { NEW, type Edge } from './states.ts'

/** What a scan tells, in the order of the text: what passes, and what has matched in its place. */
export interface Findings<P extends Pattern> {
  text(run: string): void
  match(pattern: P): void
}

/**
 *   push ─► one step a character ─► threads: matches in the making, oldest first
 *                                     │ none is older   │ accepted
 *                                     ▼                 ▼
 *                                    text             match
 *
 * Every part of the text that any pattern matches, wherever it begins and as long as it gets, is a match; overlapping ones
 * are one, told under the name of the first. All state moves by one character at a time, so how a text is cut into chunks
 * can make no difference. Held back is only what a living thread has read since it began or was last accepted.
 */
export interface Scanner {
  push(chunk: string): void
  end(): void
  /** How much is held back now. */
  readonly held: number
}

type Found = { start: number; end: number; pattern: number }

export function createScanner<P extends Pattern>(automaton: Automaton<P>, findings: Findings<P>): Scanner {
  const { patterns, states } = automaton
  const classOf = states.classes.of
  let state = states.initial
  /** Where each group of threads began, oldest first. */
  let begins: number[] = []
  // The text at hand begins at offset `base` of the whole; up to `told` it has been told.
  let text = ''
  let base = 0
  let told = 0
  /** Matches that wait for an older thread, by their start. */
  const found: Found[] = []

  function advance(unit: number, offset: number): void {
    const unitClass = classOf[unit] as number
    const edge = state.edges[unitClass] ?? states.edge(state, unitClass)
    if (edge.accepted.length > 0) note(edge, offset)
    if (edge.sources !== undefined)
      begins = edge.sources.map((group) => (group === NEW ? offset : (begins[group] as number)))
    state = edge.to
  }

  function note({ accepted }: Edge, offset: number): void {
    for (const { group, back, pattern } of accepted) {
      const start = group === NEW ? offset : (begins[group] as number)
      const end = offset + 1 - back
      const after = found.findIndex((match) => match.start >= start)
      const same = found[after]
      if (same?.start === start) same.end = Math.max(same.end, end)
      else found.splice(after === -1 ? found.length : after, 0, { start, end, pattern })
    }
  }

  /** Tells the matches that no living thread can begin before any more. */
  function settle(until: number): void {
    let match = found[0]
    while (match !== undefined && match.start <= until) {
      if (match.start >= told) {
        pass(match.start)
        findings.match(patterns[match.pattern] as P)
      }
      told = Math.max(told, match.end)
      found.shift()
      match = found[0]
    }
  }

  function pass(until: number): void {
    if (until <= told) return
    findings.text(text.slice(told - base, until - base))
    told = until
  }

  return {
    push(chunk) {
      let offset = base + text.length
      text += chunk
      for (let index = 0; index < chunk.length; index++) {
        advance(chunk.charCodeAt(index), offset++)
        if (found.length > 0) settle(begins[0] ?? offset)
      }
      pass(begins[0] ?? offset)
      text = text.slice(told - base)
      base = told
    },
    end() {
      const offset = base + text.length
      advance(END, offset)
      settle(offset)
      pass(offset)
    },
    get held() {
      return text.length
    },
  }
}
