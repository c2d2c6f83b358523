import { isTerminal, STATUS_ID, type Frame, type Policy } from '../contract/index.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'
import { kindOf } from './safe-error.ts'

/** Which turn it is: for the log. Of these the metrics get the arm and the version only. */
export interface ObservedTurn {
  response_id: string
  conversation_id: string
  experiment_arm: string
  agent_definition_version: string
}

/** A turn that repeats one mistake is told of once; the metrics count every time. */
const MAX_TOLD = 32
/** The same for errors, apart from the mistakes: neither hides the other. The last line of a turn counts them. */
const MAX_TOLD_ERRORS = 32
/** A tool's name is part of where something failed. */
const MAX_WHERE = 128

/** Counts and logs what a turn tells of itself. The shape is the turn's observer. */
export const observeTurns = (metrics: Metrics, logger: Logger) => (turn: ObservedTurn) => {
  const { response_id, conversation_id, experiment_arm, agent_definition_version } = turn
  const counted = metrics.turn({ experiment_arm, agent_definition_version })
  const told = new Set<string>()
  const toldErrors = new Set<string>()
  /** Of error frames that did not end the turn. */
  const codes = new Set<string>()
  let errors = 0
  /** The last error that was not told: it may be what ended the turn. */
  let untold: { where: string; err: unknown } | undefined
  let end: { status: string; code?: string; reason?: string; duration_ms: number } | undefined
  const once = (message: string, fields: Record<string, string | null>) => {
    if (told.size >= MAX_TOLD) return
    const key = [message, ...Object.values(fields)].join('\n')
    if (told.has(key)) return
    told.add(key)
    logger.warn({ response_id, ...fields }, message)
  }
  const tellError = (fields: { where: string; err: unknown }) =>
    logger.error({ response_id, ...fields }, 'a part of a turn failed')

  return {
    frame(frame: Frame, since_start_ms: number) {
      counted.frame(frame, since_start_ms)
      if (frame.event_type === 'error' && !frame.is_final) codes.add(frame.error.code)
      if (isTerminal(frame)) end = { ...endOf(frame), duration_ms: Math.round(since_start_ms) }
    },
    decided: (event_type: string, policy: Policy, vertical: string, sub_agent_id: string | null) =>
      counted.decided(event_type, policy, vertical, sub_agent_id),
    unregistered(id: string, why: string, sub_agent_id: string | null) {
      counted.unregistered(sub_agent_id)
      once('a status event was suppressed', { event_id: asId(id), why, sub_agent_id })
    },
    refused(refusal: string, id: string | null, sub_agent_id: string | null) {
      counted.refused(sub_agent_id)
      once('a write was refused', { refusal, event_id: asId(id), sub_agent_id })
    },
    unrendered: (id: string) => once('a status event has no words', { event_id: asId(id) }),
    late: (_event_type: string) => counted.late(),
    /** From the writer to the log, one frame. */
    wrote: (ms: number) => counted.wrote(ms),
    violation(violation: { code: string; message: string }) {
      metrics.violation('turn')
      logger.error({ response_id, ...violation }, 'a turn broke its state machine')
    },
    error(place: string, err: unknown) {
      errors += 1
      const where = place.slice(0, MAX_WHERE)
      const key = `${where}\n${kindOf(err)}`
      const tell = toldErrors.size < MAX_TOLD_ERRORS && !toldErrors.has(key)
      untold = tell ? undefined : { where, err }
      if (!tell) return
      toldErrors.add(key)
      tellError({ where, err })
    },
    ended(stopped_by?: string) {
      counted.ended()
      if (untold !== undefined) tellError(untold)
      untold = undefined
      const line = {
        response_id,
        conversation_id,
        ...end,
        ...(stopped_by !== undefined && { stopped_by }),
        ...(codes.size > 0 && { soft_errors: [...codes] }),
        ...(errors > 0 && { errors }),
      }
      logger[end?.status === 'error' ? 'warn' : 'info'](line, 'a turn ended')
    },
  }
}

const endOf = (frame: Frame): { status: string; code?: string; reason?: string } => {
  const status = frame.event_type
  if (frame.event_type !== 'error' && frame.event_type !== 'cancelled') return { status }
  const { code, reason } = frame.error as { code: string; reason?: string }
  return { status, code, ...(reason !== undefined && { reason }) }
}

/** What is no id may be anything: it is not told. */
const asId = (id: string | null): string | null => (id !== null && STATUS_ID.test(id) ? id : null)
