import {
  BOUNDS,
  DROPPED,
  boundMessage,
  splitText,
  isTrustedEventType,
  type FramePayload,
  type ToolCall,
  type TrustedEvent,
  type TrustedEventType,
} from '../contract/index.ts'
import { boundName } from './bound-name.ts'
import { copyJson } from './json-copier.ts'

/**
 *   kit, orchestrator ─► the bounds of its type ─► one event, or several where its text is long
 *
 * Every type has a row: whatever is written, its frame stays within 256 KB. It is made anew, from the fields that its
 * type has. Nothing is cut without a sign of it: a suffix, a digest, `dropped`, or `omitted` and a number.
 */
export const boundTrustedEvent = (event: TrustedEvent): TrustedEvent[] =>
  // What has no row has no frame either: the policy refuses it.
  isTrustedEventType(event.event_type)
    ? (BOUNDED[event.event_type] as (event: TrustedEvent) => TrustedEvent[])(event)
    : [event]

/** Room for the envelope and the names of the fields. */
const MARGIN = 1_024
const FRAME_ROOM = BOUNDS.frame - MARGIN
/** The longest that JSON makes of one byte: \u0000. */
const ESCAPED = 6

/** How much of a tool's result is counted; of a larger one it is not known. */
const COUNTED = 1024 * 1024

/** Its bytes as JSON; 0 where there is nothing, or it is too much to count. */
export function jsonBytes(value: unknown, limit: number = COUNTED): number {
  const copied = copyJson(value, limit)
  return typeof copied === 'string' ? 0 : copied.bytes
}

export function boundData(data: unknown, bytes: number = BOUNDS.data): unknown {
  const copied = copyJson(data, bytes)
  return typeof copied === 'string' ? DROPPED : copied.value
}

type Event<T extends TrustedEventType> = Extract<TrustedEvent, { event_type: T }>
type Data = FramePayload<'data_loading'>['data']

const BOUNDED: { readonly [T in TrustedEventType]: (event: Event<T>) => TrustedEvent[] } = {
  response_id: ({ event_type }) => [{ event_type }],
  episode: ({ event_type, episode_id }) => [{ event_type, episode_id: boundName(episode_id) }],
  thinking: ({ event_type, content, role }) =>
    splitForFrame(content).map((part) => ({ event_type, content: part, role })),
  reasoning: ({ event_type, chunk }) => splitForFrame(chunk).map((part) => ({ event_type, chunk: part })),
  text: ({ event_type, chunk, type }) => splitForFrame(chunk).map((part) => ({ event_type, chunk: part, type })),
  support_content: ({ event_type, content }) => splitText(content).map((part) => ({ event_type, content: part })),
  tool_call_start: boundBoundary,
  tool_call_end: boundBoundary,
  tool_result: ({ event_type, tool_call, arguments: given, result, is_error, duration_ms }) => [
    {
      event_type,
      tool_call: boundToolCall(tool_call),
      arguments: boundData(given),
      result: boundData(result),
      is_error,
      duration_ms,
    },
  ],
  data_loading: ({ event_type, data }) => [{ event_type, data: boundPlaceholder(data).data }],
  data_loaded: ({ event_type, data }) => {
    const placeholder = boundPlaceholder(data)
    const { kept: items, omitted } = keepFitting(data.items, FRAME_ROOM - placeholder.bytes)
    return [{ event_type, data: { ...placeholder.data, items, ...(omitted > 0 ? { omitted } : {}) } }]
  },
  component: ({ event_type, chunk, tool_call }) => {
    const bounded = boundToolCall(tool_call)
    const room = FRAME_ROOM - jsonBytes(bounded)
    return [{ event_type, chunk: boundData(chunk, room) as typeof chunk, tool_call: bounded }]
  },
  approval_request: ({ event_type, approval: { id, action, summary, expires_at } }) => [
    {
      event_type,
      approval: {
        id: boundName(id),
        action: boundMessage(action),
        summary: boundMessage(summary),
        expires_at: boundName(expires_at),
      },
    },
  ],
  mcp_list_tools_start: boundMcp,
  mcp_list_tools_completed: boundMcp,
  mcp_session_start: boundMcp,
  mcp_session_progress: boundMcp,
  node_enter: ({ event_type, node }) => [{ event_type, node: boundNode(node) }],
  node_exit: ({ event_type, node, duration_ms }) => [{ event_type, node: boundNode(node), duration_ms }],
  usage: ({ event_type, input_tokens, output_tokens, total_tokens, reasoning_tokens, cached_tokens }) => [
    { event_type, input_tokens, output_tokens, total_tokens, reasoning_tokens, cached_tokens },
  ],
  error: ({ event_type, error, is_final }) => [{ event_type, error: boundError(error), is_final }],
  completed: ({ event_type }) => [{ event_type }],
  cancelled: ({ event_type, error: { code } }) => [{ event_type, error: { code } }],
}

