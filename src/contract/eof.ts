import { z } from 'zod'
import { TURN_STATUSES } from './chat.ts'
import { EOF_ERROR_CODES } from './errors.ts'

/** Why one read of a turn ended. */
export const EOF_REASONS = {
  complete: 'The turn has ended well, and this is all of it.',
  error: 'The turn ended in an error; `error` says of which kind.',
  aborted:
    'The turn was cancelled. `has_more`, because its answer is not whole; but nothing more comes of it: ask again.',
  time_limit: 'The read took its `time_limit_ms`. Go on after `ending_state.after`.',
  state_limit: 'The read gave its `max_frames`. Go on after `ending_state.after`.',
} as const
export type EofReason = keyof typeof EOF_REASONS

/** The last line of an NDJSON answer, once. It is no frame: it has no envelope and no number. */
export const eofSchema = z.strictObject({
  event_type: z.literal('eof'),
  reason: z.enum(Object.keys(EOF_REASONS) as [EofReason, ...EofReason[]]),
  has_more: z.boolean(),
  /** The number after which the next read begins. */
  ending_state: z.strictObject({ after: z.int().nonnegative() }),
  /** Only with reason `error`. */
  error: z.strictObject({ code: z.enum(EOF_ERROR_CODES), message: z.string() }).optional(),
  /** What this read gave, and how long it took. */
  request_progress: z.strictObject({ frames: z.int().nonnegative(), elapsed_ms: z.int().nonnegative() }),
  /** How the turn stands. */
  run_progress: z.strictObject({ status: z.enum(TURN_STATUSES), last_seq: z.int().nonnegative() }),
})
export type Eof = z.infer<typeof eofSchema>

/** After these there is something left to read, or to ask for again. */
export const hasMore = (reason: EofReason): boolean =>
  reason === 'time_limit' || reason === 'state_limit' || reason === 'aborted'
