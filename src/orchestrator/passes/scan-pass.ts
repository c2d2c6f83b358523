import type { Automaton, Pattern } from './patterns/automaton.ts'
import { createScanner } from './patterns/scanner.ts'
import type { TextPass } from './text-pass.ts'

/** What to say for what was found. */
export interface Answers<P extends Pattern> {
  text(run: string): string
  match(pattern: P): string
}

/** A pass that looks for patterns. */
export function createScanPass<P extends Pattern>(automaton: Automaton<P>, answers: Answers<P>): TextPass {
  let out = ''
  const scanner = createScanner(automaton, {
    text: (run) => {
      out += answers.text(run)
    },
    match: (pattern) => {
      out += answers.match(pattern)
    },
  })
  const taken = () => {
    const text = out
    out = ''
    return text
  }
  return {
    push(chunk) {
      scanner.push(chunk)
      return taken()
    },
    end() {
      scanner.end()
      return taken()
    },
  }
}
