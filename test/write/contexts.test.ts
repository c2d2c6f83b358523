import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import { RunnableLambda } from '@langchain/core/runnables'
import { tool } from '@langchain/core/tools'
import {
  END,
  getWriter,
  MessagesAnnotation,
  START,
  StateGraph,
  type LangGraphRunnableConfig,
} from '@langchain/langgraph'
import { ToolNode } from '@langchain/langgraph/prebuilt'
import { createAgent, type ToolRuntime } from 'langchain'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool, emitStatus, getStreamWriter, type SubAgentGraph } from '../../src/kit/index.ts'
import { dispatch } from '../../src/orchestrator/dispatch.ts'
import { OutsideTurnError } from '../../src/write/index.ts'
import { recordedTurn } from '../support/recorded-turn.ts'
import { ScriptedModel } from '../support/scripted-model.ts'

const DONE = { messages: [new AIMessage('done')] }
const write = (where: string) => getStreamWriter()({ event_type: 'searching_offers', where })

const oneNode = (run: (state: unknown, config: LangGraphRunnableConfig) => unknown): SubAgentGraph =>
  new StateGraph(MessagesAnnotation)
    .addNode('only', async (state, config) => {
      await run(state, config)
      return DONE
    })
    .addEdge(START, 'only')
    .addEdge('only', END)
    .compile() as SubAgentGraph

const writingTool = (where: string) =>
  tool(
    async () => {
      write(where)
      return 'ok'
    },
    { name: 'probe', description: 'writes', schema: z.object({}) },
  )

const callProbe = new AIMessage({
  content: '',
  tool_calls: [{ name: 'probe', args: {}, id: 'call_a', type: 'tool_call' }],
})

/** Calls the tool `probe` once, then says done. */
const proberModel = () =>
  new ScriptedModel((messages) =>
    messages.at(-1) instanceof ToolMessage ? 'done' : { calls: [{ name: 'probe', args: {} }] },
  )

/** Every place from which a sub-agent may write. */
const CONTEXTS: Record<string, () => SubAgentGraph> = {
  'a node': () => oneNode(() => write('a node')),
  'a nested subgraph': () =>
    new StateGraph(MessagesAnnotation)
      .addNode('inner', oneNode(() => write('a nested subgraph')) as never)
      .addEdge(START, 'inner')
      .addEdge('inner', END)
      .compile() as SubAgentGraph,
  'sub.invoke()': () => {
    const inner = oneNode(() => write('sub.invoke()'))
    return oneNode(() => inner.invoke({ messages: [] }))
  },
  'a ToolNode tool': () =>
    new StateGraph(MessagesAnnotation)
      .addNode('call', () => ({ messages: [callProbe] }))
      .addNode('tools', new ToolNode([writingTool('a ToolNode tool')]))
      .addEdge(START, 'call')
      .addEdge('call', 'tools')
      .addEdge('tools', END)
      .compile() as SubAgentGraph,
  'a createAgent tool': () =>
    createAgent({ model: proberModel(), tools: [writingTool('a createAgent tool')] }) as unknown as SubAgentGraph,
  'a RunnableLambda': () => {
    const lambda = RunnableLambda.from(async () => write('a RunnableLambda'))
    return oneNode((_state, config) => lambda.invoke(null, config))
  },
  'sub.invoke() inside a tool': () => {
    const inner = oneNode(() => write('sub.invoke() inside a tool'))
    const nested = tool(
      async () => {
        await inner.invoke({ messages: [] })
        return 'ok'
      },
      { name: 'probe', description: 'nests', schema: z.object({}) },
    )
    return createAgent({ model: proberModel(), tools: [nested] }) as unknown as SubAgentGraph
  },
  'timers and Promise.all': () =>
    oneNode(async () => {
      await Promise.all([
        new Promise<void>((resolve) => {
          setTimeout(() => {
            write('timers and Promise.all')
            resolve()
          }, 1)
        }),
        Promise.resolve().then(() => undefined),
      ])
    }),
}

const run = async (graph: SubAgentGraph) => {
  const turn = recordedTurn()
  const definition = {
    id: 'shop',
    vertical: 'shop',
    card: { description: 'x' },
    tools: [],
    build: () => graph,
    onCancel() {},
  }
  const outcome = await dispatch(turn.io, { definition, graph }, 'go', { timeout_ms: 10_000, max_steps: 25 })
  return { ...turn, outcome }
}

it.each(Object.keys(CONTEXTS))('FR-3: the ambient writer reaches the one sink from %s', async (where) => {
  const { statuses, outcome, errors } = await run((CONTEXTS[where] as () => SubAgentGraph)())
  expect(errors).toEqual([])
  expect(outcome.ended).toEqual({ as: 'ok' })
  expect(statuses).toEqual([{ event: { event_type: 'searching_offers', where }, sub_agent_id: 'shop' }])
})

