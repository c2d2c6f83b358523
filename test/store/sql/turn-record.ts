import type { AuditEntry, Principal, StoredEvent, TurnRecord, UsageRow } from '../../../src/contract/index.ts'
import { stampAll, text } from '../../log/stamp.ts'

export const ALICE: Principal = { tenant_id: 'acme', user_id: 'alice' }
export const BOB: Principal = { tenant_id: 'acme', user_id: 'bob' }
export const EVE: Principal = { tenant_id: 'evil', user_id: 'alice' }

export const AT = Date.UTC(2026, 4, 15, 18)

export const event = (seq: number, event_type: string, at = AT + seq): StoredEvent => ({
  seq,
  at,
  agent_kind: 'offers',
  event: { event_type, n: seq },
})

export const entry = (
  action_id: string,
  parent_id: string | null,
  action: AuditEntry['action'] = parent_id === null ? 'message_received' : 'model_call',
): AuditEntry => ({ action_id, parent_id, action, at: AT, detail: { b: 'ü', a: { d: 1.5, c: [null, 'x'] } } })

export const usageRow = (id: string, row: Partial<UsageRow> = {}): UsageRow => ({
  id,
  response_id: 'resp_1',
  ...ALICE,
  agent_id: 'offers',
  model: 'small',
  input_tokens: 10,
  output_tokens: 5,
  reasoning_tokens: 2,
  cached_tokens: 1,
  cost_micro_usd: 7,
  ttft_ms: 3,
  total_ms: 20,
  outcome: 'ok',
  provider_id: 'prov_1',
  at: AT,
  ...row,
})

type Parts = Partial<Omit<TurnRecord, 'turn'>> & {
  id?: string
  conversation_id?: string
  at?: number
  turn?: Partial<TurnRecord['turn']>
}

/** A whole turn, as it would be kept. */
export function turnRecord({
  id = 'resp_1',
  conversation_id = 'conv_1',
  at = AT,
  turn = {},
  ...parts
}: Parts = {}): TurnRecord {
  const frames = stampAll(
    [
      { event_type: 'response_id' },
      { event_type: 'episode', episode_id: conversation_id },
      text(`Grüße, 世界 🎉 \u0000\u2028 "${id}" \ud800`),
      { event_type: 'completed' },
    ],
    id,
  )
  return {
    principal: ALICE,
    turn: {
      response_id: id,
      conversation_id,
      status: 'completed',
      last_seq: frames.length,
      created_at: new Date(at).toISOString(),
      ended_at: new Date(at + 123).toISOString(),
      usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3, reasoning_tokens: 0, cached_tokens: 0 },
      ...turn,
    },
    user_message: { id: `${id}_u`, role: 'user', content: `Hello \u0000 ${id}`, created_at: at },
    assistant_message: {
      id: `${id}_a`,
      conversation_id,
      run_id: id,
      role: 'assistant',
      content_items: [{ type: 'message', sequence: 0, timestamp: at + 1, content: 'Grüße 🎉' }],
      created_at: at + 1,
      completed_at: at + 123,
      duration_ms: 122,
      tokens_used: null,
      incomplete: false,
    },
    frames,
    events: [event(1, 'searching_offers', at), event(2, 'text', at), event(3, 'searching_offers', at + 9)],
    usage: [usageRow(`${id}_call`, { response_id: id, at })],
    audit: [entry(`${id}_root`, null), entry(`${id}_model`, `${id}_root`)],
    ...parts,
  }
}
