import {
  isTerminal,
  nextState,
  OpenFrames,
  type BrokenRule,
  type Frame,
  type FrameLog,
  type FramePayload,
  type NumberedFrame,
  type TurnState,
  type Usage,
  WIRE_VERSIONS,
} from '../contract/index.ts'

/**
 *   payload ─► state machine ─► number, envelope ─► frame log
 *
 * The only giver of numbers, and the only place that closes a turn.
 */
export interface Sequencer {
  /** False when the turn had ended: the frame is dropped. */
  send(payload: FramePayload): boolean
  /** Closes what is open, tells the usage, then sends the terminal frame. False when the turn had ended. */
  end(terminal: TerminalPayload): boolean
  readonly state: TurnState
  readonly last_seq: number
}

export type TerminalPayload = FramePayload<'completed' | 'cancelled' | 'error'>

export interface SequencerOptions {
  response_id: string
  log: FrameLog
  now: () => number
  /** What the turn's model calls took, asked for at its end; null when there was none. */
  usage?: () => Usage | null
  /** Every frame as it was appended. */
  onFrame?: (entry: NumberedFrame) => void
  /** A frame that the state machine or an invariant forbids: it became the turn's end. */
  onViolation?: (violation: Violation) => void
}

export type Violation = { code: BrokenRule; message: string }

const [VERSION] = WIRE_VERSIONS

export function createSequencer(options: SequencerOptions): Sequencer {
  const { response_id, log, now, usage, onFrame, onViolation } = options
  let state: TurnState = 'start'
  let seq = 0
  const open = new OpenFrames()

  let stampedAt = NaN
  let stamped = ''
  // Frames come in bunches: most have the time of the one before.
  const timestamp = (time: number): string => {
    if (time !== stampedAt) {
      stampedAt = time
      stamped = new Date(time).toISOString()
    }
    return stamped
  }

  const append = (payload: FramePayload, next: TurnState, broken?: BrokenRule) => {
    const frame = stamp(payload, timestamp(now()), response_id)
    const entry: NumberedFrame = broken === undefined ? { seq: seq + 1, frame } : { seq: seq + 1, frame, broken }
    log.append(response_id, entry)
    seq += 1
    state = next
    open.note(payload)
    onFrame?.(entry)
  }

  const violate = (code: BrokenRule, message: string) => {
    onViolation?.({ code, message })
    close({ event_type: 'error', error: { code: 'INTERNAL_ERROR' }, is_final: true }, code)
  }

  const send = (payload: FramePayload): boolean => {
    if (state === 'terminal') return false
    const next = nextState(state, payload)
    if (next === undefined) violate('protocol_violation', `${payload.event_type} is not allowed in state ${state}`)
    else if (isTerminal(payload)) return close(payload as TerminalPayload)
    else {
      const broken = open.complaint(payload)
      if (broken === undefined) append(payload, next)
      else violate('invariant_violation', broken)
    }
    return true
  }

  const close = (terminal: TerminalPayload, broken?: BrokenRule): boolean => {
    if (state === 'terminal') return false
    // A turn that never began still begins before it ends.
    if (state === 'start') append({ event_type: 'response_id' }, 'prelude')
    for (const payload of open.closing()) append(payload, 'streaming')
    const used = usage?.() ?? null
    if (used !== null) append({ event_type: 'usage', ...used }, 'streaming')
    append(terminal, 'terminal', broken)
    return true
  }

  return {
    send,
    end: (terminal) => close(terminal),
    get state() {
      return state
    },
    get last_seq() {
      return seq
    },
  }
}

/** The envelope first, in one order, on every frame. */
const stamp = ({ event_type, ...payload }: FramePayload, timestamp: string, response_id: string): Frame =>
  ({ event_type, version: VERSION, timestamp, response_id, ...payload }) as Frame
