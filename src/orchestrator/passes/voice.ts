import { buildAutomaton } from './patterns/automaton.ts'
import type { OnRemoved } from './replace-pass.ts'
import { createScanPass } from './scan-pass.ts'
import type { TextPass } from './text-pass.ts'
import { VOICE_PATTERNS } from './voice-patterns.ts'

export const VOICE = buildAutomaton(VOICE_PATTERNS)

const LETTER = /\p{L}/u
/** What a sentence may have before its first letter. */
const OPENER = /[^\p{L}\p{N}]/u

/** One voice: no sub-agent and no machine speaks of itself. The sentence that is left begins with a capital. */
export function createVoicePass(onRemoved?: OnRemoved): TextPass {
  let capital = false

  function say(run: string): string {
    if (!capital) return run
    for (let index = 0; index < run.length; index++) {
      const char = run[index] as string
      if (OPENER.test(char)) continue
      capital = false
      const upper = char.toUpperCase()
      return LETTER.test(char) && upper.length === 1 ? run.slice(0, index) + upper + run.slice(index + 1) : run
    }
    return run
  }

  return createScanPass(VOICE, {
    text: say,
    match: ({ name, by }) => {
      onRemoved?.(name)
      if (by === '') capital = true
      return say(by)
    },
  })
}
