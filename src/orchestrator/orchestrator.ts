import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { ToolCall } from '@langchain/core/messages/tool'
import { entrypoint } from '@langchain/langgraph'
import type { FrameError } from '../contract/index.ts'
import type { CompiledSubAgent } from './compiled-sub-agent.ts'
import { dispatch, type DispatchLimits } from './dispatch.ts'
import { judgeOutcomes, type Outcome } from './outcome.ts'
import { composerMessages, routerMessages, subAgentFunction } from './prompts.ts'
import { isRateLimit } from './rate-limit.ts'
import { createSpeech, speakAnswer } from './speak.ts'
import { getTurnIo, inNode, runWithTurnIo, type TurnIo } from './turn-io.ts'

/**
 *   message ─► route ─┬─► sub-agent ─┐
 *               │     ├─► sub-agent ─┼─► compose ─► passes ─► text
 *               │     └─► …          ┘
 *               └─ no sub-agent fits: the answer itself ─► passes ─► text
 *
 * One LangGraph run a turn, of one step: every further superstep or task would cost a tenth of the turn, and would only
 * pay where its result is kept (docs/bench.md).
 */

/** How a turn ended; the turn makes its terminal frame of it. */
export type Ending = { as: 'completed' } | { as: 'error'; error: FrameError }

export interface Orchestrator {
  /**
   * Speaks and writes to the turn's sink. Rejects only when the turn was stopped, and then once what it had begun has
   * unwound, cancellation handlers included.
   */
  run(io: TurnIo): Promise<Ending>
}

/** How many sub-agents one turn may ask; a model that calls more gets the first ones. */
export const MAX_FAN_OUT = 8

type Call = { sub_agent_id: string; request: string }

export function createOrchestrator(options: {
  model: BaseChatModel
  sub_agents: readonly CompiledSubAgent[]
  limits: DispatchLimits
}): Orchestrator {
  const { model, limits } = options
  const sub_agents = new Map(options.sub_agents.map((sub_agent) => [sub_agent.definition.id, sub_agent]))
  const router = bindFunctions(model, options.sub_agents)

  const route = async (): Promise<Call[]> => {
    const io = getTurnIo()
    const speech = createSpeech(io)
    const called = await speakAnswer(speech, router, routerMessages(io), io.turn.signal)
    speech.end()
    const calls = callsOf(called, sub_agents, io.message)
    if (calls.length === 0 && !speech.said) throw new Error('The model neither answered nor asked a sub-agent.')
    return calls
  }

  const ask = ({ sub_agent_id, request }: Call): Promise<Outcome> =>
    inNode(sub_agent_id, 'sub_agent', () =>
      dispatch(getTurnIo(), sub_agents.get(sub_agent_id) as CompiledSubAgent, request, limits),
    )

  const compose = async (outcomes: readonly Outcome[]): Promise<Ending> => {
    const io = getTurnIo()
    const verdict = judgeOutcomes(outcomes)
    if (verdict !== undefined && !verdict.is_final) io.emit({ event_type: 'error', ...verdict })
    const speech = createSpeech(io)
    for (const words of apologies(io, outcomes, verdict?.error)) speech.paragraph(words)
    const reports = outcomes.filter(({ ended }) => ended.as === 'ok' || (ended.as === 'context_error' && ended.useful))
    if (reports.length > 0) {
      speech.paragraph('')
      await speakAnswer(speech, model, composerMessages(io, reports), io.turn.signal)
    }
    speech.end()
    if (!speech.said) throw new Error('The model composed nothing.')
    return verdict?.is_final === true ? { as: 'error', error: verdict.error } : { as: 'completed' }
  }

  const answer = async (): Promise<Ending> => {
    const calls = await inNode('route', 'router', route)
    if (calls.length === 0) return { as: 'completed' }
    await getTurnIo().pace()
    const asked = calls.map(ask)
    // All of them, also when the turn ends: each has a cancellation handler to wait for.
    await Promise.allSettled(asked)
    const outcomes = await Promise.all(asked)
    return inNode('compose', 'composer', () => compose(outcomes))
  }

  /** LangGraph leaves an aborted run behind; here it can still be waited for. */
  const working = new WeakMap<TurnIo, Promise<Ending>>()
  const graph = entrypoint('orchestrator', (_message: string): Promise<Ending> => {
    const work = answer()
    working.set(getTurnIo(), work)
    return work
  })

  return {
    run: (io) =>
      runWithTurnIo(io, async (): Promise<Ending> => {
        try {
          return await graph.invoke(io.message, { signal: io.turn.signal })
        } catch (error) {
          if (io.turn.signal.aborted) await working.get(io)?.catch(() => {})
          return fail(io, error)
        }
      }),
  }
}

/** Nothing could be composed: the user hears it in plain words, the client by its code, the operator in full. */
function fail(io: TurnIo, error: unknown): Ending {
  io.turn.signal.throwIfAborted()
  io.noteError('orchestrator', error)
  const limited = isRateLimit(error)
  const speech = createSpeech(io)
  speech.paragraph(io.words(limited ? 'failure.rate_limit' : 'failure.internal'))
  speech.end()
  return { as: 'error', error: { code: limited ? 'RATE_LIMIT_ERROR' : 'INTERNAL_ERROR' } }
}

function bindFunctions(model: BaseChatModel, sub_agents: readonly CompiledSubAgent[]) {
  if (model.bindTools === undefined) throw new TypeError('The model cannot call functions: it has no bindTools.')
  return model.bindTools(sub_agents.map(({ definition }) => subAgentFunction(definition)))
}

/** The sub-agents the router asked for, each once, in its order. */
function callsOf(
  called: readonly ToolCall[],
  sub_agents: ReadonlyMap<string, CompiledSubAgent>,
  message: string,
): Call[] {
  const requests = new Map<string, string[]>()
  for (const { name, args } of called) {
    if (!sub_agents.has(name)) continue
    const request: unknown = args['request']
    const known = requests.get(name) ?? []
    known.push(typeof request === 'string' && request.trim() !== '' ? request : message)
    requests.set(name, known)
  }
  return [...requests]
    .slice(0, MAX_FAN_OUT)
    .map(([sub_agent_id, parts]) => ({ sub_agent_id, request: parts.join('\n') }))
}

/** What the user hears about what went wrong: the orchestrator's own words, in the user's language. */
function apologies(io: TurnIo, outcomes: readonly Outcome[], error: FrameError | undefined): Iterable<string> {
  if (error?.code === 'RATE_LIMIT_ERROR') return [io.words('failure.rate_limit')]
  const about = (key: string, sub_agent_id: string): string => {
    const topic = io.words(`topic.${sub_agent_id}`)
    return topic === '' ? io.words(key) : io.words(`${key}_topic`, { topic })
  }
  const words = outcomes.flatMap(({ sub_agent_id, ended }) => {
    if (ended.as === 'ok') return []
    if (ended.as === 'context_error') return [about('failure.context', sub_agent_id)]
    return [about(outcomes.length === 1 ? 'failure.sub_agent' : 'failure.partial', sub_agent_id)]
  })
  for (const { sub_agent_id, partial } of outcomes) if (partial) words.push(about('caveat.partial', sub_agent_id))
  return new Set(words)
}
