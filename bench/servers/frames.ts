import { randomBytes } from 'node:crypto'
import { STATUS, SUB_AGENTS, TOOL_NAMES, USAGE } from '../turn-shape.ts'

/** The frames of a turn, for the servers that make them by hand. Each is made and serialised anew on every turn. */

export type Payload = { event_type: string } & Record<string, unknown>

export const newResponseId = (): string => `resp_${randomBytes(12).toString('hex')}`

export const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
} as const

export const DONE = 'data: [DONE]\n\n'

/** Numbers and envelopes one turn's payloads, as the wire has them. */
export function createEncoder(response_id: string): (payload: Payload) => string {
  let seq = 0
  return ({ event_type, ...payload }) => {
    seq += 1
    const timestamp = new Date().toISOString()
    const frame = { event_type, version: '0.5', timestamp, response_id, ...payload }
    return `id: ${seq}\nevent: ${event_type}\ndata: ${JSON.stringify(frame)}\n\n`
  }
}

export const prelude = (): Payload[] => [
  { event_type: 'response_id' },
  { event_type: 'episode', episode_id: `conv_${randomBytes(12).toString('hex')}` },
]

export const toolCall = (sub_agent: (typeof SUB_AGENTS)[number], id: string) => ({
  id,
  name: TOOL_NAMES[sub_agent],
  type: 'function',
})

export const status = (): Payload => ({ event_type: 'status', data: { ...STATUS, event_ids: [...STATUS.event_ids] } })

export const step = (number: number): Payload => ({
  event_type: 'status',
  data: { event_id: 'step_taken', step: number },
})

export const text = (chunk: string): Payload => ({ event_type: 'text', chunk, type: 'chunk' })

export const usage = (calls: number): Payload => ({
  event_type: 'usage',
  input_tokens: USAGE.input_tokens * calls,
  output_tokens: USAGE.output_tokens * calls,
  total_tokens: USAGE.total_tokens * calls,
  reasoning_tokens: 0,
  cached_tokens: 0,
})

export const completed = (): Payload => ({ event_type: 'completed' })
