import { AIMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ccsTool, getStreamWriter, getTurn, type SubAgentGraph } from '../../src/kit/index.ts'
import { dispatch, SubAgentError } from '../../src/orchestrator/dispatch.ts'
import { recordedTurn } from '../support/recorded-turn.ts'

const graphOf = (run: () => unknown): SubAgentGraph =>
  new StateGraph(MessagesAnnotation)
    .addNode('only', async () => (await run()) as { messages: AIMessage[] })
    .addEdge(START, 'only')
    .addEdge('only', END)
    .compile() as SubAgentGraph

const sub_agent = (graph: SubAgentGraph, onCancel: () => void | Promise<void> = () => {}) => ({
  definition: { id: 'shop', vertical: 'shop', card: { description: 'x' }, tools: [], build: () => graph, onCancel },
  graph,
})

const done = { messages: [new AIMessage('the report')] }
const LIMITS = { timeout_ms: 10_000, max_steps: 25 }
const never = () => new Promise<never>(() => {})

it('a sub-agent’s last message is its report', async () => {
  const { io } = recordedTurn()
  expect(await dispatch(io, sub_agent(graphOf(() => done)), 'go', LIMITS)).toEqual({
    sub_agent_id: 'shop',
    report: 'the report',
    partial: false,
    ended: { as: 'ok' },
  })
})

it('a sub-agent’s onStart comes before its graph, and one that throws is a failed sub-agent', async () => {
  const { io, statuses } = recordedTurn()
  const write = (where: string) => getStreamWriter()({ event_type: 'searching_offers', where })
  const made = sub_agent(
    graphOf(() => {
      write('graph')
      return done
    }),
  )
  await dispatch(io, { ...made, definition: { ...made.definition, onStart: () => write('start') } }, 'go', LIMITS)
  expect(statuses.map(({ event }) => event['where'])).toEqual(['start', 'graph'])
  const onStart = () => {
    throw new Error('boom')
  }
  const outcome = await dispatch(io, { ...made, definition: { ...made.definition, onStart } }, 'go', LIMITS)
  expect(outcome.ended).toEqual({ as: 'failed', rate_limited: false })
})

const loop = new StateGraph(MessagesAnnotation)
  .addNode('again', () => done)
  .addEdge(START, 'again')
  .addEdge('again', 'again')
  .compile() as unknown as SubAgentGraph

it.each<[string, SubAgentGraph]>([
  ['throws', graphOf(() => Promise.reject(new Error('boom')))],
  ['returns no message', { invoke: async () => ({ messages: [] }) }],
  ['returns nonsense', { invoke: async () => 42 }],
  ['returns nothing', { invoke: async () => undefined }],
  ['takes too many steps', loop],
])('a sub-agent that %s has failed, and only operators hear why', async (_name, graph) => {
  const { io, errors } = recordedTurn()
  const outcome = await dispatch(io, sub_agent(graph), 'go', LIMITS)
  expect(outcome).toMatchObject({ report: '', ended: { as: 'failed', rate_limited: false } })
  expect(errors).toHaveLength(1)
})

it('a sub-agent takes no more steps than it may', async () => {
  const { io, errors } = recordedTurn()
  let steps = 0
  const counting = new StateGraph(MessagesAnnotation)
    .addNode('again', () => {
      steps += 1
      return done
    })
    .addEdge(START, 'again')
    .addEdge('again', 'again')
    .compile() as unknown as SubAgentGraph
  await dispatch(io, sub_agent(counting), 'go', { ...LIMITS, max_steps: 7 })
  expect(steps).toBe(7)
  expect(String(errors[0]?.error)).toMatch(/recursion/i)
})