/** Text that JSON would make much longer is split further, so that each part fits a frame. */
function splitForFrame(text: string): string[] {
  if (text.length * ESCAPED <= FRAME_ROOM && text.length * 3 <= BOUNDS.text) return [text]
  return splitText(text).flatMap((part) =>
    part.length * ESCAPED <= FRAME_ROOM || jsonBytes(part, FRAME_ROOM) > 0
      ? [part]
      : splitText(part, Math.floor(FRAME_ROOM / ESCAPED)),
  )
}

function boundBoundary(event: Event<'tool_call_start' | 'tool_call_end'>): TrustedEvent[] {
  const { event_type, tool_call, data } = event
  const bounded = { event_type, tool_call: boundToolCall(tool_call) }
  return [data === undefined ? bounded : { ...bounded, data: boundData(data) as typeof data }]
}

const boundToolCall = ({ id, name, type }: ToolCall): ToolCall => ({ id: boundName(id), name: boundName(name), type })

const boundNode = ({ id, type }: FramePayload<'node_enter'>['node']) => ({ id: boundName(id), type: boundName(type) })

function boundMcp(event: Event<`mcp_${string}` & TrustedEventType>): TrustedEvent[] {
  const { event_type, mcp } = event
  const copied = copyJson(mcp, BOUNDS.data)
  const server = boundName(mcp.server)
  return [
    {
      event_type,
      mcp: typeof copied === 'string' ? { server, ...DROPPED } : { ...(copied.value as typeof mcp), server },
    },
  ]
}

function boundError({ code, sub_agent_id, enricher_id, reason, failed }: FramePayload<'error'>['error']) {
  const { kept, omitted } = keepFitting(failed ?? [], BOUNDS.data)
  return {
    code,
    ...(sub_agent_id === undefined ? {} : { sub_agent_id: boundName(sub_agent_id) }),
    ...(enricher_id === undefined ? {} : { enricher_id: boundName(enricher_id) }),
    ...(reason === undefined ? {} : { reason }),
    ...(failed === undefined ? {} : { failed: kept }),
    ...(omitted > 0 ? { omitted } : {}),
  }
}

/** What a load says before and after: the same both times, because a client finds the one by the other. */
function boundPlaceholder({ id, type, key }: Data): { data: Data; bytes: number } {
  const named = { id: boundName(id), type: boundName(type) }
  const { kept: ids, omitted } = keepFitting(key.ids, BOUNDS.data - jsonBytes(named) - MARGIN)
  const data = { ...named, key: omitted > 0 ? { ids, omitted } : { ids } }
  return { data, bytes: jsonBytes(data) }
}

/** The shortest item and its comma. */
const SHORTEST = 3

/** The items that fit, in their order, and how many do not. One that cannot be read does not. */
function keepFitting<T>(items: readonly T[], room: number): { kept: T[]; omitted: number } {
  const kept: T[] = []
  let left = room
  for (const item of items) {
    if (left < SHORTEST) break
    const copied = copyJson(item, left - 1)
    if (typeof copied === 'string' || copied.value === undefined) continue
    kept.push(copied.value as T)
    left -= copied.bytes + 1
  }
  return { kept, omitted: items.length - kept.length }
}
