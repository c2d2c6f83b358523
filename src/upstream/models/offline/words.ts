import { STOP_WORDS } from './lexicon.ts'

/** A word of a text: as written, where, and folded (lower case, without accents). */
export interface Word {
  raw: string
  folded: string
  start: number
  end: number
}

export const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(/[\p{L}\p{N}\p{M}]+/gu), ({ 0: raw, index }) => ({
    raw,
    folded: fold(raw),
    start: index,
    end: index + raw.length,
  }))
}

/** The text as folded words with one space between: what patterns are tried on. */
export const foldedText = (text: string): string =>
  wordsOf(text)
    .map((word) => word.folded)
    .join(' ')

/** Endings that number, gender and tense add in the three languages. One is taken off, then a last vowel. */
const ENDINGS: readonly (readonly [ending: string, shortest: number, becomes: string])[] = [
  ['ies', 5, 'y'],
  ['eaux', 6, 'eau'],
  ['ing', 6, ''],
  ['ed', 5, ''],
  ['es', 5, ''],
  ['s', 4, ''],
  ['x', 5, ''],
]

/** A light stem, so that "offers" meets "offer" and "ofertas" meets "oferta". */
export function stem(folded: string): string {
  let word = folded
  for (const [ending, shortest, becomes] of ENDINGS) {
    if (word.length < shortest || !word.endsWith(ending) || word.endsWith('ss')) continue
    word = word.slice(0, -ending.length) + becomes
    break
  }
  return word.length > 4 && /[aeo]$/.test(word) ? word.slice(0, -1) : word
}

export const isStopWord = (folded: string): boolean => STOP_WORDS.has(folded) || /^\p{L}$/u.test(folded)

/** What the text is about: the stems of its words, without stop words. */
export const termsOf = (text: string): string[] =>
  wordsOf(text)
    .filter((word) => !isStopWord(word.folded))
    .map((word) => stem(word.folded))
