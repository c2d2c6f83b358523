export const DEMO_LOCALES = ['en', 'es', 'fr'] as const
export type DemoLocale = (typeof DEMO_LOCALES)[number]

/** The same words in every language of the demo. */
export type Words = Readonly<Record<DemoLocale, string>>

/** The language of a BCP 47 tag, or English: `fr-CA` is French. */
export function demoLocale(tag: string | undefined): DemoLocale {
  const language = tag?.split('-')[0]?.toLowerCase()
  return DEMO_LOCALES.find((known) => known === language) ?? 'en'
}
