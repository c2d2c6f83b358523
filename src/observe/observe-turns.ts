import { isTerminal, type Frame, type Policy } from '../contract/index.ts'
import type { Logger } from './logger.ts'
import type { Metrics } from './metrics.ts'

/** Which turn it is: for the log. Of these the metrics get the arm and the version only. */
export interface ObservedTurn {
  response_id: string
  conversation_id: string
  experiment_arm: string
  agent_definition_version: string
}

/** A turn that repeats one mistake is told of once; the metrics count every time. */
const MAX_TOLD = 32

/** Counts and logs what a turn tells of itself. The shape is the turn's observer. */
export const observeTurns = (metrics: Metrics, logger: Logger) => (turn: ObservedTurn) => {
  const { response_id, conversation_id, experiment_arm, agent_definition_version } = turn
  const counted = metrics.turn({ experiment_arm, agent_definition_version })
  const told = new Set<string>()
  let end: { status: string; duration_ms: number } | undefined
  const once = (message: string, fields: Record<string, string | null>) => {
    const key = [message, ...Object.values(fields)].join('\n')
    if (told.size >= MAX_TOLD || told.has(key)) return
    told.add(key)
    logger.warn({ response_id, ...fields }, message)
  }

  return {
    frame(frame: Frame, since_start_ms: number) {
      counted.frame(frame, since_start_ms)
      if (isTerminal(frame)) end = { status: frame.event_type, duration_ms: Math.round(since_start_ms) }
    },
    decided: (event_type: string, policy: Policy, vertical: string, sub_agent_id: string | null) =>
      counted.decided(event_type, policy, vertical, sub_agent_id),
    unregistered(id: string, why: string, sub_agent_id: string | null) {
      counted.unregistered(sub_agent_id)
      once('a status event was suppressed', { event_id: id.slice(0, 64), why, sub_agent_id })
    },
    refused(refusal: string, id: string | null, sub_agent_id: string | null) {
      counted.refused(sub_agent_id)
      once('a write was refused', { refusal, event_id: id?.slice(0, 64) ?? null, sub_agent_id })
    },
    unrendered: (id: string) => once('a status event has no words', { event_id: id }),
    late: (_event_type: string) => counted.late(),
    /** From the writer to the log, one frame. */
    wrote: (ms: number) => counted.wrote(ms),
    violation(violation: { code: string; message: string }) {
      metrics.violation('turn')
      logger.error({ response_id, ...violation }, 'a turn broke its state machine')
    },
    error: (where: string, error: unknown) =>
      logger.error({ response_id, where, err: error }, 'a part of a turn failed'),
    ended() {
      counted.ended()
      logger.info({ response_id, conversation_id, ...end }, 'a turn ended')
    },
  }
}
