import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages'
import { DEFAULT_LOCALE, isLocale } from '../../../contract/index.ts'
import { spokenLocale } from './language.ts'

/** As much of JSON Schema as tools' parameters use. */
export interface JsonSchema {
  type?: string | string[]
  description?: string
  format?: string
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minItems?: number
  items?: JsonSchema
  anyOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
}

/** A tool as a model is told of it. */
export interface FunctionTool {
  name: string
  description?: string
  parameters?: JsonSchema
}

/** A tool's answer, with what it was asked. */
export interface ToolResult {
  name: string
  args: Record<string, unknown>
  content: string
}

export const ROLES = ['router', 'sub-agent', 'composer'] as const
export type Role = (typeof ROLES)[number]

/** What a prompt asks for. */
export interface Prompt {
  role: Role | null
  locale: string
  /** The user's last message. */
  message: string
  /** The one before it. */
  earlier: string | undefined
  functions: readonly FunctionTool[]
  /** What tools have answered since the last message. */
  results: readonly ToolResult[]
}

/** What stands in a prompt between `<name>` and `</name>`. */
export const tagged = (text: string, name: string): string | undefined =>
  new RegExp(`<${name}>([\\s\\S]*?)</${name}>`).exec(text)?.[1]?.trim()

export function readPrompt(messages: readonly BaseMessage[], functions: readonly FunctionTool[]): Prompt {
  const system = messages
    .filter((message) => message.getType() === 'system')
    .map((message) => message.text)
    .join('\n')
  const role = tagged(system, 'role')
  const locale = tagged(system, 'language') ?? DEFAULT_LOCALE
  const human = messages.filter((message) => HumanMessage.isInstance(message))
  const last = messages.findLastIndex((message) => HumanMessage.isInstance(message))
  return {
    role: ROLES.find((known) => known === role) ?? null,
    locale: spokenLocale(isLocale(locale) ? locale : DEFAULT_LOCALE),
    message: human.at(-1)?.text ?? '',
    earlier: human.at(-2)?.text,
    functions,
    results: readResults(messages.slice(last + 1)),
  }
}

function readResults(messages: readonly BaseMessage[]): ToolResult[] {
  const calls = new Map(
    messages
      .filter((message) => AIMessage.isInstance(message))
      .flatMap((message) => message.tool_calls ?? [])
      .map((call) => [call.id, call]),
  )
  return messages
    .filter((message) => ToolMessage.isInstance(message))
    .map((message) => {
      const call = calls.get(message.tool_call_id)
      return { name: call?.name ?? message.name ?? '', args: call?.args ?? {}, content: message.text }
    })
}
