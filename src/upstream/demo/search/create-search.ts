import { conceptOf } from './concepts.ts'
import { stems } from './stems.ts'

/** What may be found: texts of it, and how much a word there counts. */
export type Field = readonly [text: string, weight: number]

/** A word that begins with the one asked for, and a word for the same kind of thing, count for less than the word. */
const PREFIX = 0.6
const CONCEPT = 0.5
const MIN_PREFIX = 4
/** What scores less than this part of the best is not what was meant. */
const CUT = 0.4

/**
 * Ranks items by a query. Items come in the order that decides between equals. A query that says nothing (`ignored`
 * are words that say nothing here) finds everything, in that order.
 */
export function createSearch<Item>(
  items: readonly Item[],
  fieldsOf: (item: Item) => readonly Field[],
  ignored = '',
): (query: string | undefined) => Item[] {
  const ignore = new Set(stems(ignored))
  const indexed = items.map((item) => ({ item, terms: fieldsOf(item).flatMap(termsOf) }))
  return (query) => {
    const asked = [...new Set(stems(query ?? ''))].filter((word) => !ignore.has(word)).map(withConcept)
    if (asked.length === 0) return [...items]
    const scored = indexed.map(({ item, terms }) => ({ item, score: score(asked, terms) }))
    const best = Math.max(...scored.map((one) => one.score))
    return scored
      .filter((one) => one.score > 0 && one.score >= best * CUT)
      .toSorted((a, b) => b.score - a.score)
      .map((one) => one.item)
  }
}

interface Word {
  word: string
  concept: number | undefined
}
type Term = Word & { weight: number }

const withConcept = (word: string): Word => ({ word, concept: conceptOf(word) })

const termsOf = ([text, weight]: Field): Term[] => stems(text).map((word) => ({ ...withConcept(word), weight }))

/** The best place of every word, added up; and less when only some of the words are there at all. */
function score(asked: readonly Word[], terms: readonly Term[]): number {
  const hits = asked
    .map((ask) => terms.reduce((best, term) => Math.max(best, term.weight * likeness(ask, term)), 0))
    .filter((hit) => hit > 0)
  return (hits.reduce((sum, hit) => sum + hit, 0) * hits.length) / asked.length
}

function likeness(ask: Word, { word, concept }: Word): number {
  if (word === ask.word) return 1
  if (ask.word.length >= MIN_PREFIX && word.startsWith(ask.word)) return PREFIX
  return concept !== undefined && concept === ask.concept ? CONCEPT : 0
}
