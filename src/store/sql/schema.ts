import type { Kysely, Transaction } from 'kysely'
import type { Budget, TurnStatus, UsageRow } from '../../contract/index.ts'

/** The tables, wide on purpose: a turn is one row, and is read and written whole. Times are milliseconds. */
export interface Tables {
  turns: {
    response_id: string
    tenant_id: string
    user_id: string
    conversation_id: string
    status: TurnStatus
    last_seq: number
    created_at: number
    ended_at: number | null
    /** JSON, as are `frames` and `events`: null when there is none, or when it was swept. */
    usage: string | null
    frames: string | null
    events: string | null
  }
  conversations: { tenant_id: string; user_id: string; id: string; last_position: number; last_at: number }
  messages: {
    id: string
    tenant_id: string
    user_id: string
    conversation_id: string
    role: 'user' | 'assistant'
    /** Its place in its conversation, from 1. */
    position: number
    created_at: number
    document: string
  }
  /** How often a turn or another flow wrote a registered id. `run_id` is the turn's response_id in a chat. */
  emissions: {
    tenant_id: string
    user_id: string
    flow: 'chat' | 'dm' | 'scheduled'
    run_id: string
    event_id: string
    times: number
    last_at: number
  }
  flows: {
    tenant_id: string
    user_id: string
    flow: 'dm' | 'scheduled'
    run_id: string
    last_at: number
    events: string | null
  }
  usage: UsageRow
  budgets: Budget & { tenant_id: string }
  audit: {
    tenant_id: string
    number: number
    user_id: string
    response_id: string
    action_id: string
    parent_id: string | null
    action: string
    at: number
    detail: string
    previous_hash: string
    hash: string
  }
  /** The end of each tenant's chain. Its row is what serialises the writers of a tenant. */
  chains: { tenant_id: string; number: number; hash: string }
}

export type Database = Kysely<Tables>
export type Writing = Transaction<Tables>
