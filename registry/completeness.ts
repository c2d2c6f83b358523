import { DEFAULT_LOCALE, localeChain, type RegistryEntry } from '../src/contract/index.ts'
import type { Locales } from './locales.ts'
import { table } from './table.ts'

/** What a language still lacks. A report: the user reads the default language there. */
export interface LanguageCompleteness {
  language: string
  /** Render keys of active entries, and how many of them have words in this language. */
  total: number
  translated: number
  missing: { id: string; vertical: string; render_key: string }[]
}

/** fr-CA need not repeat what fr says; but English standing in for French is a gap. */
export function completenessOf(entries: readonly RegistryEntry[], locales: Locales): LanguageCompleteness[] {
  const active = entries.filter((entry) => entry.lifecycle === 'active')
  return [...locales.keys()].sort().map((language) => {
    const own = localeChain(language).filter((each) => each !== DEFAULT_LOCALE || language.startsWith(DEFAULT_LOCALE))
    const missing = active
      .filter((entry) => !own.some((each) => locales.get(each)?.has(entry.default_render_key)))
      .map((entry) => ({ id: entry.id, vertical: entry.vertical, render_key: entry.default_render_key }))
    return { language, total: active.length, translated: active.length - missing.length, missing }
  })
}

export const formatCompleteness = (languages: readonly LanguageCompleteness[]): string =>
  table(
    ['language', 'words', 'missing'],
    languages.map(({ language, total, translated, missing }) => [
      language,
      `${translated}/${total}`,
      missing.map(({ render_key }) => render_key).join(', ') || '–',
    ]),
  )
