import { z } from 'zod'
import { FRAME_ERROR_CODES, CANCEL_CODES, CONTEXT_REASONS, type BrokenRule } from './errors.ts'

/** What a client gets. A shape is written here once; every type below is inferred from it. */

/** The newest first: what is kept in a turn's log is always of that one. */
export const WIRE_VERSIONS = ['0.5', '0.4'] as const
export type WireVersion = (typeof WIRE_VERSIONS)[number]

const envelope = {
  version: z.enum(WIRE_VERSIONS),
  timestamp: z.iso.datetime(),
  response_id: z.string().min(1),
}

export const TOOL_TYPES = ['function', 'ccs', 'mcp'] as const
export type ToolType = (typeof TOOL_TYPES)[number]

export const toolCallSchema = z.object({
  id: z.string().min(1),
  name: z.string().min(1),
  type: z.enum(TOOL_TYPES),
})
export type ToolCall = z.infer<typeof toolCallSchema>

/** A component item or component is whatever the context service's payload is: JSON, never an envelope. */
export const payloadSchema = z.record(z.string(), z.unknown())

/** How many of a list did not fit its frame. */
const omitted = z.int().positive().optional()
const dataKeySchema = z.object({ ids: z.array(z.object({ id: z.string() })), omitted })
const dataSchema = z.object({ id: z.string().min(1), type: z.string().min(1), key: dataKeySchema })

export const usageSchema = z.object({
  input_tokens: z.int().nonnegative(),
  output_tokens: z.int().nonnegative(),
  total_tokens: z.int().nonnegative(),
  reasoning_tokens: z.int().nonnegative(),
  cached_tokens: z.int().nonnegative(),
})
export type Usage = z.infer<typeof usageSchema>

const subAgentFailureSchema = z.object({
  code: z.literal('SUB_AGENT_FAILED'),
  sub_agent_id: z.string(),
})
const contextFailureSchema = z.object({
  code: z.literal('CCS_ENVELOPE_ERROR'),
  enricher_id: z.string(),
  reason: z.enum(CONTEXT_REASONS),
})
/** One record per failed sub-agent. */
export const failureSchema = z.discriminatedUnion('code', [subAgentFailureSchema, contextFailureSchema])
export type Failure = z.infer<typeof failureSchema>

const frameErrorSchema = z.object({
  code: z.enum(FRAME_ERROR_CODES),
  sub_agent_id: z.string().optional(),
  enricher_id: z.string().optional(),
  reason: z.enum([...CONTEXT_REASONS, 'deadline_exceeded']).optional(),
  failed: z.array(failureSchema).optional(),
  omitted,
})
export type FrameError = z.infer<typeof frameErrorSchema>

const mcpSchema = z.looseObject({ server: z.string() })
const nodeSchema = z.object({ id: z.string(), type: z.string() })

/** What each frame carries beside the envelope. */
export const FRAME_PAYLOADS = {
  response_id: {},
  episode: { episode_id: z.string().min(1) },
  thinking: { content: z.string(), role: z.literal('reasoning') },
  reasoning: { chunk: z.string() },
  text: { chunk: z.string(), type: z.literal('chunk') },
  tool_call: { tool_call: toolCallSchema },
  tool_completed: { tool_call: toolCallSchema },
  data_loading: { data: dataSchema },
  data_loaded: {
    data: dataSchema.extend({ items: z.array(payloadSchema), omitted }),
  },
  component: { chunk: payloadSchema, tool_call: toolCallSchema },
  // `forward` sends the event's own fields instead of a message.
  status: {
    data: z.looseObject({
      event_id: z.string(),
      message: z.string().optional(),
      event_ids: z.array(z.string()).optional(),
    }),
  },
  approval_request: {
    approval: z.object({
      id: z.string(),
      action: z.string(),
      summary: z.string(),
      expires_at: z.iso.datetime(),
    }),
  },
  mcp_list_tools_start: { mcp: mcpSchema },
  mcp_list_tools_completed: { mcp: mcpSchema },
  mcp_session_start: { mcp: mcpSchema },
  mcp_session_progress: { mcp: mcpSchema },
  node_enter: { node: nodeSchema },
  node_exit: { node: nodeSchema, duration_ms: z.number().nonnegative() },
  usage: usageSchema.shape,
  error: { error: frameErrorSchema, is_final: z.boolean() },
  completed: {},
  cancelled: { error: z.object({ code: z.enum(CANCEL_CODES) }) },
} as const

