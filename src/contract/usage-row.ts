import { z } from 'zod'

export const CALL_OUTCOMES = ['ok', 'error', 'cancelled'] as const

/** One call of a language model, also one that failed. */
export const usageRowSchema = z.object({
  id: z.string(),
  response_id: z.string(),
  tenant_id: z.string(),
  user_id: z.string(),
  /** The sub-agent that called, or `orchestrator`. */
  agent_id: z.string(),
  model: z.string(),
  input_tokens: z.int().nonnegative(),
  output_tokens: z.int().nonnegative(),
  reasoning_tokens: z.int().nonnegative(),
  cached_tokens: z.int().nonnegative(),
  /** Millionths of a US dollar; 0 where the model has no price. */
  cost_micro_usd: z.int().nonnegative(),
  /** To the first token; null when none came. */
  ttft_ms: z.int().nonnegative().nullable(),
  total_ms: z.int().nonnegative(),
  outcome: z.enum(CALL_OUTCOMES),
  /** The provider's own id of the answer. */
  provider_id: z.string().nullable(),
  /** Milliseconds. */
  at: z.int(),
})
export type UsageRow = z.infer<typeof usageRowSchema>

export const USAGE_GROUPS = ['day', 'agent', 'model'] as const
export type UsageGroup = (typeof USAGE_GROUPS)[number]

export const usageTotalSchema = z.object({
  /** The group's value: 2026-05-15, a sub-agent's id or a model's name. */
  key: z.string(),
  calls: z.int(),
  failed: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  reasoning_tokens: z.int(),
  cached_tokens: z.int(),
  cost_micro_usd: z.int(),
})
export type UsageTotal = z.infer<typeof usageTotalSchema>

export const BUDGET_PERIODS = ['day', 'month'] as const
/** How many tokens a tenant's agent may use in a calendar day or month, UTC. `agent_id` `*` is all of them together. */
export const budgetSchema = z.object({
  agent_id: z.string().min(1).max(64),
  period: z.enum(BUDGET_PERIODS),
  max_tokens: z.int().positive(),
})
export type Budget = z.infer<typeof budgetSchema>
