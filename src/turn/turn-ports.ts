import type { CancelCode, ContextService, FrameLog, TurnRequest, TurnSummary } from '../contract/index.ts'
import type { Orchestrator } from '../orchestrator/index.ts'
import type { Cohorts, Renderer } from '../policy/index.ts'
import type { Pacer } from './pacer.ts'
import type { ObserveTurn } from './turn-observer.ts'

export type StoppedBy = 'client' | 'disconnect' | 'shutdown' | 'idle'

/** One turn, as those see it who started it. */
export interface Turn {
  readonly response_id: string
  readonly request: TurnRequest
  summary(): TurnSummary
  /** Ends the turn with `cancelled`, at once. Nothing happens when it has ended. `by` is for the operator's log. */
  cancel(code: CancelCode, by: StoppedBy): void
  /** Resolves when the terminal frame is in the log. */
  readonly ended: Promise<void>
  /** Resolves when nothing of it runs any more, cancellation handlers included. Work that heeds no signal keeps it. */
  readonly unwound: Promise<void>
}

/** Who keeps turns. Both are called at once, where it happens. */
export interface TurnKeeper {
  /** The terminal frame is in the log. */
  ended(turn: Turn): void
  /** A model's report came after the end: the summary is another one now. */
  usageGrew(turn: Turn): void
}

export interface TurnServices {
  log: FrameLog
  cohorts: Cohorts
  renderer: Renderer
  orchestrator: Orchestrator
  context: ContextService
  pacer: Pacer
  observe: ObserveTurn
  limits: { batch_window_ms: number; idle_timeout_ms: number; deadline_ms: number }
  /** Wall-clock milliseconds. */
  now: () => number
}
