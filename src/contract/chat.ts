import { z } from 'zod'
import type { Principal } from './context-service.ts'
import { usageSchema, type Frame, type FramePayload } from './frames.ts'

export const ON_DISCONNECT = ['cancel', 'continue'] as const

export function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

export const chatRequestSchema = z.strictObject({
  message: z
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : undefined) })
    .min(1, 'must not be empty')
    .max(32_000, 'must be at most 32,000 characters'),
  conversation_id: z.string().min(1).max(128).optional(),
  locale: z.string().max(64).refine(isLocale, 'must be a BCP 47 language tag, for example en, es or fr-CA').optional(),
  on_disconnect: z.enum(ON_DISCONNECT).default('cancel'),
  flags: z.record(z.string(), z.boolean()).optional(),
  emit_node_events: z.boolean().default(false),
})
export type ChatRequest = z.input<typeof chatRequestSchema>
export type TurnRequest = z.output<typeof chatRequestSchema> & { locale: string; principal: Principal }

export const TURN_STATUSES = ['running', 'waiting_approval', 'completed', 'error', 'cancelled'] as const
export type TurnStatus = (typeof TURN_STATUSES)[number]

/** GET /v1/turns/{response_id}, and what a cancel answers. */
export const turnSchema = z.object({
  response_id: z.string(),
  conversation_id: z.string(),
  status: z.enum(TURN_STATUSES),
  last_seq: z.int().nonnegative(),
  created_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  usage: usageSchema.nullable(),
})
export type TurnSummary = z.infer<typeof turnSchema>

/** What a program gets from one whole turn. */
export type TurnResult = {
  response_id: string
  frames: Frame[]
  text: string
  statuses: { event_id: string; message?: string; event_ids?: string[] }[]
  components: FramePayload<'data_loaded' | 'component'>[]
  errors: FramePayload<'error'>[]
  terminal: Frame<'completed' | 'error' | 'cancelled'>
  usage: z.infer<typeof usageSchema> | null
  timings: { first_frame_ms: number; first_text_ms: number | null; total_ms: number }
}
