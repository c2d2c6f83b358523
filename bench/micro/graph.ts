import { AIMessage, HumanMessage, type BaseMessage } from '@langchain/core/messages'
import { Annotation, END, MessagesAnnotation, Send, START, StateGraph } from '@langchain/langgraph'
import { createOrchestrator, meterModel, type TurnIo } from '../../src/orchestrator/index.ts'
import createModel from '../model.ts'
import { messageFor, SUB_AGENTS } from '../turn-shape.ts'
import { timeRuns, type TimeOptions } from './time.ts'

export interface GraphTimes {
  /** route ─Send─► two compiled subgraphs ─► compose, all trivial: no model, no writer. */
  bare_us: number
  /** The orchestrator with the same two subgraphs: router's and composer's model calls, scopes, clocks, passes. */
  orchestrator_us: number
  /** The two model calls alone, by the same model. */
  model_us: number
}

/** Microseconds of CPU a run, 32 at once. */
export async function measureGraph(options: TimeOptions & { concurrency: number }): Promise<GraphTimes> {
  const message = messageFor({ chunks: 1, events: 0 })
  const sub_agents = SUB_AGENTS.map((id) => ({ definition: definitionOf(id), graph: trivialGraph() }))
  const bare = bareFanOut(sub_agents.map(({ graph }) => graph))
  const model = meterModel(createModel())
  const limits = { timeout_ms: 20_000, max_steps: 25 }
  const orchestrator = createOrchestrator({ model, sub_agents, limits })
  const router = createModel().bindTools(SUB_AGENTS.map((name) => ({ type: 'function', function: { name } })))
  const times = await timeRuns(
    {
      bare: () => bare.invoke({ message }),
      orchestrator: async () => {
        const { io, said } = quietTurn(message)
        const ending = await orchestrator.run(io)
        if (ending.as !== 'completed' || said() !== 1) throw new Error('The orchestrator did not answer in one chunk')
      },
      model: async () => {
        for await (const _ of await router.stream([new HumanMessage(message)]));
        for await (const _ of await model.stream([new HumanMessage(message)]));
      },
    },
    options,
  )
  return { bare_us: times.bare, orchestrator_us: times.orchestrator, model_us: times.model }
}

const definitionOf = (id: string) => ({
  id,
  vertical: 'bench',
  card: { description: `Asks ${id}.` },
  tools: [],
  build: () => trivialGraph(),
  onCancel: () => {},
})

const trivialGraph = () =>
  new StateGraph(MessagesAnnotation)
    .addNode('work', () => ({ messages: [new AIMessage('done')] }))
    .addEdge(START, 'work')
    .addEdge('work', END)
    .compile()

function bareFanOut(graphs: readonly ReturnType<typeof trivialGraph>[]) {
  const State = Annotation.Root({
    message: Annotation<string>,
    messages: Annotation<BaseMessage[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
  })
  const [alpha, beta] = graphs as [ReturnType<typeof trivialGraph>, ReturnType<typeof trivialGraph>]
  return new StateGraph(State)
    .addNode('route', () => ({}))
    .addNode('alpha', alpha)
    .addNode('beta', beta)
    .addNode('compose', () => ({}))
    .addEdge(START, 'route')
    .addConditionalEdges(
      'route',
      ({ message }) => SUB_AGENTS.map((name) => new Send(name, { messages: [new HumanMessage(message)] })),
      [...SUB_AGENTS],
    )
    .addEdge('alpha', 'compose')
    .addEdge('beta', 'compose')
    .addEdge('compose', END)
    .compile()
}

/** A turn with nothing below it: the sink counts text. */
function quietTurn(message: string): { io: TurnIo; said: () => number } {
  let said = 0
  const io: TurnIo = {
    turn: {
      response_id: 'resp_bench',
      conversation_id: 'conv_bench',
      locale: 'en',
      principal: { tenant_id: 'bench', user_id: 'bench' },
      signal: new AbortController().signal,
      context: {
        enrich: async (enricher_id) => ({ ok: false, enricher_id, reason: 'upstream_unavailable' }),
        async close() {},
      },
      newId: (kind) => kind,
    },
    message,
    emit_node_events: false,
    emit: ({ event_type }) => {
      if (event_type === 'text') said += 1
    },
    writerFor: () => () => {},
    words: () => '',
    fill: () => 0,
    noteUsage() {},
    noteLate() {},
    pace: async () => {},
    noteError(where, error) {
      throw new Error(`${where} failed`, { cause: error })
    },
  }
  return { io, said: () => said }
}
