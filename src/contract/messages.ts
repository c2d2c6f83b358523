import { z } from 'zod'

/** What is kept of a conversation: the user's messages and the assistant's, each whole. Times are milliseconds. */

const item = { sequence: z.int().nonnegative(), timestamp: z.int() }

/** One flat list, in the order in which things happened. */
export const contentItemSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('reasoning'), ...item, content: z.string() }),
  z.object({ type: z.literal('message'), ...item, content: z.string() }),
  z.object({
    type: z.literal('tool_call'),
    ...item,
    tool_call_id: z.string(),
    tool_name: z.string(),
    arguments: z.unknown(),
  }),
  z.object({
    type: z.literal('tool_result'),
    ...item,
    tool_call_id: z.string(),
    result: z.unknown(),
    is_error: z.boolean(),
    duration_ms: z.number().nonnegative(),
  }),
])
export type ContentItem = z.infer<typeof contentItemSchema>

export const userMessageSchema = z.object({
  id: z.string(),
  role: z.literal('user'),
  content: z.string(),
  created_at: z.int(),
})
export type UserMessage = z.infer<typeof userMessageSchema>

export const assistantMessageSchema = z.object({
  id: z.string(),
  conversation_id: z.string(),
  /** The turn's response_id. */
  run_id: z.string(),
  role: z.literal('assistant'),
  content_items: z.array(contentItemSchema),
  created_at: z.int(),
  completed_at: z.int().nullable(),
  duration_ms: z.int().nonnegative(),
  tokens_used: z
    .object({
      prompt_tokens: z.int().nonnegative(),
      completion_tokens: z.int().nonnegative(),
      reasoning_tokens: z.int().nonnegative(),
    })
    .nullable(),
  /** The turn was cut short: this is what there was of it. */
  incomplete: z.boolean(),
})
export type AssistantMessage = z.infer<typeof assistantMessageSchema>

export const messageSchema = z.discriminatedUnion('role', [userMessageSchema, assistantMessageSchema])
export type Message = z.infer<typeof messageSchema>

/** GET /v1/conversations/{id}/messages: in time order; `next` is the cursor of the older page. */
export const messagesPageSchema = z.object({ messages: z.array(messageSchema), next: z.string().nullable() })
export type MessagesPage = z.infer<typeof messagesPageSchema>
