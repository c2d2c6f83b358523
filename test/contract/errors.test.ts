import { describe, expect, it } from 'vitest'
import {
  CANCELS,
  CONTEXT_REASONS,
  FRAME_ERRORS,
  PROBLEMS,
  RefusedError,
  START_PROBLEMS,
  type ProblemCode,
} from '../../src/contract/index.ts'

/** Ends like a sentence, or like a name to fill in. */
const SENTENCE = /^[A-Z].{9,}[.…)]$/

describe('the tables of codes', () => {
  it.each(Object.entries({ ...FRAME_ERRORS, ...CANCELS }))('the frame code %s says what to do: %s', (code, remedy) => {
    expect(code).toMatch(/^[A-Z]+(?:_[A-Z]+)+$/)
    expect(remedy).toMatch(SENTENCE)
  })

  it.each(Object.entries(PROBLEMS))('the problem %s has its status, its title and a remedy', (code, problem) => {
    expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
    expect(problem.status).toBeGreaterThanOrEqual(400)
    expect(problem.status).toBeLessThan(600)
    expect(problem.title).toMatch(/^[A-Z].*[^.]$/)
    expect(problem.remedy).toMatch(SENTENCE)
  })

  it.each(Object.entries(START_PROBLEMS))('the start problem %s says what to do: %s', (code, remedy) => {
    expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/)
    expect(remedy).toMatch(SENTENCE)
  })

  it('the codes and statuses that clients know stay', () => {
    expect(Object.keys(FRAME_ERRORS)).toEqual([
      'SUB_AGENT_FAILED',
      'CCS_ENVELOPE_ERROR',
      'PARTIAL_FAN_OUT',
      'RATE_LIMIT_ERROR',
      'INTERNAL_ERROR',
    ])
    expect(Object.keys(CANCELS)).toEqual(['IDLE_TIMEOUT', 'REQUEST_CANCELLED'])
    expect(CONTEXT_REASONS.join(' ')).toBe(
      'upstream_unavailable upstream_timeout upstream_partial unauthorized invalid_request',
    )
    const statuses = Object.entries(PROBLEMS).map(([code, { status }]) => `${status} ${code}`)
    expect(statuses).toEqual(
      expect.arrayContaining([
        '400 invalid_request',
        '404 not_found',
        '409 conversation_busy',
        '410 cursor_expired',
        '503 overloaded',
        '503 shutting_down',
      ]),
    )
  })

  it('a refusal speaks for its code, and takes a better word where there is one', () => {
    const code: ProblemCode = 'conversation_busy'
    expect(new RefusedError(code)).toMatchObject({ type: 'refused', code, errors: [], message: PROBLEMS[code].title })
    expect(new RefusedError(code, { detail: 'Busy.', retry_after_s: 3 })).toMatchObject({
      message: 'Busy.',
      retry_after_s: 3,
    })
  })
})
