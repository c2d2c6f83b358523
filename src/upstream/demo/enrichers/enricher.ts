import { z } from 'zod'
import type { Principal } from '../../../contract/index.ts'
import { demoLocale, type DemoLocale } from '../locale.ts'

export interface EnricherCall {
  principal: Principal
  locale: DemoLocale
  now: Date
}

export type DemoItem = { id: string } & Record<string, unknown>

/** One enricher: what it may be asked, and the items that it answers. */
export interface Enricher {
  domain_type: string
  /** Items, or the problems with the params, each with the name of the field. */
  answer(params: Record<string, unknown>, call: Omit<EnricherCall, 'locale'>): Answer
}

export type Answer = { items: DemoItem[] } | { problems: string[] }

/** Any enricher may be told the language; what it is not told, or told null, it does without. */
const commonSchema = z.object({ locale: z.string().max(35).nullish() })

/** Makes an enricher of a schema and a function: params are checked here, for all of them alike. */
export function enricher<Schema extends z.ZodObject>(options: {
  domain_type: string
  params: Schema
  items(params: z.output<Schema>, call: EnricherCall): DemoItem[]
}): Enricher {
  return {
    domain_type: options.domain_type,
    answer: (params, { principal, now }) => {
      const common = commonSchema.safeParse(params)
      const own = options.params.safeParse(params)
      if (!common.success || !own.success)
        return { problems: [...(common.error?.issues ?? []), ...(own.error?.issues ?? [])].map(problem) }
      return { items: options.items(own.data, { principal, now, locale: demoLocale(common.data.locale ?? undefined) }) }
    },
  }
}

const problem = (issue: z.core.$ZodIssue) => `params.${issue.path.join('.')}: ${issue.message}`

export const queryParam = z.string().max(500).nullish()
export const limitParam = (fallback: number) =>
  z
    .int()
    .min(1)
    .max(50)
    .nullish()
    .transform((limit) => limit ?? fallback)
/** A day, or a moment of which only the day counts. */
export const dayParam = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: 'must be a date like 2026-05-15' })
  .transform((date) => date.slice(0, 10))
  .nullish()
