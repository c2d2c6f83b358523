import { AsyncLocalStorage } from 'node:async_hooks'
import type { ContextReason, StatusEvent, TrustedEvent, TurnContext } from '../contract/index.ts'

/** Takes a status event; never throws. */
export type StreamWriter = (event: StatusEvent) => void

export type ContextCall =
  | { enricher_id: string; outcome: 'ok' | 'partial' }
  | { enricher_id: string; outcome: 'error'; reason: ContextReason }

/** What code below a turn can reach without being handed it. One per sub-agent's run, one for the orchestrator's own. */
export interface Scope {
  readonly turn: TurnContext
  /** Null for the orchestrator itself. */
  readonly sub_agent_id: string | null
  /** Aborted when the sub-agent must stop: the turn's end or its own time-out. */
  readonly signal: AbortSignal
  /** For sub-agents: registered status events only. */
  readonly write: StreamWriter
  /** For the kit and the orchestrator: every other event. */
  readonly emit: (event: TrustedEvent) => void
  /** Every context call of this sub-agent, as it ended. */
  readonly noteContextCall: (call: ContextCall) => void
  /** For operators: a tool threw. Nothing of it reaches the client or the model. */
  readonly noteToolError: (tool_name: string, error: unknown) => void
}

// Our own storage: LangGraph's ambient writer is lost inside tools, this one is not.
const storage = new AsyncLocalStorage<Scope>()

export const runInScope = <T>(scope: Scope, run: () => T): T => storage.run(scope, run)

export class OutsideTurnError extends Error {
  readonly type = 'outside_turn'
  constructor(what: string) {
    super(`${what} was called outside a turn. Call it while a sub-agent runs: in a node, a tool, or what they call.`)
  }
}

export function getScope(what: string): Scope {
  const scope = storage.getStore()
  if (scope === undefined) throw new OutsideTurnError(what)
  return scope
}

export const tryGetScope = (): Scope | undefined => storage.getStore()

export const getStreamWriter = (): StreamWriter => getScope('getStreamWriter()').write