it.each([
  ['getWriter() in a node', () => oneNode(() => getWriter()?.({ event_type: 'searching_offers' }))],
  ['config.writer in a node', () => oneNode((_state, config) => config.writer?.({ event_type: 'searching_offers' }))],
  [
    'config.writer in a nested sub.invoke()',
    () => {
      const inner = oneNode((_state, config) => config.writer?.({ event_type: 'searching_offers' }))
      return oneNode(() => inner.invoke({ messages: [] }))
    },
  ],
  [
    'getWriter() in a createAgent tool',
    () => {
      const probe = tool(
        async () => {
          getWriter()?.({ event_type: 'searching_offers' })
          return 'ok'
        },
        { name: 'probe', description: 'writes', schema: z.object({}) },
      )
      return createAgent({ model: proberModel(), tools: [probe] }) as unknown as SubAgentGraph
    },
  ],
  [
    'runtime.writer in a createAgent tool',
    () => {
      const probe = tool(
        async (_input, runtime: ToolRuntime) => {
          runtime.writer?.({ event_type: 'searching_offers' })
          return 'ok'
        },
        { name: 'probe', description: 'writes', schema: z.object({}) },
      )
      return createAgent({ model: proberModel(), tools: [probe] }) as unknown as SubAgentGraph
    },
  ],
  ['emitStatus', () => oneNode(() => emitStatus('searching_offers' as never))],
])('FR-3: %s reaches the same sink', async (_name, make) => {
  const { statuses } = await run(make())
  expect(statuses).toEqual([{ event: { event_type: 'searching_offers' }, sub_agent_id: 'shop' }])
})

it('two sub-agents at once keep their writers apart', async () => {
  const slow = oneNode(async () => {
    await new Promise((resolve) => setImmediate(resolve))
    write('here')
  })
  const turn = recordedTurn()
  const definition = (id: string) => ({
    id,
    vertical: id,
    card: { description: id },
    tools: [],
    build: () => slow,
    onCancel() {},
  })
  const limits = { timeout_ms: 10_000, max_steps: 25 }
  await Promise.all(
    ['shop', 'rewards'].map((id) => dispatch(turn.io, { definition: definition(id), graph: slow }, 'go', limits)),
  )
  expect(turn.statuses.map(({ sub_agent_id }) => sub_agent_id).toSorted()).toEqual(['rewards', 'shop'])
})

it('outside a turn the ambient writer throws an error that says so', () => {
  expect(() => getStreamWriter()).toThrow(OutsideTurnError)
})

it.each<[string, unknown, { refusal: string; id: string | null }]>([
  ['a sentence', 'Searching for offers…', { refusal: 'prose', id: null }],
  ['an object without an event_type', { message: 'Searching' }, { refusal: 'prose', id: null }],
  ['an event_type that is no string', { event_type: 7 }, { refusal: 'prose', id: null }],
  ['null', null, { refusal: 'prose', id: null }],
  ['a frame of the wire', { event_type: 'text', chunk: 'hi' }, { refusal: 'internal', id: 'text' }],
  [
    'an internal event',
    { event_type: 'support_content', content: 'x' },
    { refusal: 'internal', id: 'support_content' },
  ],
  ['a terminal frame', { event_type: 'completed' }, { refusal: 'internal', id: 'completed' }],
])('FR-3: the writer refuses %s and does not throw', async (_name, event, refusal) => {
  const { statuses, events, refused, outcome } = await run(oneNode(() => getStreamWriter()(event as never)))
  expect(refused).toEqual([refusal])
  expect([...statuses, ...events]).toEqual([])
  expect(outcome.ended).toEqual({ as: 'ok' })
})

it('an event that cannot be read is refused and does not fail its node', async () => {
  const cycle: Record<string, unknown> = { event_type: 'searching_offers' }
  cycle['self'] = cycle
  const { refused, outcome } = await run(oneNode(() => getStreamWriter()(cycle as never)))
  expect(refused).toEqual([{ refusal: 'unreadable', id: 'searching_offers' }])
  expect(outcome.ended).toEqual({ as: 'ok' })
})

it('FR-15: a tool of any make gets its boundary pair, also when it throws', async () => {
  const boom = defineTool({
    name: 'probe',
    description: 'throws',
    schema: z.object({}),
    run: () => {
      throw new Error('secret at /srv/host')
    },
  })
  let seen: BaseMessage[] = []
  const model = new ScriptedModel((messages) => {
    seen = messages
    return messages.at(-1) instanceof ToolMessage ? 'done' : { calls: [{ name: 'probe', args: {} }] }
  })
  const { events, outcome, errors } = await run(createAgent({ model, tools: [boom] }) as unknown as SubAgentGraph)
  expect(events.map(({ event_type }) => event_type)).toEqual(['tool_call_start', 'tool_result', 'tool_call_end'])
  expect(outcome.ended).toEqual({ as: 'ok' })
  expect(JSON.stringify(seen)).not.toContain('secret')
  expect(errors.map(({ where }) => where)).toEqual(['shop: tool probe'])
  expect(seen.at(0)).toBeInstanceOf(HumanMessage)
})
