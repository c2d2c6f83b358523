import { createCleanPass } from './clean.ts'
import { createFormatPass } from './format.ts'
import type { OnRemoved } from './replace-pass.ts'
import { createSafetyPass } from './safety.ts'
import { chain, type TextPass } from './text-pass.ts'
import { createVoicePass } from './voice.ts'

export type { TextPass } from './text-pass.ts'

export interface PassesOptions {
  /** Told the name of each thing taken out, to count it; never its text. */
  onRemoved?: OnRemoved
}

/**
 *   composed text ─► clean ─► voice ─► safety ─► format ─► text frames
 *
 * On the stream: what no match could still need passes at once. Format is in two: what could hide a match (control
 * characters, tags) goes first, and the layout comes last, when nothing is taken out any more.
 */
export const createPasses = ({ onRemoved }: PassesOptions = {}): TextPass =>
  chain([createCleanPass(onRemoved), createVoicePass(onRemoved), createSafetyPass(onRemoved), createFormatPass()])
