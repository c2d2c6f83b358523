import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage } from '@langchain/core/messages'
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph'
import type { Frame } from '../../src/contract/index.ts'
import type { SubAgentDefinition, SubAgentGraph } from '../../src/kit/index.ts'
import { createOrchestrator, meterModel, type CompiledSubAgent } from '../../src/orchestrator/index.ts'
import type { TurnServices } from '../../src/turn/index.ts'
import { ScriptedModel, type Reply } from '../support/scripted-model.ts'
import { turnServices } from '../support/turn-services.ts'

export const LIMITS = { timeout_ms: 5_000, max_steps: 25 }

export const types = (frames: readonly Frame[]) => frames.map(({ event_type }) => event_type)
export const textOf = (frames: readonly Frame[]) =>
  frames.map((frame) => (frame.event_type === 'text' ? frame.chunk : '')).join('')

/** A graph of one node, which answers what `run` gives. */
export const graphOf = (run: () => unknown): SubAgentGraph =>
  new StateGraph(MessagesAnnotation)
    .addNode('only', async () => (await run()) as { messages: AIMessage[] })
    .addEdge(START, 'only')
    .addEdge('only', END)
    .compile() as SubAgentGraph

export const compiled = (
  id: string,
  graph: SubAgentGraph,
  more: Partial<SubAgentDefinition> = {},
): CompiledSubAgent => ({
  definition: { id, vertical: id, card: { description: id }, tools: [], build: () => graph, onCancel() {}, ...more },
  graph,
})

/** A sub-agent whose report is what `run` gives. */
export const subAgent = (
  id: string,
  run: () => unknown = () => `${id} report`,
  more: Partial<SubAgentDefinition> = {},
): CompiledSubAgent =>
  compiled(
    id,
    graphOf(async () => ({ messages: [new AIMessage(String(await run()))] })),
    more,
  )

export const role = (messages: readonly { text: string }[]) => /<role>(.*)<\/role>/.exec(messages[0]?.text ?? '')?.[1]

/** Routes to the named sub-agents and composes a fixed answer. */
export const routeTo = (calls: string[], compose: Reply = 'All done.') =>
  new ScriptedModel((messages) =>
    role(messages) === 'router'
      ? { calls: calls.map((name) => ({ name, args: { request: `ask ${name}` } })) }
      : compose,
  )

/** The real turn, dispatcher and orchestrator around a model and sub-agents of the test's own. */
export const smallTurn = (
  model: BaseChatModel,
  sub_agents: readonly CompiledSubAgent[],
  others: Partial<TurnServices> & { timeout_ms?: number } = {},
) => {
  const { timeout_ms = LIMITS.timeout_ms, ...services } = others
  const limits = { ...LIMITS, timeout_ms }
  return turnServices(createOrchestrator({ model: meterModel(model), sub_agents, limits }), services)
}
