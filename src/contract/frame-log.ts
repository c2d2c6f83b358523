import type { NumberedFrame } from './frames.ts'

/**
 * The frames of every turn, by number. Live tail, resume, replay and a second reader are all `tail`.
 * One writer a turn; any number of readers.
 */
export interface FrameLog {
  /** Makes an empty log. */
  open(response_id: string): void
  /** Appends in order. Throws LogFullError past the turn's bound, and appends nothing then. */
  append(response_id: string, entry: NumberedFrame): void
  /** The last number, or undefined when there is no such log. */
  lastSeq(response_id: string): number | undefined
  /** How much of the turn's bounds is used, from 0 to 1; more than 1 while a full log is being closed. */
  fill(response_id: string): number
  /** Everything after `after`, as it comes, in groups of what is there; ends behind the terminal frame. */
  tail(response_id: string, after: number, signal: AbortSignal): AsyncIterable<readonly NumberedFrame[]>
  /** Forgets the log. */
  drop(response_id: string): void
}

export class LogFullError extends Error {
  readonly type = 'log_full'
  constructor(limit: string) {
    super(`The turn's frame log is full: ${limit}`)
  }
}
