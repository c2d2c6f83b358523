import { HumanMessage, isBaseMessage } from '@langchain/core/messages'
import { isGraphInterrupt } from '@langchain/langgraph'
import type { SubAgentGraph } from '../kit/index.ts'
import { runInScope, type ContextCall, type Scope } from '../write/index.ts'
import type { CompiledSubAgent } from './compiled-sub-agent.ts'
import { apart } from './lean-runs.ts'
import { createLogShare } from './log-share.ts'
import type { Outcome } from './outcome.ts'
import { isRateLimit } from './rate-limit.ts'
import type { TurnIo } from './turn-io.ts'

export interface DispatchLimits {
  readonly timeout_ms: number
  readonly max_steps: number
}

/** How long a sub-agent's cancellation handler may take. */
export const CANCEL_HANDLER_MS = 2_000

/** A sub-agent that did not do what it is for. Its message is for operators. */
export class SubAgentError extends Error {
  readonly type = 'sub_agent'
}

/** Made once: to make an error is dear, and every run needs this one. */
const HAS_ENDED = new SubAgentError('has ended')

/**
 * Runs one sub-agent: in its own scope, against its own clock, apart from its siblings. It answers how that went; only
 * the turn's own end and a pause are thrown. At the turn's end its cancellation handler runs, if it was still at work:
 * one that had ended before has nothing open.
 */
export async function dispatch(
  io: TurnIo,
  sub_agent: CompiledSubAgent,
  request: string,
  limits: DispatchLimits,
): Promise<Outcome> {
  const sub_agent_id = sub_agent.definition.id
  const calls: ContextCall[] = []
  // One controller per run: a shared signal would keep LangGraph's listeners.
  const controller = new AbortController()
  const stop = () => controller.abort(io.turn.signal.reason)
  io.turn.signal.throwIfAborted()
  io.turn.signal.addEventListener('abort', stop)
  const timer = setTimeout(
    () => controller.abort(new SubAgentError(`took longer than ${limits.timeout_ms} ms`)),
    limits.timeout_ms,
  )
  const write = io.writerFor(sub_agent_id)
  // A sub-agent that was given up may still be running; nobody hears it any more.
  let silenced = false
  const share = createLogShare(io)
  const isHeard = (event: unknown): boolean => {
    if (!silenced && share.isSpent()) {
      silenced = true
      controller.abort(new SubAgentError('wrote more than a turn can hold'))
    }
    if (silenced) io.noteLate(nameOf(event))
    return !silenced
  }
  const scope: Scope = {
    turn: io.turn,
    sub_agent_id,
    signal: controller.signal,
    write(event) {
      if (!isHeard(event)) return
      write(event)
      share.note()
    },
    emit(event) {
      if (!isHeard(event)) return
      io.emit(event)
      share.note()
    },
    noteContextCall: (call) => calls.push(call),
    noteToolError: (tool, error) => io.noteError(`${sub_agent_id}: tool ${tool}`, error),
  }
  const ended = (report: string, end: Outcome['ended']): Outcome => ({
    sub_agent_id,
    report,
    partial: calls.some(({ outcome }) => outcome === 'partial'),
    ended: end,
  })
  try {
    const result = await untilAborted(
      runInScope(scope, () => apart(() => start(sub_agent, request, scope, limits))),
      controller.signal,
    )
    return ended(reportOf(result), contextEnd(calls))
  } catch (error) {
    if (isGraphInterrupt(error)) throw error
    silenced = true
    if (io.turn.signal.aborted) await releaseCancelled(io, sub_agent)
    io.turn.signal.throwIfAborted()
    io.noteError(`sub-agent ${sub_agent_id}`, error)
    return ended('', { as: 'failed', rate_limited: isRateLimit(error) })
  } finally {
    clearTimeout(timer)
    io.turn.signal.removeEventListener('abort', stop)
    // What the sub-agent left running has nobody to work for.
    controller.abort(HAS_ENDED)
  }
}

/** The sub-agent's own cancellation handler: time-boxed, and its failure is nobody's but the operator's. */
async function releaseCancelled(io: TurnIo, { definition }: CompiledSubAgent): Promise<void> {
  const { response_id, conversation_id, principal } = io.turn
  const handled = Promise.try(() => definition.onCancel({ response_id, conversation_id, principal }))
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new SubAgentError(`onCancel took longer than ${CANCEL_HANDLER_MS} ms`)),
    CANCEL_HANDLER_MS,
  ).unref()
  await Promise.race([handled, late]).catch((error) => io.noteError(`${definition.id}: onCancel`, error))
  clearTimeout(timer)
}

/** Whatever was written, by whomever: a writer never throws. */
function nameOf(event: unknown): string {
  try {
    const name = (event as { event_type?: unknown } | null | undefined)?.event_type
    return typeof name === 'string' ? name : ''
  } catch {
    return ''
  }
}

async function start(
  { definition, graph }: CompiledSubAgent,
  request: string,
  scope: Scope,
  limits: DispatchLimits,
): Promise<unknown> {
  definition.onStart?.()
  // Every sub-agent's start comes before any one's work, so that their first statuses are combined.
  await undefined
  return graph.invoke({ messages: [new HumanMessage(request)] }, {
    signal: scope.signal,
    recursionLimit: limits.max_steps,
    // LangGraph's two places for a writer, so that getWriter(), config.writer and runtime.writer reach the one sink.
    // A nested run prefers the signals it inherited over its own: without them the sub-agent's own clock can stop it.
    writer: scope.write,
    configurable: { writer: scope.write, __pregel_abort_signals: undefined },
  } as Parameters<SubAgentGraph['invoke']>[1])
}

/** A graph that does not listen to its signal is left behind. */
function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

function reportOf(result: unknown): string {
  const messages = (result as { messages?: unknown } | null | undefined)?.messages
  const last: unknown = Array.isArray(messages) ? messages.at(-1) : undefined
  if (!isBaseMessage(last)) throw new SubAgentError('ended without a message')
  return last.text
}

/** Several failed calls make one record: the first. */
function contextEnd(calls: readonly ContextCall[]): Outcome['ended'] {
  const failure = calls.find((call) => call.outcome === 'error')
  if (failure === undefined) return { as: 'ok' }
  const { enricher_id, reason } = failure
  return { as: 'context_error', enricher_id, reason, useful: calls.some(({ outcome }) => outcome !== 'error') }
}
