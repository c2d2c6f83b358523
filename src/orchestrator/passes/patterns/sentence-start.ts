import { anyOf, CharSet } from './char-set.ts'

export const LINE_END = new CharSet(anyOf('\n'))
export const SENTENCE_END = new CharSet(anyOf('.!?…:\n'))
/** May stand between the end of a sentence and the next one's first letter. */
export const BETWEEN_SENTENCES = new CharSet(anyOf(' \t"\'“”‘’«»()[]*_#>-–—¿¡\u00a0\u202f'))
