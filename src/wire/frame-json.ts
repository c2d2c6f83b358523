import type { Frame } from '../contract/index.ts'

const ENVELOPE = ['event_type', 'version', 'timestamp', 'response_id'] as const

/** One line: JSON escapes CR, LF, NUL and lone surrogates itself. The envelope comes first on every frame. */
export const frameJson = (frame: Frame): string => JSON.stringify(envelopeFirst(frame))

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
