import type { AuditEntry, AuditRow } from './audit.ts'
import type { TurnSummary } from './chat.ts'
import type { Principal } from './context-service.ts'
import type { NumberedFrame } from './frames.ts'
import type { AssistantMessage, MessagesPage, UserMessage } from './messages.ts'
import type { Budget, UsageGroup, UsageRow, UsageTotal } from './usage-row.ts'

/** One event as the writer had it, for a turn or for another flow. */
export type StoredEvent = {
  /** Its place among its turn's events, from 1. */
  seq: number
  /** Milliseconds. */
  at: number
  /** The sub-agent that wrote it, or `orchestrator`. */
  agent_kind: string
  event: { event_type: string } & Record<string, unknown>
}

/** All that is kept of one turn, written once. */
export type TurnRecord = {
  principal: Principal
  turn: TurnSummary
  user_message: UserMessage
  assistant_message: AssistantMessage
  frames: readonly NumberedFrame[]
  events: readonly StoredEvent[]
  usage: readonly UsageRow[]
  audit: readonly AuditEntry[]
}

/** Events of a flow that is no chat turn: a direct message, a schedule. */
export type FlowRecord = {
  principal: Principal
  flow: 'dm' | 'scheduled'
  /** The caller's own id of the run: the same one again is the same record. */
  run_id: string
  events: readonly StoredEvent[]
}

export type Page = { limit: number; before?: string | undefined }
export type UsageQuery = { tenant_id: string; group: UsageGroup; from: number; to: number }

export type Retention = {
  frames_ms: number
  events_ms: number
  messages_ms: number
  usage_ms: number
}
export type Swept = Record<'frames' | 'events' | 'messages' | 'usage', number>

/**
 * What outlives the process: embedded or PostgreSQL, the same behaviour on both. Every read is for one principal: what
 * is another's is as absent as what never was.
 */
export interface Store {
  /** In one transaction, with others' turns where they come together. The same turn again changes nothing. */
  saveTurn(record: TurnRecord): Promise<void>
  saveFlow(record: FlowRecord): Promise<void>

  findTurn(response_id: string, principal: Principal): Promise<TurnSummary | undefined>
  /** Undefined when the turn is not known; empty when its frames are no longer kept. */
  readFrames(response_id: string, principal: Principal): Promise<readonly NumberedFrame[] | undefined>
  readEvents(response_id: string, principal: Principal): Promise<readonly StoredEvent[] | undefined>
  hasConversation(conversation_id: string, principal: Principal): Promise<boolean>
  /** The newest page first, ascending within it; undefined when there is no such conversation. */
  readMessages(conversation_id: string, principal: Principal, page: Page): Promise<MessagesPage | undefined>
  /** When an id was last written, and how often since a time: for all tenants. */
  countEmissions(event_id: string, since: number): Promise<{ count: number; last_at: number | null }>

  readUsage(query: UsageQuery): Promise<readonly UsageTotal[]>
  /** Input and output tokens of a tenant's agent (`*`: of all) since a time. */
  sumTokens(tenant_id: string, agent_id: string, since: number): Promise<number>
  readBudgets(tenant_id: string): Promise<readonly Budget[]>
  setBudgets(tenant_id: string, budgets: readonly Budget[]): Promise<void>

  /** Of one turn, in the order of their numbers. */
  readAudit(response_id: string, principal: Principal): Promise<readonly AuditRow[] | undefined>
  /** Every tenant's chain, row by row in order. */
  walkAudit(): AsyncIterable<AuditRow>

  /** Removes what is older, at most `max_rows` of each table; answers how many went. */
  sweep(retention: Retention, now: number, max_rows: number): Promise<Swept>
  /** Rejects when the store can't be used now. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The store can't be used, or did not answer in time. What was asked may or may not have happened. */
export class StoreError extends Error {
  readonly type = 'store'
}