export type FrameType = keyof typeof FRAME_PAYLOADS
export const FRAME_TYPES = Object.keys(FRAME_PAYLOADS) as readonly FrameType[]

/** What each frame tells a client. */
export const FRAME_MEANINGS: Readonly<Record<FrameType, string>> = {
  response_id: 'The turn has begun: the first frame of every turn, once. Its id is in the envelope.',
  episode: 'The conversation that the turn belongs to. Send it as `conversation_id` to go on with it.',
  thinking: 'The model thinks. May be ignored.',
  reasoning: 'A piece of the model’s reasoning, for models that show it. May be ignored.',
  text: 'A piece of the answer. Put the pieces together in their order.',
  tool_call: 'A tool begins to work.',
  tool_completed: 'The same tool call has ended.',
  data_loading: 'Something to show is on its way: make a placeholder with this `data.id`.',
  data_loaded: 'Replace the placeholder of this `data.id` by the items. `omitted` counts those that did not fit.',
  component: 'Show one component, made by a render tool.',
  status: 'What is going on, in the user’s language. A combined one names all its ids in `event_ids`.',
  approval_request: 'The turn waits for a person to approve an action.',
  mcp_list_tools_start: 'An MCP server is asked for its tools. Deprecated.',
  mcp_list_tools_completed: 'The MCP server has answered. Deprecated.',
  mcp_session_start: 'A session with an MCP server begins. Deprecated.',
  mcp_session_progress: 'An MCP server tells its progress. Deprecated.',
  node_enter: 'A step of the orchestrator begins. Only with `emit_node_events`.',
  node_exit: 'The step has ended. Only with `emit_node_events`.',
  usage: 'The tokens of all model calls of the turn, just before its end.',
  error: 'Something failed. With `is_final` the turn ends here; without, the answer still comes.',
  completed: 'The turn has ended well.',
  cancelled: 'The turn was stopped.',
}

type PayloadOf<T extends FrameType> = {
  [K in T]: { event_type: K } & {
    -readonly [F in keyof (typeof FRAME_PAYLOADS)[K]]: z.infer<(typeof FRAME_PAYLOADS)[K][F]>
  }
}[T]
/** A frame before the sequencer has stamped its envelope. */
export type FramePayload<T extends FrameType = FrameType> = PayloadOf<T>

export type Envelope = { version: WireVersion; timestamp: string; response_id: string }
export type Frame<T extends FrameType = FrameType> = FramePayload<T> & Envelope

/**
 * A frame and its number in its turn's log, contiguous from 1. A terminal frame that stands for a broken rule says
 * which, for those dialects that tell.
 */
export type NumberedFrame = { seq: number; frame: Frame; broken?: BrokenRule }

export const FRAME_SCHEMAS = Object.fromEntries(
  FRAME_TYPES.map((type) => [type, z.object({ event_type: z.literal(type), ...envelope, ...FRAME_PAYLOADS[type] })]),
) as unknown as { [K in FrameType]: z.ZodType<Frame<K>> }

export const frameSchema = z.discriminatedUnion(
  'event_type',
  Object.values(FRAME_SCHEMAS) as unknown as [z.core.$ZodTypeDiscriminable],
) as unknown as z.ZodType<Frame>

export const TERMINAL_STATUSES = ['completed', 'error', 'cancelled'] as const
export type TerminalStatus = (typeof TERMINAL_STATUSES)[number]

export const isTerminal = (frame: FramePayload): boolean =>
  frame.event_type === 'completed' ||
  frame.event_type === 'cancelled' ||
  (frame.event_type === 'error' && frame.is_final)
