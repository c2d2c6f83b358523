import {
  AIMessage,
  HumanMessage,
  SystemMessage,
  ToolMessage,
  type AIMessageChunk,
  type BaseMessage,
} from '@langchain/core/messages'
import type { ToolDefinition } from '@langchain/core/language_models/base'
import { createOfflineModel } from '../../../../src/upstream/models/index.ts'
import { phrases } from '../shipped-phrases.ts'

/** A Wednesday. */
export const NOW = new Date('2026-05-13T15:00:00Z')

export const model = createOfflineModel({ phrases, now: () => NOW })

export const functionTool = (
  name: string,
  description: string,
  properties: Record<string, unknown> = {},
  required: string[] = [],
): ToolDefinition => ({
  type: 'function',
  function: { name, description, parameters: { type: 'object', properties, required } },
})

/** A sub-agent as the router is told of it. */
export const subAgentFunction = (id: string, card: { description: string; examples?: readonly string[] }) =>
  functionTool(
    id,
    [card.description, ...(card.examples ?? []).map((example) => `- ${example}`)].join('\n'),
    { request: { type: 'string' } },
    ['request'],
  )

export const systemFor = (role: string, language: string) =>
  new SystemMessage(`<role>${role}</role>\n<language>${language}</language>\nBe brief.`)

export interface Question {
  role: string
  language?: string
  messages: readonly BaseMessage[] | string
  tools?: readonly ToolDefinition[]
}

export const promptOf = ({ role, language = 'en', messages }: Question): BaseMessage[] => [
  systemFor(role, language),
  ...(typeof messages === 'string' ? [new HumanMessage(messages)] : messages),
]

export const ask = (question: Question): Promise<AIMessageChunk> =>
  model.bindTools!([...(question.tools ?? [])]).invoke(promptOf(question))

export const callsOf = (answer: AIMessage | AIMessageChunk) =>
  (answer.tool_calls ?? []).map(({ name, args }) => ({ name, args }))

/** What a tool call and its answer look like in the history. */
export function called(name: string, args: Record<string, unknown>, result: unknown): BaseMessage[] {
  const id = `call_${name}`
  return [
    new AIMessage({ content: '', tool_calls: [{ type: 'tool_call', id, name, args }] }),
    new ToolMessage({ content: typeof result === 'string' ? result : JSON.stringify(result), tool_call_id: id, name }),
  ]
}
