import { listOf } from './language.ts'
import type { Phrasebook } from './phrasebook.ts'
import type { Prompt, ToolResult } from './read-prompt.ts'
import { readResult, scalarsOf, titleOf, type Item } from './read-result.ts'
import { spelled } from './small-talk.ts'

/** How many titles a sentence names, and how long they may be together. One is always named. */
const MAX_TITLES = 3
const MAX_TITLE_CHARACTERS = 180

/**
 * What a sub-agent reports: a sentence or two for each tool's answer, in the words of its vertical. What could not be
 * looked up is only told when there is nothing else: the orchestrator has its own words for it.
 */
export function report(prompt: Prompt, results: readonly ToolResult[], phrases: Phrasebook): string {
  const useful = results.filter((result) => readResult(result).kind !== 'unavailable')
  const sentences = (useful.length > 0 ? useful : results).map((result) => sentence(result, prompt.locale, phrases))
  return [...new Set(sentences)].filter((text) => text !== '').join(' ')
}

function sentence(result: ToolResult, locale: string, phrases: Phrasebook): string {
  const reading = readResult(result)
  if (reading.kind === 'text') return reading.text
  const query = typeof result.args['query'] === 'string' ? result.args['query'].trim() : ''
  const asked = { query, has_query: query === '' ? 'no' : 'yes' }
  const first = (keys: readonly string[], fields: Record<string, unknown>) =>
    keys.map((key) => phrases.message(locale, key, fields)).find((text) => text !== undefined) ?? ''

  if (reading.kind === 'unavailable') return first([`answers.${result.name}_unavailable`, 'offline.unavailable'], asked)
  if (reading.items.length === 0) return first([`answers.${result.name}_none`, 'offline.nothing'], asked)

  const titles = [...new Set(reading.items.map(titleOf))].filter((title) => title !== undefined)
  const named = titles
    .slice(0, MAX_TITLES)
    .filter((_, index, all) => index === 0 || all.slice(0, index + 1).join().length <= MAX_TITLE_CHARACTERS)
  const one = reading.items[0] ?? {}
  const fields = {
    ...scalarsOf(one),
    ...sumsOf(reading.items),
    ...asked,
    count: reading.items.length,
    titles: listOf(locale, named),
    titles_left: titles.length - named.length,
  }
  const own = phrases.message(locale, `answers.${result.name}`, fields)
  if (own !== undefined) return own
  return titles.length > 0
    ? first(['offline.found'], fields)
    : first(['offline.facts'], { facts: factsOf(one, locale) })
}

/** What the numbers of the items come to, as `sum_<field>`. */
function sumsOf(items: readonly Item[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const item of items)
    for (const [name, value] of Object.entries(scalarsOf(item)))
      if (typeof value === 'number') sums[`sum_${name}`] = (sums[`sum_${name}`] ?? 0) + value
  return sums
}

/** For an answer that nobody wrote words for: "status on its way and minutes 12". */
const factsOf = (item: Item, locale: string): string =>
  listOf(
    locale,
    Object.entries(scalarsOf(item))
      .filter(([name]) => name !== 'id')
      .map(([name, value]) => `${spelled(name)}: ${shown(value, locale)}`),
  )

const shown = (value: string | number | boolean | Date, locale: string): string =>
  value instanceof Date
    ? value.toLocaleDateString(locale, { dateStyle: 'medium' })
    : typeof value === 'number'
      ? value.toLocaleString(locale)
      : String(value)
