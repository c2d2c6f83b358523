import { buildAutomaton } from './patterns/automaton.ts'
import { createReplacePass, type OnRemoved } from './replace-pass.ts'
import { SAFETY_PATTERNS } from './safety-patterns.ts'
import type { TextPass } from './text-pass.ts'

export const SAFETY = buildAutomaton(SAFETY_PATTERNS)

/** Takes secrets, codes, internal ids, hosts, paths and dumps out of the text. */
export const createSafetyPass = (onRemoved?: OnRemoved): TextPass => createReplacePass(SAFETY, onRemoved)
