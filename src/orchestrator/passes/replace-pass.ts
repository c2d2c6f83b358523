import type { Automaton, Pattern } from './patterns/automaton.ts'
import { createScanPass } from './scan-pass.ts'
import type { TextPass } from './text-pass.ts'

export interface Replacement extends Pattern {
  /** Stands where the match stood. */
  readonly by: string
}

/** Told the name of what was taken out, never the text. */
export type OnRemoved = (name: string) => void

export const createReplacePass = (automaton: Automaton<Replacement>, onRemoved?: OnRemoved): TextPass =>
  createScanPass(automaton, {
    text: (run) => run,
    match: ({ name, by }) => {
      onRemoved?.(name)
      return by
    },
  })
