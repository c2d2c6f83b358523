import type { ContextService, Principal } from './context-service.ts'

/** What everything below a turn can reach: handed down ambiently, never as a parameter. */
export interface TurnContext {
  readonly response_id: string
  readonly conversation_id: string
  readonly locale: string
  readonly principal: Principal
  /** Aborted when the turn is cancelled or past its deadline. */
  readonly signal: AbortSignal
  readonly context: ContextService
  /** An id unique in this turn: call_1, call_2, … */
  newId(kind: string): string
}
