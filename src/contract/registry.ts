import { z } from 'zod'
import { START_PROBLEM_CODES } from './errors.ts'
import { STATUS_ID } from './events.ts'

/** What a vertical declares, and what a check of it answers. */

export const POLICIES = ['forward', 'transform', 'suppress', 'batch'] as const
export type Policy = (typeof POLICIES)[number]

export const LIFECYCLES = ['active', 'deprecated'] as const
export type Lifecycle = (typeof LIFECYCLES)[number]

export const FLAG_NAME = /^ai_assistant_[a-z0-9_]+$/

/** One entry of a status_events.yaml. */
export const statusEntrySchema = z
  .strictObject({
    id: z.string().regex(STATUS_ID, 'must match ^[a-z][a-z0-9_]{2,63}$'),
    description: z.string().min(1),
    default_render_key: z.string().min(1),
    default_policy: z.enum(POLICIES),
    emitter_subagents: z.array(z.string().min(1)).min(1),
    lifecycle: z.enum(LIFECYCLES),
    deprecated_on: z.iso.date().optional(),
    deprecation_note: z.string().min(1).optional(),
    batch_group: z.string().min(1).optional(),
    min_interval_ms: z.int().positive().optional(),
  })
  .superRefine((entry, context) => {
    for (const field of ['deprecated_on', 'deprecation_note'] as const) {
      if (entry.lifecycle === 'deprecated' && entry[field] === undefined)
        context.addIssue({ code: 'custom', path: ['lifecycle'], message: `a deprecated entry needs ${field}` })
      if (entry.lifecycle === 'active' && entry[field] !== undefined)
        context.addIssue({ code: 'custom', path: [field], message: `an active entry has no ${field}` })
    }
  })
export type StatusEntry = z.infer<typeof statusEntrySchema>

/** A message, and the shorter form used when several are combined. */
export const localeStringSchema = z.union([
  z.string().min(1),
  z.strictObject({ message: z.string().min(1), short: z.string().min(1).optional() }),
])
export type LocaleString = { message: string; short?: string }

/** One entry of platform/policy.yaml: what changes for the cohort whose flag is on. */
export const policyOverrideSchema = z.strictObject({
  flag: z.string().regex(FLAG_NAME, 'must be named ai_assistant_…'),
  event_id: z.string().min(1),
  policy: z.enum(POLICIES).optional(),
  render_key: z.string().min(1).optional(),
})
export type PolicyOverride = z.infer<typeof policyOverrideSchema>

export const flagsSchema = z.record(z.string().regex(FLAG_NAME, 'must be named ai_assistant_…'), z.boolean())

export const agentDefinitionSchema = z.looseObject({ id: z.string().min(1), version: z.string().min(1) })

/** Where something stands in a file of the root; lines and columns from 1. */
export const placeSchema = z.object({ file: z.string(), line: z.int().positive(), column: z.int().positive() })
export type Place = z.infer<typeof placeSchema>

export const problemSchema = placeSchema.extend({
  code: z.enum(START_PROBLEM_CODES),
  message: z.string(),
  remedy: z.string(),
})
export type StartProblem = z.infer<typeof problemSchema>

export const registryEntrySchema = z.object({
  ...statusEntrySchema.shape,
  /** `platform` or the vertical whose fragment holds it. */
  vertical: z.string(),
  place: placeSchema,
  /** Languages that have its words. */
  locales: z.array(z.string()),
})
export type RegistryEntry = z.infer<typeof registryEntrySchema>

/** Merged from all fragments, frozen at start, served at GET /v1/registry. */
export type EffectiveRegistry = {
  /** A hash of everything below. */
  readonly version: string
  readonly agent_definition: { readonly id: string; readonly version: string }
  readonly verticals: readonly string[]
  readonly entries: readonly RegistryEntry[]
  /** language → render key → words */
  readonly locales: Readonly<Record<string, Readonly<Record<string, LocaleString>>>>
  readonly overrides: readonly PolicyOverride[]
  readonly flags: Readonly<Record<string, boolean>>
}

export const VERDICTS = ['ok', 'unregistered', 'not_owner', 'deprecated', 'prose', 'dynamic', 'internal'] as const
export type Verdict = (typeof VERDICTS)[number]

/** One place where a sub-agent writes to the writer; `id` is null when it can't be known statically. */
export const emissionSchema = z.object({
  sub_agent: z.string(),
  id: z.string().nullable(),
  ...placeSchema.shape,
  verdict: z.enum(VERDICTS),
})
export type Emission = z.infer<typeof emissionSchema>

export const DEFAULT_LOCALE = 'en'

/** fr-CA → fr → en */
export function localeChain(locale: string): string[] {
  const parts = locale.split('-')
  const chain = parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
  return chain.includes(DEFAULT_LOCALE) ? chain : [...chain, DEFAULT_LOCALE]
}
