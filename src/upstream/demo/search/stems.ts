import { STOP_WORDS } from './stop-words.ts'

/** Without case and accents: Café → cafe, Œufs → oeufs. */
export const fold = (text: string): string =>
  text.toLowerCase().replaceAll('œ', 'oe').normalize('NFD').replaceAll(/\p{M}/gu, '')

/**
 * The words of a text that say something, as stems: galletas and galleta, pizzas and pizza, chiens and chien are one.
 * Breakfast is one word, in French too: it is no small lunch. A stop word is one as it is written, accents and all: French `thé` is tea, English `the` is nothing.
 */
export const stems = (text: string): string[] =>
  (
    text
      .toLowerCase()
      .replaceAll(/petit[ -]d[ée]jeuner/g, 'petitdéjeuner')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word))
    .map((word) => stem(fold(word)))

/** Plurals and the last vowel off: rough, the same for the three languages, and enough for a shop window. */
export function stem(folded: string): string {
  const singular = folded.length > 3 ? folded.replace(/(?<!s)[sx]$/, '') : folded
  return singular.length > 3 ? singular.replace(/[aeo]$/, '').replace(/y$/, 'i') : singular
}
