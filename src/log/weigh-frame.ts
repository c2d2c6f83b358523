import type { Frame } from '../contract/index.ts'

/** What an envelope, its object and its place in the array take. */
const ENVELOPE = 256
/** A number, a flag, a key's slot. */
const SCALAR = 8

/**
 * About how many bytes a frame takes in memory: the lengths of its strings and keys, and something for the rest.
 * Not its size as JSON, which would cost a serialisation for every append; for text, the common frame, it is one sum.
 */
export function weighFrame(frame: Frame): number {
  switch (frame.event_type) {
    case 'text':
    case 'reasoning':
      return ENVELOPE + frame.chunk.length
    case 'thinking':
      return ENVELOPE + frame.content.length
    case 'data_loaded':
    case 'component':
    case 'status':
    case 'error':
    case 'mcp_session_start':
    case 'mcp_session_progress':
    case 'mcp_list_tools_start':
    case 'mcp_list_tools_completed':
    case 'data_loading':
    case 'approval_request':
      return ENVELOPE + weigh(frame)
    default:
      // Nothing in the others grows with what a sub-agent or an upstream says.
      return ENVELOPE
  }
}

function weigh(value: unknown): number {
  if (typeof value === 'string') return SCALAR + value.length
  if (typeof value !== 'object' || value === null) return SCALAR
  let weight = SCALAR
  if (Array.isArray(value)) for (const item of value) weight += weigh(item)
  else for (const key in value) weight += key.length + weigh((value as Record<string, unknown>)[key])
  return weight
}
