import type { ContextReason, Failure, FrameError } from '../contract/index.ts'

/** How one sub-agent's run ended. */
export type Outcome = {
  sub_agent_id: string
  /** What it found, in its own words; empty when it failed outright. */
  report: string
  /** Some source of a context call did not answer. */
  partial: boolean
  ended:
    | { as: 'ok' }
    /** At least one context call came back as an error; `useful` when another one did not. */
    | { as: 'context_error'; enricher_id: string; reason: ContextReason; useful: boolean }
    | { as: 'failed'; rate_limited: boolean }
}

/** What the client is told of the failures of a turn, and whether the turn ends there; undefined when all went well. */
export type FailureVerdict = { error: FrameError; is_final: boolean }

/**
 *   any number        all by the rate limit  RATE_LIMIT_ERROR                         final
 *   one sub-agent     failed outright        SUB_AGENT_FAILED                         final
 *                     context error          CCS_ENVELOPE_ERROR                       goes on
 *   several           all failed outright    SUB_AGENT_FAILED, the first one's id     final
 *                     any failed in any way  PARTIAL_FAN_OUT                          goes on
 */
export function judgeOutcomes(outcomes: readonly Outcome[]): FailureVerdict | undefined {
  const failed = outcomes.flatMap(recordOf)
  const [first] = failed
  if (first === undefined) return undefined
  if (outcomes.every(({ ended }) => ended.as === 'failed' && ended.rate_limited))
    return { error: { code: 'RATE_LIMIT_ERROR' }, is_final: true }
  if (outcomes.length === 1) return { error: first, is_final: first.code === 'SUB_AGENT_FAILED' }
  const outright = outcomes.filter(({ ended }) => ended.as === 'failed')
  if (outright.length === outcomes.length) {
    const [{ sub_agent_id }] = outright as [Outcome]
    return { error: { code: 'SUB_AGENT_FAILED', sub_agent_id, failed }, is_final: true }
  }
  return { error: { code: 'PARTIAL_FAN_OUT', failed }, is_final: false }
}

function recordOf({ sub_agent_id, ended }: Outcome): Failure[] {
  switch (ended.as) {
    case 'ok':
      return []
    case 'context_error':
      return [{ code: 'CCS_ENVELOPE_ERROR', enricher_id: ended.enricher_id, reason: ended.reason }]
    case 'failed':
      return [{ code: 'SUB_AGENT_FAILED', sub_agent_id }]
  }
}
