import { z } from 'zod'
import { FRAME_PAYLOADS, FRAME_TYPES, toolCallSchema, type FramePayload, type FrameType } from './frames.ts'

/**
 * What is written to the ambient writer: the vocabulary inside.
 * A sub-agent writes registered status ids; the kit and the orchestrator write the rest.
 */

export const STATUS_ID = /^[a-z][a-z0-9_]{2,63}$/

/** Never reach a frame, whatever a policy says. */
export const INTERNAL_EVENT_TYPES = ['support_content', 'tool_result', 'tool_call_start', 'tool_call_end'] as const
export type InternalEventType = (typeof INTERNAL_EVENT_TYPES)[number]

/** A tool's arguments and result, for the accumulator only. */
export const toolResultSchema = z.object({
  event_type: z.literal('tool_result'),
  tool_call: toolCallSchema,
  arguments: z.unknown(),
  result: z.unknown(),
  is_error: z.boolean(),
  duration_ms: z.number().nonnegative(),
})
/** Text for the history step, never for the client. */
export const supportContentSchema = z.object({
  event_type: z.literal('support_content'),
  content: z.string(),
})

export const TOOLS_FACET = 'agent_api.tools.structured.v1'

/** Metadata about a tool call: never its input or output. */
export const toolsFacetSchema = z.object({
  schema: z.literal(TOOLS_FACET),
  tool: z.object({
    backend_item_id: z.string().nullable(),
    thread_id: z.string().nullable(),
    turn_id: z.string().nullable(),
    kind: z.string(),
    phase: z.enum(['start', 'delta', 'complete', 'fail']),
    status: z.enum(['pending', 'running', 'completed', 'failed', 'unknown']),
    exit_code: z.int().nullable(),
    bytes: z.object({ stdout: z.int(), stderr: z.int(), diff: z.int(), result: z.int() }),
    tool_name: z.string().nullable(),
    tool_use_id: z.string().nullable(),
  }),
})
export type ToolsFacet = z.infer<typeof toolsFacetSchema>

/** An event larger than its bound carries this in place of its data. */
export const droppedSchema = z.object({ dropped: z.object({ reason: z.literal('oversize') }) })

const facet = { data: z.union([toolsFacetSchema, droppedSchema]).optional() }
export const toolCallStartSchema = z.object({
  event_type: z.literal('tool_call_start'),
  tool_call: toolCallSchema,
  ...facet,
})
export const toolCallEndSchema = z.object({
  event_type: z.literal('tool_call_end'),
  tool_call: toolCallSchema,
  ...facet,
})

export type InternalEvent =
  | z.infer<typeof toolResultSchema>
  | z.infer<typeof supportContentSchema>
  | z.infer<typeof toolCallStartSchema>
  | z.infer<typeof toolCallEndSchema>

/** A registered id and whatever fields its words need. */
export const statusEventSchema = z.looseObject({ event_type: z.string().regex(STATUS_ID) })
export type StatusEvent = z.infer<typeof statusEventSchema>

/** `status` is made by the policy from a status event; the tool boundaries are written under their inside names. */
const OUTSIDE_ONLY = ['status', 'tool_call', 'tool_completed'] as const
type OutsideOnly = (typeof OUTSIDE_ONLY)[number]

/** What the kit and the orchestrator write: the frames' own payloads, and the internal events. */
export type TrustedEvent = FramePayload<Exclude<FrameType, OutsideOnly>> | InternalEvent

export type TrustedEventType = TrustedEvent['event_type']

/** From the inside name to the outside one; null stays inside. A status id is not here: it becomes `status`. */
export const EVENT_TO_FRAME = {
  ...(Object.fromEntries(
    FRAME_TYPES.filter((type) => !(OUTSIDE_ONLY as readonly string[]).includes(type)).map((type) => [type, type]),
  ) as { [K in Exclude<FrameType, OutsideOnly>]: K }),
  tool_call_start: 'tool_call',
  tool_call_end: 'tool_completed',
  support_content: null,
  tool_result: null,
} as const satisfies Record<TrustedEventType, FrameType | null>

/** Ids that no fragment may register and no sub-agent may write by hand. */
export const RESERVED_IDS: ReadonlySet<string> = new Set([...FRAME_TYPES, ...INTERNAL_EVENT_TYPES, 'eof'])

export const isTrustedEventType = (type: string): type is TrustedEventType => Object.hasOwn(EVENT_TO_FRAME, type)

export const TRUSTED_EVENT_SCHEMAS = {
  ...Object.fromEntries(
    FRAME_TYPES.filter((type) => !(OUTSIDE_ONLY as readonly string[]).includes(type)).map((type) => [
      type,
      z.object({ event_type: z.literal(type), ...FRAME_PAYLOADS[type] }),
    ]),
  ),
  tool_result: toolResultSchema,
  support_content: supportContentSchema,
  tool_call_start: toolCallStartSchema,
  tool_call_end: toolCallEndSchema,
} as unknown as { [K in TrustedEventType]: z.ZodType<Extract<TrustedEvent, { event_type: K }>> }
