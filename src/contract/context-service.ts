import { z } from 'zod'
import type { ContextReason } from './errors.ts'

/** The context service's envelope. It is opened by the tool wrapper and never leaves it. */

export const principalSchema = z.object({ tenant_id: z.string().min(1), user_id: z.string().min(1) })
export type Principal = z.infer<typeof principalSchema>

export const ENVELOPE_MAJOR = '1'

export const enricherRequestSchema = z.object({
  principal: principalSchema,
  params: z.record(z.string(), z.unknown()),
})

export const contextPayloadSchema = z.looseObject({
  items: z.array(z.record(z.string(), z.unknown())).optional(),
})
export type ContextPayload = z.infer<typeof contextPayloadSchema>

export const envelopeSchema = z.looseObject({
  enricher_id: z.string(),
  domain_type: z.string(),
  principal: principalSchema,
  version: z.string(),
  status: z.string(),
  reason: z.string().optional(),
  partial: z.array(z.looseObject({ source: z.string(), reason: z.string() })).optional(),
  payload: contextPayloadSchema.nullish(),
})
export type EnricherEnvelope = z.infer<typeof envelopeSchema>

/** What is left of an envelope outside the wrapper. */
export type ContextResult =
  | { ok: true; domain_type: string; payload: ContextPayload; partial: boolean }
  | { ok: false; enricher_id: string; reason: ContextReason }

/** `response_id` is for the operator's log only. */
export type ContextCaller = { principal: Principal; response_id?: string }

/** The port. One call: pooled, time-boxed, never retried; it answers, it does not throw. */
export interface ContextService {
  enrich(enricher_id: string, params: Record<string, unknown>, caller: ContextCaller): Promise<ContextResult>
  close(): Promise<void>
}
