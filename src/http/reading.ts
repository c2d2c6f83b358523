import {
  EOF_ERRORS,
  hasMore,
  type BrokenRule,
  type Eof,
  type EofReason,
  type NumberedFrame,
} from '../contract/index.ts'
import type { Dialect, FrameChecker } from '../wire/index.ts'

export interface ReadingOptions {
  dialect: Dialect
  checker: FrameChecker
  /** Frames that are sent, at most. */
  max_frames?: number | undefined
  now?: () => number
}

type RunProgress = Eof['run_progress']

/**
 *   group ─► check ─► select ─► as many as may be sent ─► encode
 *
 * One read of a turn: what it has taken from the log, what it has sent, and why it is over.
 */
export class Reading {
  readonly #dialect: Dialect
  readonly #checker: FrameChecker
  readonly #max_frames: number
  readonly #now: () => number
  readonly #begun: number
  #sent = 0
  #limit: 'time_limit' | 'state_limit' | undefined

  constructor({ dialect, checker, max_frames = Infinity, now = () => performance.now() }: ReadingOptions) {
    this.#dialect = dialect
    this.#checker = checker
    this.#max_frames = max_frames
    this.#now = now
    this.#begun = now()
  }

  /** The text of what is sent of these; empty when this version has none of them. */
  take(group: readonly NumberedFrame[]): string {
    if (this.#max_frames === Infinity) return this.#text(this.#checker.check(group))
    let text = ''
    for (const entry of group) {
      text += this.#text(this.#checker.check([entry]))
      if (this.over) break
      if (this.#sent >= this.#max_frames) {
        this.#limit = 'state_limit'
        break
      }
    }
    return text
  }

  /** The time is up. */
  stop(): void {
    this.#limit ??= 'time_limit'
  }

  /** The log could not be read to its end: the text of what is sent instead, past every bound. */
  fail(rule?: BrokenRule): string {
    return this.#text(this.#checker.fail(rule))
  }

  get over(): boolean {
    return this.#limit !== undefined || this.#checker.ended
  }

  /** How the turn ended, when this read has come to its end. Otherwise only the dispatcher knows how it stands. */
  get ended(): RunProgress | undefined {
    const { terminal, last_seq } = this.#checker
    return terminal && { status: terminal.event_type as RunProgress['status'], last_seq }
  }

  /** How the turn stands as far as this read knows. */
  get known(): RunProgress {
    return this.ended ?? { status: 'running', last_seq: this.#checker.last_seq }
  }

  eof(run_progress: RunProgress): Eof {
    const reason = this.#reason()
    const { broken = 'internal_error', last_seq } = this.#checker
    return {
      event_type: 'eof',
      reason,
      has_more: hasMore(reason),
      ending_state: { after: last_seq },
      ...(reason === 'error' && { error: { code: broken, message: EOF_ERRORS[broken] } }),
      request_progress: { frames: this.#sent, elapsed_ms: Math.round(this.#now() - this.#begun) },
      run_progress,
    }
  }

  /** The turn's own end, or a broken one, tells more than the bound that it was met at. */
  #reason(): EofReason {
    if (this.#checker.ended) return REASONS[this.ended?.status ?? 'error'] ?? 'error'
    return this.#limit ?? 'error'
  }

  #text(entries: readonly NumberedFrame[]): string {
    const selected = this.#dialect.select(entries)
    this.#sent += selected.length
    return this.#dialect.encode(selected)
  }
}

const REASONS: Partial<Record<RunProgress['status'], EofReason>> = {
  completed: 'complete',
  error: 'error',
  cancelled: 'aborted',
}
