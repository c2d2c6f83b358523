import { z } from 'zod'
import {
  BOUNDS,
  DROPPED,
  droppedSchema,
  FRAME_ERRORS,
  FRAME_TYPES,
  isTrustedEventType,
  STATUS_ID,
  toolCallSchema,
  TOOLS_FACET,
  toolsFacetSchema,
  type FrameErrorCode,
  type ToolsFacet,
} from '../contract/index.ts'

/**
 *   event of the writer · frame of the wire ─► its kind ─► one record that any reader of agents knows
 *
 * Pure: the same event gives the same record. What never leaves gives none.
 */
export const UNIVERSAL_KINDS = ['TextOutput', 'ToolCall', 'ToolResult', 'Status', 'Error', 'Unknown'] as const
export type UniversalKind = (typeof UNIVERSAL_KINDS)[number]

const fits = (text: string, bytes: number): boolean => text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes
const bounded = (bytes: number) => z.string().refine((text) => fits(text, bytes), `must be at most ${bytes} bytes`)

export const universalRecordSchema = z.strictObject({
  agent_kind: z.string().min(1),
  kind: z.enum(UNIVERSAL_KINDS),
  channel: bounded(BOUNDS.channel).optional(),
  text: bounded(BOUNDS.text).optional(),
  message: bounded(BOUNDS.message).optional(),
  data: z
    .unknown()
    .refine((data) => dataFits(data), `must be at most ${BOUNDS.data} bytes as JSON`)
    .optional(),
})
export type UniversalRecord = z.infer<typeof universalRecordSchema>

/** The agent kind of what no sub-agent wrote. */
export const ORCHESTRATOR = 'orchestrator'

type Fields = Readonly<Record<string, unknown>>
type Projected = Omit<UniversalRecord, 'agent_kind'>

/**
 * Of an event as the writer had it or as the wire has it. Which other types are status ids only the registry knows;
 * what it does not know is Unknown. Undefined: it appears in no answer.
 */
export function toUniversal(
  event: { readonly event_type: string } & Fields,
  agent_kind: string,
  isStatusId: (id: string) => boolean = () => false,
): UniversalRecord | undefined {
  const { event_type, ...fields } = event
  if (HIDDEN.has(event_type)) return undefined
  return { agent_kind, ...withinBounds(project(event_type, fields, isStatusId)) }
}

/** A tool's arguments and result, and text for the history. */
const HIDDEN: ReadonlySet<string> = new Set(['tool_result', 'support_content'])
const KNOWN: ReadonlySet<string> = new Set(FRAME_TYPES)

function project(type: string, event: Fields, isStatusId: (id: string) => boolean): Projected {
  if (!KNOWN.has(type) && !isTrustedEventType(type) && isStatusId(type)) return statusEvent(type, event)
  const { version: _version, timestamp: _timestamp, response_id, ...fields } = event
  switch (type) {
    case 'text':
      return { kind: 'TextOutput', channel: 'assistant', text: stringOf(fields['chunk']) }
    case 'tool_call_start':
    case 'tool_call':
      return { kind: 'ToolCall', channel: 'tool', data: facetOf(fields, response_id, 'start', 'running') }
    case 'tool_call_end':
    case 'tool_completed':
      return { kind: 'ToolResult', channel: 'tool', data: facetOf(fields, response_id, 'complete', 'completed') }
    case 'status': {
      const { message, ...data } = Object(fields['data']) as Fields
      return { kind: 'Status', channel: 'status', message: stringOf(message), data }
    }
    case 'error': {
      const { code } = Object(fields['error']) as { code?: unknown }
      return { kind: 'Error', channel: 'error', message: wordsOf(code), data: fields }
    }
    default:
      return { kind: 'Unknown', data: unknownData(type, fields) }
  }
}

/** As a sub-agent wrote it, before the policy gave it words. */
function statusEvent(event_id: string, { channel, message, ...fields }: Fields): Projected {
  const data = { event_id, ...fields }
  return { kind: 'Status', channel: stringOf(channel) ?? 'status', message: stringOf(message), data }
}

/** Of a type that is no one's only the name is told, where it is one. */
function unknownData(event_type: string, fields: Fields): unknown {
  if (KNOWN.has(event_type)) return { event_type, ...fields }
  return STATUS_ID.test(event_type) ? { event_type } : undefined
}

/** The event's own facet, down to the fields that it has; on the wire, where it has none, what the call tells. */
function facetOf(
  { data, tool_call }: Fields,
  turn_id: unknown,
  phase: ToolsFacet['tool']['phase'],
  status: ToolsFacet['tool']['status'],
): unknown {
  const own = z.union([toolsFacetSchema, droppedSchema]).safeParse(data)
  if (own.success) return own.data
  const call = toolCallSchema.safeParse(tool_call).data
  const facet: ToolsFacet = {
    schema: TOOLS_FACET,
    tool: {
      backend_item_id: null,
      thread_id: null,
      turn_id: stringOf(turn_id) ?? null,
      kind: call?.type ?? 'unknown',
      phase,
      status,
      exit_code: null,
      bytes: { stdout: 0, stderr: 0, diff: 0, result: 0 },
      tool_name: call?.name ?? null,
      tool_use_id: call?.id ?? null,
    },
  }
  return facet
}

/**
 * The writer has bounded what it took. A load that fills a frame is larger than data may be, and is dropped here; so is
 * what came another way and is too long, because one record cannot be split.
 */
function withinBounds({ kind, channel, text, message, data }: Projected): Projected {
  const record: Projected = { kind }
  let lost = data !== undefined && !dataFits(data)
  if (channel !== undefined && fits(channel, BOUNDS.channel)) record.channel = channel
  if (text !== undefined) {
    if (fits(text, BOUNDS.text)) record.text = text
    else lost = true
  }
  if (message !== undefined) {
    if (fits(message, BOUNDS.message)) record.message = message
    else lost = true
  }
  if (lost) record.data = DROPPED
  else if (data !== undefined) record.data = data
  return record
}

function dataFits(data: unknown): boolean {
  try {
    const json = JSON.stringify(data) as string | undefined
    return json !== undefined && fits(json, BOUNDS.data)
  } catch {
    return false
  }
}

const stringOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const wordsOf = (code: unknown): string | undefined =>
  typeof code === 'string' && Object.hasOwn(FRAME_ERRORS, code) ? FRAME_ERRORS[code as FrameErrorCode] : undefined