it('a sub-agent’s clock stops it, nested graphs included, and what it writes afterwards is late', async () => {
  const { io, errors, late, statuses } = recordedTurn()
  const stopped = Promise.withResolvers<unknown>()
  const inner = graphOf(async () => {
    const { signal } = getTurn()
    const write = getStreamWriter()
    await new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        stopped.resolve(signal.reason)
        setImmediate(() => {
          write({ event_type: 'searching_offers' })
          resolve()
        })
      })
    })
    return done
  })
  const outcome = await dispatch(io, sub_agent(graphOf(() => inner.invoke({ messages: [] }))), 'go', {
    ...LIMITS,
    timeout_ms: 20,
  })
  expect(outcome.ended).toEqual({ as: 'failed', rate_limited: false })
  expect(await stopped.promise).toBeInstanceOf(SubAgentError)
  expect(String(errors[0]?.error)).toContain('took longer than 20 ms')
  await vi.waitFor(() => expect(late).toEqual(['searching_offers']))
  expect(statuses).toEqual([])
})

it('the signal that LangGraph gives a nested node is the sub-agent’s own', async () => {
  const { io } = recordedTurn()
  const aborted = Promise.withResolvers<unknown>()
  const inner = new StateGraph(MessagesAnnotation)
    .addNode('only', async (_state, config) => {
      config.signal?.addEventListener('abort', () => aborted.resolve(config.signal?.reason))
      return never()
    })
    .addEdge(START, 'only')
    .addEdge('only', END)
    .compile()
  await dispatch(io, sub_agent(graphOf(() => inner.invoke({ messages: [] }))), 'go', { ...LIMITS, timeout_ms: 20 })
  expect(await aborted.promise).toBeInstanceOf(SubAgentError)
})

it('R-3: when the turn ends, the sub-agent is stopped and its cancellation handler runs, even one that fails', async () => {
  const { io, controller, errors } = recordedTurn()
  const onCancel = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('handler')))
  const running = dispatch(io, sub_agent(graphOf(never), onCancel), 'go', LIMITS)
  controller.abort(new Error('cancelled'))
  await expect(running).rejects.toThrow('cancelled')
  expect(onCancel).toHaveBeenCalledWith({
    response_id: 'resp_test',
    conversation_id: 'conv_test',
    principal: { tenant_id: 'dev', user_id: 'dev' },
  })
  expect(errors.map(({ where }) => where)).toEqual(['shop: onCancel'])
})

const lookUp = (enricher: string) =>
  ccsTool({ name: `get_${enricher}`, description: 'looks up', enricher, schema: z.object({}) })

it.each([
  [
    'the first of several failed context calls is its record',
    { b: { ok: false as const, enricher_id: 'b', reason: 'unauthorized' as const } },
    { as: 'context_error', enricher_id: 'a', reason: 'upstream_unavailable', useful: false },
  ],
  [
    'one call that worked makes its report useful',
    { b: { ok: true as const, domain_type: 'x', payload: { items: [] }, partial: false } },
    { as: 'context_error', enricher_id: 'a', reason: 'upstream_unavailable', useful: true },
  ],
])('a context error is noted: %s', async (_name, context, ended) => {
  const { io } = recordedTurn({ context })
  const graph = graphOf(async () => {
    await lookUp('a').invoke({})
    await lookUp('b').invoke({})
    return done
  })
  expect((await dispatch(io, sub_agent(graph), 'go', LIMITS)).ended).toEqual(ended)
})

it('once the turn is cancelled no new context call starts', async () => {
  const { io, controller, calls } = recordedTurn()
  const started = Promise.withResolvers<void>()
  const tried = Promise.withResolvers<unknown>()
  const graph = graphOf(async () => {
    started.resolve()
    const { signal } = getTurn()
    await new Promise((resolve) => signal.addEventListener('abort', resolve))
    await lookUp('a').invoke({}).then(tried.resolve, tried.resolve)
    return done
  })
  const running = dispatch(io, sub_agent(graph), 'go', LIMITS).catch(() => {})
  await started.promise
  controller.abort(new Error('cancelled'))
  await running
  expect(await tried.promise).toBeInstanceOf(Error)
  expect(calls).toEqual([])
})
