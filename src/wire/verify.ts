import {
  nextState,
  OpenFrames,
  ROUTE_SPECS,
  WIRE_VERSIONS,
  type BrokenRule,
  type Frame,
  type FramePayload,
  type FrameType,
  type NumberedFrame,
  type RouteName,
  type TurnState,
} from '../contract/index.ts'

/**
 *   frame log ─► number follows? ─► in the route's table? ─► fits those before it? ─► dialect
 *                     └───────────────────┴──────────────────────────┴─ no: what is open is closed, then the
 *                                                                       terminal INTERNAL_ERROR, and nothing after it
 *
 * The last check before a socket. The sequencer has checked the same at the other end: what fails here was lost or
 * changed between the two.
 */
export interface FrameChecker {
  /** What may be sent of these. */
  check(entries: readonly NumberedFrame[]): readonly NumberedFrame[]
  /** The end of a reading that broke: what is sent instead. Empty when a terminal frame was sent. */
  fail(rule?: BrokenRule): readonly NumberedFrame[]
  /** A terminal frame was passed on, or made. */
  readonly ended: boolean
  /** The turn's own terminal frame, when it came. */
  readonly terminal: Frame | undefined
  /** The last number that was passed on: of the log, not of what was made here. */
  readonly last_seq: number
  /** The rule that ended the stream, found here or by the turn itself. */
  readonly broken: BrokenRule | undefined
}

export type FrameViolation = {
  route: RouteName
  rule: BrokenRule
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

const INTERNAL_ERROR: FramePayload = { event_type: 'error', error: { code: 'INTERNAL_ERROR' }, is_final: true }

export function verifyFrames(
  route: RouteName,
  { response_id, after = 0, now = Date.now, onViolation }: VerifyOptions,
): FrameChecker {
  const { table, initial } = ROUTE_SPECS[route]
  const open = new OpenFrames(after === 0)
  let state: TurnState = initial
  let last = after
  let terminal: Frame | undefined
  let broken: BrokenRule | undefined

  /** The rule that this frame breaks. If none, the reader has it. */
  const pass = ({ seq, frame, broken: told }: NumberedFrame): BrokenRule | undefined => {
    // Behind the end nothing is allowed, whatever its number.
    if (seq !== last + 1 && state !== 'terminal') return 'invariant_violation'
    const next = nextState(state, frame, table)
    if (next === undefined) return 'protocol_violation'
    if (next === 'terminal') {
      if (!open.none) return 'invariant_violation'
      terminal = frame
      broken = told
    } else if (open.complaint(frame) !== undefined) return 'invariant_violation'
    open.note(frame)
    state = next
    last = seq
    return undefined
  }

  const fail = (rule?: BrokenRule): readonly NumberedFrame[] => {
    if (state === 'terminal') return []
    broken = rule
    // A turn that never began still begins before it ends.
    const begins: FramePayload[] = state === 'start' && last === 0 ? [{ event_type: 'response_id' }] : []
    state = 'terminal'
    const timestamp = new Date(now()).toISOString()
    return [...begins, ...open.closing(), INTERNAL_ERROR].map(({ event_type, ...payload }, index) => ({
      seq: last + 1 + index,
      frame: { event_type, version: WIRE_VERSIONS[0], timestamp, response_id, ...payload } as Frame,
    }))
  }

  return {
    check(entries) {
      for (let index = 0; index < entries.length; index++) {
        const entry = entries[index] as NumberedFrame
        const rule = pass(entry)
        if (rule === undefined) continue
        const { seq, frame } = entry
        const expected_seq = last + 1
        const missing = Math.max(0, seq - expected_seq)
        onViolation?.({ route, rule, seq, event_type: frame.event_type, state, expected_seq, missing })
        return [...entries.slice(0, index), ...fail(rule)]
      }
      return entries
    },
    fail,
    get ended() {
      return state === 'terminal'
    },
    get terminal() {
      return terminal
    },
    get last_seq() {
      return last
    },
    get broken() {
      return broken
    },
  }
}
