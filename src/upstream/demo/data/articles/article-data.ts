import type { DemoLocale } from '../../locale.ts'

/** One article of the help centre. */
export interface ArticleData {
  id: string
  /** Other words that people look for it by, in any language. */
  also: string
  text: Readonly<Record<DemoLocale, { title: string; summary: string; steps: readonly string[] }>>
}
