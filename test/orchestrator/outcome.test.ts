import { expect, it } from 'vitest'
import { judgeOutcomes, type Outcome } from '../../src/orchestrator/outcome.ts'

const ok = (sub_agent_id: string): Outcome => ({ sub_agent_id, report: 'r', partial: false, ended: { as: 'ok' } })
const failed = (sub_agent_id: string, rate_limited = false): Outcome => ({
  ...ok(sub_agent_id),
  report: '',
  ended: { as: 'failed', rate_limited },
})
const context = (sub_agent_id: string): Outcome => ({
  ...ok(sub_agent_id),
  ended: { as: 'context_error', enricher_id: `${sub_agent_id}.x`, reason: 'upstream_timeout', useful: false },
})
const subAgentRecord = (sub_agent_id: string) => ({ code: 'SUB_AGENT_FAILED', sub_agent_id })
const contextRecord = (id: string) => ({
  code: 'CCS_ENVELOPE_ERROR',
  enricher_id: `${id}.x`,
  reason: 'upstream_timeout',
})

it.each<[string, Outcome[], unknown]>([
  ['nothing failed', [ok('a'), ok('b')], undefined],
  ['the only one failed', [failed('a')], { error: subAgentRecord('a'), is_final: true }],
  ['the only one hit the rate limit', [failed('a', true)], { error: { code: 'RATE_LIMIT_ERROR' }, is_final: true }],
  [
    'all of two hit the rate limit',
    [failed('a', true), failed('b', true)],
    { error: { code: 'RATE_LIMIT_ERROR' }, is_final: true },
  ],
  [
    'all of two failed, one of them by the rate limit',
    [failed('a'), failed('b', true)],
    {
      error: { code: 'SUB_AGENT_FAILED', sub_agent_id: 'a', failed: [subAgentRecord('a'), subAgentRecord('b')] },
      is_final: true,
    },
  ],
  ['the only one’s context call failed', [context('a')], { error: contextRecord('a'), is_final: false }],
  [
    'one of two failed',
    [ok('a'), failed('b', true)],
    { error: { code: 'PARTIAL_FAN_OUT', failed: [subAgentRecord('b')] }, is_final: false },
  ],
  [
    'both ways at once',
    [failed('a'), context('b')],
    { error: { code: 'PARTIAL_FAN_OUT', failed: [subAgentRecord('a'), contextRecord('b')] }, is_final: false },
  ],
  [
    'all failed outright',
    [failed('a'), failed('b')],
    {
      error: { code: 'SUB_AGENT_FAILED', sub_agent_id: 'a', failed: [subAgentRecord('a'), subAgentRecord('b')] },
      is_final: true,
    },
  ],
  [
    'all by error envelopes',
    [context('a'), context('b')],
    { error: { code: 'PARTIAL_FAN_OUT', failed: [contextRecord('a'), contextRecord('b')] }, is_final: false },
  ],
])('FR-7: the verdict when %s', (_name, outcomes, verdict) => {
  expect(judgeOutcomes(outcomes)).toEqual(verdict)
})
