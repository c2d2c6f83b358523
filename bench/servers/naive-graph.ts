import type { AIMessageChunk } from '@langchain/core/messages'
import { HumanMessage, SystemMessage } from '@langchain/core/messages'
import { tool } from '@langchain/core/tools'
import { Annotation, END, Send, START, StateGraph, type LangGraphRunnableConfig } from '@langchain/langgraph'
import { z } from 'zod'
import createModel from '../model.ts'
import { shapeOf, TOOL_NAMES, type SUB_AGENTS } from '../turn-shape.ts'
import { status, step, text, toolCall, usage } from './frames.ts'

/**
 *   START ─► route ─Send─┬─► alpha ─┐
 *                        └─► beta ──┴─► compose ─► END
 *
 * What a team would write first with LangGraph's own documentation open: a router with bound tools, `Send` to compiled
 * subgraphs, every event through `config.writer`, the whole read by `streamMode: 'custom'`.
 */
const model = createModel()

const State = Annotation.Root({
  message: Annotation<string>,
  calls: Annotation<{ name: string; request: string }[]>,
  reports: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
})

const SubAgentState = Annotation.Root({
  request: Annotation<string>,
  reports: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
})

const lookUp = tool(({ what }) => ({ found: what.length }), {
  name: 'look_up',
  description: 'Looks something up.',
  schema: z.object({ what: z.string() }),
})

function subAgent(name: (typeof SUB_AGENTS)[number], call_id: string) {
  return new StateGraph(SubAgentState)
    .addNode('work', async ({ request }, config: LangGraphRunnableConfig) => {
      config.writer?.(status())
      const tool_call = toolCall(name, call_id)
      config.writer?.({ event_type: 'tool_call', tool_call })
      const found: unknown = await lookUp.invoke({ what: request })
      config.writer?.({ event_type: 'tool_completed', tool_call })
      if (name === 'alpha')
        for (let number = 1; number <= shapeOf(request).events; number++) config.writer?.(step(number))
      return { reports: [`${name}: ${JSON.stringify(found)}`] }
    })
    .addEdge(START, 'work')
    .addEdge('work', END)
    .compile()
}

const router = model.bindTools(
  Object.keys(TOOL_NAMES).map((name) => ({
    type: 'function',
    function: {
      name,
      description: `Asks ${name}.`,
      parameters: { type: 'object', properties: { request: { type: 'string' } }, required: ['request'] },
    },
  })),
)

export const graph = new StateGraph(State)
  .addNode('route', async ({ message }) => {
    const answer = (await router.invoke([
      new SystemMessage('Call every function that the message needs.'),
      new HumanMessage(message),
    ])) as AIMessageChunk
    return { calls: answer.tool_calls?.map(({ name, args }) => ({ name, request: String(args['request']) })) ?? [] }
  })
  .addNode('alpha', subAgent('alpha', 'call_1'))
  .addNode('beta', subAgent('beta', 'call_2'))
  .addNode('compose', async ({ message, reports }, config: LangGraphRunnableConfig) => {
    const stream = await model.stream([
      new SystemMessage('Answer the message from the reports.'),
      new HumanMessage(`${message}\n${reports.join('\n')}`),
    ])
    for await (const chunk of stream) if (chunk.text !== '') config.writer?.(text(chunk.text))
    config.writer?.(usage(2))
    return {}
  })
  .addEdge(START, 'route')
  .addConditionalEdges('route', ({ calls }) => calls.map(({ name, request }) => new Send(name, { request })), [
    'alpha',
    'beta',
  ])
  .addEdge('alpha', 'compose')
  .addEdge('beta', 'compose')
  .addEdge('compose', END)
  .compile()
