import type { Frame, Policy } from '../contract/index.ts'
import type { Refusal } from '../write/index.ts'
import type { Violation } from './sequencer.ts'

/** What operators get to know of one turn: counted and logged by whoever listens. */
export interface TurnObserver {
  frame(frame: Frame, since_start_ms: number): void
  decided(event_type: string, policy: Policy, vertical: string, sub_agent_id: string | null): void
  /** An id that the scan could not know turned out wrong. */
  unregistered(id: string, why: 'unregistered' | 'not_owner' | 'deprecated', sub_agent_id: string | null): void
  /** A write that was no status event. */
  refused(refusal: Refusal, id: string | null, sub_agent_id: string): void
  /** Words that could not be made. */
  unrendered(id: string): void
  /** How long one write took, down to the frame log. Sampled. */
  wrote(ms: number): void
  /** A write after the turn's end. */
  late(event_type: string): void
  violation(violation: Violation): void
  error(where: string, error: unknown): void
  /** `stopped_by` when it was cancelled. */
  ended(stopped_by?: string): void
}

export type ObserveTurn = (turn: {
  response_id: string
  conversation_id: string
  experiment_arm: string
  agent_definition_version: string
}) => TurnObserver
