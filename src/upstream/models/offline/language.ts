import { DEFAULT_LOCALE } from '../../../contract/index.ts'

/** The languages whose words are in lexicon.ts. Any other is answered in English. */
export const LANGUAGES = ['en', 'es', 'fr'] as const

/** The locale to write in: a regional one stays regional. */
export const spokenLocale = (locale: string): string =>
  (LANGUAGES as readonly string[]).includes(locale.split('-')[0]?.toLowerCase() ?? '') ? locale : DEFAULT_LOCALE

/** "a, b, and c", by the locale's own grammar. */
export const listOf = (locale: string, parts: readonly string[]): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
