import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import type { BaseMessage } from '@langchain/core/messages'
import type { RunnableConfig } from '@langchain/core/runnables'
import type { StructuredToolInterface } from '@langchain/core/tools'
import type { Principal } from '../contract/index.ts'

/** How the routing model sees a sub-agent: a function named by its id, described by this. */
export interface SubAgentCard {
  /** What it can do and when to ask it: one or two sentences. */
  description: string
  /** Things users say that are for this sub-agent, in any language. */
  examples?: readonly string[]
}

/** What `build` gets. Build once: the graph serves every turn, several at a time. */
export interface BuildContext {
  model: BaseChatModel
  /** The sub-agent's own tools, each with its boundary events. */
  tools: StructuredToolInterface[]
}

/** Any compiled LangGraph graph over messages: `createAgent`, a StateGraph, an entrypoint. Its last message is its report. */
export interface SubAgentGraph {
  invoke(input: { messages: BaseMessage[] }, config?: RunnableConfig): Promise<unknown>
}

export interface CancelledTurn {
  response_id: string
  conversation_id: string
  principal: Principal
}

export interface SubAgentDefinition {
  /** Also the name of its folder below agents/. */
  id: string
  /** The folder below verticals/ that holds its events and words. */
  vertical: string
  card: SubAgentCard
  tools: StructuredToolInterface[]
  build(context: BuildContext): SubAgentGraph | Promise<SubAgentGraph>
  /** Runs when a turn comes to it, before its graph: the place for its first `emitStatus`. */
  onStart?(): void
  /** Releases what a cancelled turn leaves open. Required: write an empty function when there is nothing. */
  onCancel(turn: CancelledTurn): void | Promise<void>
}

/** Declares a sub-agent: the default export of agents/<id>/index.ts. */
export const defineSubAgent = (definition: SubAgentDefinition): SubAgentDefinition => Object.freeze({ ...definition })
