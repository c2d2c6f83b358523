/** Words in the user's language, by key; undefined when there are none, or when a field they need is missing. */
export interface Phrasebook {
  message(locale: string, key: string, fields: Record<string, unknown>): string | undefined
}
