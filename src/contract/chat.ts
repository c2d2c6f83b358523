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
    .string({ error: (issue) => (issue.input === undefined ? 'is required' : 'must be a string') })
    .min(1, 'must not be empty')
    .max(32_000, 'must be at most 32,000 characters')
    .describe('What the user says: 1 to 32,000 characters. Required'),
  conversation_id: z
    .string('must be a string')
    .min(1, 'must not be empty')
    .max(128, 'must be at most 128 characters')
    .optional()
    .describe('The conversation to go on with, from an earlier turn’s `episode`. Left out: a new one'),
  locale: z
    .string('must be a string')
    .max(64, 'must be at most 64 characters')
    .refine(isLocale, 'must be a BCP 47 language tag, for example en, es or fr-CA')
    .optional()
    .describe(
      'The language of the answer, BCP 47. Left out: `Accept-Language`, else `en`. A language without words of its own is answered in English',
    ),
  on_disconnect: z
    .enum(ON_DISCONNECT, { error: 'must be cancel or continue' })
    .default('cancel')
    .describe('`cancel` stops a turn that has lost its last reader, after a grace; `continue` lets it run to its end'),
  flags: z
    .record(z.string().regex(/^ai_assistant_[a-z0-9_]+$/), z.boolean('must be true or false'), {
      error: ({ code }) =>
        code === 'invalid_key' ? 'is no flag: a flag is named ai_assistant_…' : 'must be an object of true and false',
    })
    .optional()
    .describe('Switches `ai_assistant_…` flags on or off for this turn'),
  emit_node_events: z
    .boolean('must be true or false')
    .default(false)
    .describe('Sends `node_enter` and `node_exit` too'),
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
