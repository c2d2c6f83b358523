import type { CancelCode, Frame, FrameErrorCode, FrameType, NumberedFrame } from '../contract/index.ts'
import type { Projection } from './dialect.ts'

/**
 * What a v0.4 client was built for. It closes on any `error`: one that does not end the turn is left out, so that it
 * still gets the text and `completed`.
 */
export const version04: Projection = {
  version: '0.4',
  select(entries) {
    const selected: NumberedFrame[] = []
    for (const { seq, frame } of entries) {
      const old = frameOf(frame)
      if (old !== undefined) selected.push({ seq, frame: old })
    }
    return selected
  },
}

const UNKNOWN: ReadonlySet<FrameType> = new Set(['status', 'approval_request', 'node_enter', 'node_exit'])

function frameOf(frame: Frame): Frame | undefined {
  if (frame.event_type === 'error') return frame.is_final ? errorOf(frame, CODES[frame.error.code]) : undefined
  if (frame.event_type === 'cancelled') return errorOf(frame, frame.error.code)
  return UNKNOWN.has(frame.event_type) ? undefined : { ...frame, version: '0.4' }
}

/** v0.4 has one code for what v0.5 tells apart. */
const CODES: Readonly<Record<FrameErrorCode, FrameErrorCode>> = {
  SUB_AGENT_FAILED: 'INTERNAL_ERROR',
  CCS_ENVELOPE_ERROR: 'INTERNAL_ERROR',
  PARTIAL_FAN_OUT: 'INTERNAL_ERROR',
  RATE_LIMIT_ERROR: 'RATE_LIMIT_ERROR',
  INTERNAL_ERROR: 'INTERNAL_ERROR',
}

/** `is_final` is none of v0.4's, which ignores it; a v0.5 client that is served v0.4 as the way back reads it. */
const errorOf = ({ timestamp, response_id }: Frame, code: FrameErrorCode | CancelCode): Frame =>
  // In v0.4 a cancel's code is an error's.
  ({ event_type: 'error', version: '0.4', timestamp, response_id, error: { code }, is_final: true }) as Frame
