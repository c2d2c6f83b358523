import {
  isTerminal,
  nextState,
  type Frame,
  type FrameLog,
  type FramePayload,
  type NumberedFrame,
  type ToolCall,
  type TurnState,
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
  /** Closes what is open, then sends the terminal frame. False when the turn had ended. */
  end(terminal: FramePayload<'completed' | 'cancelled' | 'error'>, last?: FramePayload): boolean
  readonly state: TurnState
  readonly last_seq: number
}

export interface SequencerOptions {
  response_id: string
  log: FrameLog
  now: () => number
  /** Every frame as it was appended. */
  onFrame?: (entry: NumberedFrame) => void
  /** A frame that the state machine or an invariant forbids: it became the turn's end. */
  onViolation?: (violation: Violation) => void
}

export type Violation = { code: 'protocol_violation' | 'invariant_violation'; message: string }

const [VERSION] = WIRE_VERSIONS

export function createSequencer({ response_id, log, now, onFrame, onViolation }: SequencerOptions): Sequencer {
  let state: TurnState = 'start'
  let seq = 0
  const openCalls = new Map<string, ToolCall>()
  const openLoads = new Map<string, FramePayload<'data_loading'>['data']>()

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

  const append = (payload: FramePayload, next: TurnState) => {
    const frame = stamp(payload, timestamp(now()), response_id)
    const entry = { seq: seq + 1, frame }
    log.append(response_id, entry)
    seq += 1
    state = next
    track(payload, openCalls, openLoads)
    onFrame?.(entry)
  }

  const violate = (code: Violation['code'], message: string) => {
    onViolation?.({ code, message })
    end({ event_type: 'error', error: { code: 'INTERNAL_ERROR' }, is_final: true })
  }

  const send = (payload: FramePayload): boolean => {
    if (state === 'terminal') return false
    const next = nextState(state, payload)
    if (next === undefined) violate('protocol_violation', `${payload.event_type} is not allowed in state ${state}`)
    else if (isTerminal(payload)) return end(payload as FramePayload<'completed' | 'cancelled' | 'error'>)
    else {
      const broken = brokenInvariant(payload, openCalls, openLoads)
      if (broken === undefined) append(payload, next)
      else violate('invariant_violation', broken)
    }
    return true
  }

  const end: Sequencer['end'] = (terminal, last) => {
    if (state === 'terminal') return false
    // A turn that never began still begins before it ends.
    if (state === 'start') append({ event_type: 'response_id' }, 'prelude')
    for (const tool_call of openCalls.values()) append({ event_type: 'tool_completed', tool_call }, 'streaming')
    for (const data of openLoads.values())
      append({ event_type: 'data_loaded', data: { ...data, items: [] } }, 'streaming')
    if (last !== undefined) append(last, 'streaming')
    append(terminal, 'terminal')
    return true
  }

  return {
    send,
    end,
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

function track(
  payload: FramePayload,
  calls: Map<string, ToolCall>,
  loads: Map<string, FramePayload<'data_loading'>['data']>,
): void {
  switch (payload.event_type) {
    case 'tool_call':
      calls.set(payload.tool_call.id, payload.tool_call)
      break
    case 'tool_completed':
      calls.delete(payload.tool_call.id)
      break
    case 'data_loading':
      loads.set(payload.data.id, payload.data)
      break
    case 'data_loaded':
      loads.delete(payload.data.id)
      break
  }
}

function brokenInvariant(
  payload: FramePayload,
  calls: ReadonlyMap<string, ToolCall>,
  loads: ReadonlyMap<string, unknown>,
): string | undefined {
  switch (payload.event_type) {
    case 'tool_call':
      return calls.has(payload.tool_call.id) ? `tool call ${payload.tool_call.id} began twice` : undefined
    case 'tool_completed': {
      const call = calls.get(payload.tool_call.id)
      const same = call?.name === payload.tool_call.name && call.type === payload.tool_call.type
      return same ? undefined : `tool_completed for ${payload.tool_call.id} has no tool_call like it`
    }
    case 'data_loading':
      return loads.has(payload.data.id) ? `load ${payload.data.id} began twice` : undefined
    default:
      return undefined
  }
}
