import {
  nextState,
  ROUTE_SPECS,
  WIRE_VERSIONS,
  type FrameType,
  type NumberedFrame,
  type RouteName,
  type TurnState,
} from '../contract/index.ts'

/**
 *   frame log ─► number follows? ─► in the route's table? ─► dialect
 *                     └───────────────────┴─ no: the terminal INTERNAL_ERROR, and nothing after it
 *
 * The last check before a socket. The sequencer has checked the same at the other end: what fails here was lost or
 * changed between the two.
 */
export interface FrameChecker {
  /** What may be sent of these. */
  check(entries: readonly NumberedFrame[]): readonly NumberedFrame[]
  /** The end of a reading that broke: the terminal frame that is sent instead. Empty when one was sent. */
  fail(): readonly NumberedFrame[]
  /** A terminal frame was passed on, or made. */
  readonly ended: boolean
}

export type FrameViolation = {
  route: RouteName
  /** Where it happened: the frame, and the state or the number that was expected. */
  seq: number
  event_type: FrameType
  state: TurnState
  expected_seq: number
  /** Frames that are not there. */
  missing: number
}

export interface VerifyOptions {
  response_id: string
  /** The number the reader has already. */
  after?: number
  now?: () => number
  onViolation?: (violation: FrameViolation) => void
}

export function verifyFrames(
  route: RouteName,
  { response_id, after = 0, now = Date.now, onViolation }: VerifyOptions,
): FrameChecker {
  const { table, initial } = ROUTE_SPECS[route]
  let state: TurnState = initial
  let last = after

  const fail = (): readonly NumberedFrame[] => {
    if (state === 'terminal') return []
    state = 'terminal'
    return [{ seq: ++last, frame: internalError(response_id, now()) }]
  }

  return {
    check(entries) {
      for (const [index, { seq, frame }] of entries.entries()) {
        const next = seq === last + 1 ? nextState(state, frame, table) : undefined
        if (next === undefined) {
          const missing = Math.max(0, seq - last - 1)
          onViolation?.({ route, seq, event_type: frame.event_type, state, expected_seq: last + 1, missing })
          return [...entries.slice(0, index), ...fail()]
        }
        state = next
        last = seq
      }
      return entries
    },
    fail,
    get ended() {
      return state === 'terminal'
    },
  }
}

const internalError = (response_id: string, now: number): NumberedFrame['frame'] => ({
  event_type: 'error',
  version: WIRE_VERSIONS[0],
  timestamp: new Date(now).toISOString(),
  response_id,
  error: { code: 'INTERNAL_ERROR' },
  is_final: true,
})
