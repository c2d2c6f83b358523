import type { ContextResult, StatusEvent, TrustedEvent, Usage } from '../../src/contract/index.ts'
import type { TurnIo } from '../../src/orchestrator/index.ts'
import { createWriter, type Refusal } from '../../src/write/index.ts'

/** A TurnIo that records: for what stands below a turn. Its context service answers from a table. */
export function recordedTurn(
  options: {
    context?: Record<string, ContextResult>
    message?: string
    emit_node_events?: boolean
    fill?: () => number
  } = {},
) {
  const controller = new AbortController()
  const statuses: { event: StatusEvent; sub_agent_id: string }[] = []
  const events: TrustedEvent[] = []
  const refused: { refusal: Refusal; id: string | null }[] = []
  const errors: { where: string; error: unknown }[] = []
  const late: string[] = []
  const usages: Usage[] = []
  const calls: { enricher_id: string; params: Record<string, unknown> }[] = []
  const counters = new Map<string, number>()
  const io: TurnIo = {
    turn: {
      response_id: 'resp_test',
      conversation_id: 'conv_test',
      locale: 'en',
      principal: { tenant_id: 'dev', user_id: 'dev' },
      signal: controller.signal,
      context: {
        async enrich(enricher_id, params) {
          calls.push({ enricher_id, params })
          return options.context?.[enricher_id] ?? { ok: false, enricher_id, reason: 'upstream_unavailable' }
        },
        async close() {},
      },
      newId(kind) {
        const count = (counters.get(kind) ?? 0) + 1
        counters.set(kind, count)
        return `${kind}_${count}`
      },
    },
    message: options.message ?? 'hello',
    emit_node_events: options.emit_node_events ?? false,
    emit: (event) => events.push(event),
    writerFor: (sub_agent_id) =>
      createWriter({
        status: (event) => statuses.push({ event, sub_agent_id }),
        refused: (refusal, id) => refused.push({ refusal, id }),
      }),
    words: (key, fields) => `<${[key, ...Object.values(fields ?? {})].join(' ')}>`,
    pace: async () => {},
    fill: options.fill ?? (() => 0),
    noteUsage: (usage) => usages.push(usage),
    noteLate: (event_type) => late.push(event_type),
    noteError: (where, error) => errors.push({ where, error }),
  }
  return { io, controller, statuses, events, refused, errors, late, usages, calls }
}
