import { HumanMessage, type BaseMessage } from '@langchain/core/messages'
import type { ContextResult, ContextService, StatusEvent, TrustedEvent } from '../../src/contract/index.ts'
import type { SubAgentDefinition } from '../../src/kit/index.ts'
import { createOfflineModel } from '../../src/upstream/models/index.ts'
import { createWriter, runInScope, type ContextCall, type Scope } from '../../src/write/index.ts'
import { phrases } from '../upstream/models/shipped-phrases.ts'

/** A Wednesday. */
export const NOW = new Date('2026-05-13T15:00:00Z')

export type Item = Record<string, unknown>

/** What the context service answers, by enricher; one that is left out does not answer. */
export type Answers = Record<
  string,
  (params: Record<string, unknown>) => readonly Item[] | ContextResult | Promise<readonly Item[]>
>

/** A context service that answers from a table. */
export const answering = (answers: Answers): ContextService => ({
  async enrich(enricher_id, params) {
    const answer = await answers[enricher_id]?.(params)
    if (answer === undefined) return { ok: false, enricher_id, reason: 'upstream_unavailable' }
    return 'ok' in answer ? answer : { ok: true, domain_type: 'list', payload: { items: [...answer] }, partial: false }
  },
  close: async () => {},
})

export interface Run {
  report: string
  /** In the order in which the writer got them. */
  events: (StatusEvent | TrustedEvent)[]
  /** What the context service was asked. */
  asked: { enricher_id: string; params: Record<string, unknown> }[]
  /** How its context calls ended, and what tools threw. */
  calls: ContextCall[]
  tool_errors: unknown[]
}

export interface RunOptions {
  locale?: string
  controller?: AbortController
  /** Called with every event as it is written. */
  onEvent?: (event: StatusEvent | TrustedEvent) => void
}

/** Runs a sub-agent for real, as a turn would: its graph, its tools, the offline model, an ambient scope. */
export async function runSubAgent(
  definition: SubAgentDefinition,
  request: string,
  context: ContextService,
  { locale = 'en', controller = new AbortController(), onEvent }: RunOptions = {},
): Promise<Run> {
  const run: Run = { report: '', events: [], asked: [], calls: [], tool_errors: [] }
  const note = (event: StatusEvent | TrustedEvent) => {
    run.events.push(event)
    onEvent?.(event)
  }
  let ids = 0
  const scope: Scope = {
    turn: {
      response_id: 'resp_1',
      conversation_id: 'conv_1',
      locale,
      principal: { tenant_id: 'dev', user_id: 'dev' },
      signal: controller.signal,
      context: {
        enrich: (enricher_id, params, caller) => {
          run.asked.push({ enricher_id, params })
          return context.enrich(enricher_id, params, caller)
        },
        close: () => context.close(),
      },
      newId: (kind) => `${kind}_${(ids += 1)}`,
    },
    sub_agent_id: definition.id,
    signal: controller.signal,
    write: createWriter({
      status: note,
      refused: (refusal, id) => {
        throw new Error(`refused: ${refusal} ${id}`)
      },
    }),
    emit: note,
    noteContextCall: (call) => run.calls.push(call),
    noteToolError: (_name, error) => run.tool_errors.push(error),
  }
  const graph = await definition.build({
    model: createOfflineModel({ phrases, now: () => NOW }),
    tools: definition.tools,
  })
  const result = await runInScope(scope, () => {
    definition.onStart?.()
    return graph.invoke({ messages: [new HumanMessage(request)] }, { signal: controller.signal })
  })
  run.report = (result as { messages: BaseMessage[] }).messages.at(-1)?.text ?? ''
  return run
}

/** The events' names, tools with the tool's: a run at a glance. */
export const outline = ({ events }: Run): string[] =>
  events
    .filter(({ event_type }) => event_type !== 'tool_result')
    .map((event) =>
      event.event_type === 'tool_call_start' || event.event_type === 'tool_call_end'
        ? `${event.event_type} ${(event as { tool_call: { name: string } }).tool_call.name}`
        : event.event_type,
    )

/** The events of one name, with their fields. */
export const eventsOf = <T extends TrustedEvent['event_type']>({ events }: Run, type: T) =>
  events.filter((event) => event.event_type === type) as Extract<TrustedEvent, { event_type: T }>[]
