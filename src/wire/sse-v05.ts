import type { Frame, NumberedFrame } from '../contract/index.ts'
import type { Dialect } from './dialect.ts'

export const SSE_DONE = 'data: [DONE]\n\n'
/** A comment: no id, no event. */
export const SSE_HEARTBEAT = ':\n\n'

/**
 * One block a frame. JSON escapes CR, LF, NUL and lone surrogates itself, so the data is always one line of valid
 * UTF-8; U+2028 ends no line in SSE.
 */
export function encodeSse(entries: readonly NumberedFrame[]): string {
  let out = ''
  for (const { seq, frame } of entries)
    out += `id: ${seq}\nevent: ${frame.event_type}\ndata: ${JSON.stringify(envelopeFirst(frame))}\n\n`
  return out
}

const ENVELOPE = ['event_type', 'version', 'timestamp', 'response_id'] as const

/** The sequencer stamps in this order, so what is copied here is a frame that came another way. */
function envelopeFirst(frame: Frame): Frame {
  let index = 0
  for (const key in frame) {
    if (key !== ENVELOPE[index]) break
    if (++index === ENVELOPE.length) return frame
  }
  const { event_type, version, timestamp, response_id, ...payload } = frame
  return { event_type, version, timestamp, response_id, ...payload } as Frame
}

export const sseV05: Dialect = {
  content_type: 'text/event-stream; charset=utf-8',
  encode: encodeSse,
  end: () => SSE_DONE,
  heartbeat: () => SSE_HEARTBEAT,
}
