import { AIMessage, type ToolMessage } from '@langchain/core/messages'
import type { RunnableConfig } from '@langchain/core/runnables'
import type { StructuredToolInterface } from '@langchain/core/tools'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import { z } from 'zod'
import { getStreamWriter, subAgentPrompt, type BuildContext } from '#kit'
import { getPointsBalance, getRecentPurchases, renderPointsBalance } from './tools.ts'

/**
 *   START ─┬─► points ────┬─► summarise ─► END
 *          └─► purchases ─┘
 */
const INSTRUCTIONS = `
You know the user's points. Say the balance first, then what was asked for: what is pending, what expires, and which
purchases earned points lately.
`

/** Purchases that take longer than this get a status of their own; else the points' is enough. */
const LATE_MS = 1_000

type State = typeof MessagesAnnotation.State

export const buildGraph = ({ model }: BuildContext) =>
  new StateGraph(MessagesAnnotation)
    .addNode('points', lookUpPoints)
    .addNode('purchases', lookUpPurchases)
    .addNode('summarise', async ({ messages }: State, config: RunnableConfig) => ({
      messages: [await model.invoke([subAgentPrompt(INSTRUCTIONS), ...messages], config)],
    }))
    .addEdge(START, 'points')
    .addEdge(START, 'purchases')
    .addEdge(['points', 'purchases'], 'summarise')
    .addEdge('summarise', END)
    .compile()

async function lookUpPoints() {
  const messages = await callTool(getPointsBalance, {})
  const id = firstId(messages[1].text)
  if (id !== undefined) await callTool(renderPointsBalance, { id })
  return { messages }
}

async function lookUpPurchases() {
  const write = getStreamWriter()
  const late = setTimeout(() => write({ event_type: 'looking_up_purchase_history' }), LATE_MS)
  try {
    return { messages: await callTool(getRecentPurchases, { limit: 3 }) }
  } finally {
    clearTimeout(late)
  }
}

/** A call and its answer, as the model would have made them: so it reads both. */
async function callTool(tool: StructuredToolInterface, args: Record<string, unknown>) {
  const call = { type: 'tool_call' as const, id: tool.name, name: tool.name, args }
  const answer: ToolMessage = await tool.invoke(call)
  return [new AIMessage({ content: '', tool_calls: [call] }), answer] as const
}

const resultSchema = z.object({ items: z.array(z.object({ id: z.string() })).min(1) })

function firstId(content: string): string | undefined {
  return resultSchema.safeParse(JSON.parse(content)).data?.items[0]?.id
}
