import type { CancelCode, ContextReason, Failure, FrameError, Settings } from '../../src/contract/index.ts'

/**
 * Every fault, and what comes of it: the message that causes it in the faulty root, and by the contract the frames, the
 * error and the words. The test runs it in three languages, and docs/failures.md is made of the same runs.
 */
export interface Fault {
  /** In words, for the table. */
  name: string
  message: string
  /** Ids of requirements that it shows. */
  ids: string
  service: keyof typeof SERVICES
  /** What its client does once the turn works; else it reads to the end. */
  client?: 'cancels' | 'leaves' | 'service stops'
  /** The kinds of frames behind the prelude, in the order of their first coming. */
  kinds: string
  error?: FrameError
  ends: 'completed' | 'error' | CancelCode
  /** What the orchestrator says of it: a key of the platform's words, and whose topic it names. */
  words: readonly [key: string, topic?: SubAgent][]
  /** The model's answer is there too. */
  answered: boolean
  /** These did their work, and all of it arrived. */
  unharmed: readonly SubAgent[]
}

type SubAgent = 'alpha' | 'beta' | 'gamma'

/** Clocks that a test can wait for; and for the faults that are much work, the usual ones. */
export const SERVICES = {
  brisk: {
    SUB_AGENT_TIMEOUT_MS: 2_000,
    SUB_AGENT_MAX_STEPS: 10,
    CCS_TIMEOUT_MS: 800,
    IDLE_TIMEOUT_MS: 4_000,
    TURN_DEADLINE_MS: 6_000,
    RESUME_GRACE_MS: 100,
    SHUTDOWN_DRAIN_MS: 200,
  },
  roomy: {},
} as const satisfies Record<string, Partial<Settings>>

const START = 'status'
const LOOK_UP = `${START} · tool_call · tool_completed`
const WORK = `${LOOK_UP} · data_loading · data_loaded`
const ANSWERED = 'text · usage · completed'

const fault = (name: string, message: string, ids: string, more: Partial<Fault> = {}): Fault => ({
  name,
  message,
  ids,
  service: 'brisk',
  kinds: `${WORK} · ${ANSWERED}`,
  ends: 'completed',
  words: [],
  answered: false,
  unharmed: [],
  ...more,
})

/** One sub-agent, and it fails outright. */
const outright = (name: string, action: string, more: Partial<Fault> = {}): Fault =>
  fault(name, `alpha=${action}`, 'FR-7, FR-8, FR-17, AC-11', {
    kinds: `${START} · text · usage · error`,
    error: { code: 'SUB_AGENT_FAILED', sub_agent_id: 'alpha' },
    ends: 'error',
    words: [['failure.sub_agent_topic', 'alpha']],
    ...more,
  })

/** One sub-agent, and its context call fails. */
const context = (name: string, answer: string, reason: ContextReason, more: Partial<Fault> = {}): Fault =>
  fault(name, `alpha=ccs:${answer}`, 'AC-3, AC-11, FR-7, FR-8, FR-17', {
    kinds: `${LOOK_UP} · error · ${ANSWERED}`,
    error: { code: 'CCS_ENVELOPE_ERROR', enricher_id: 'alpha.lookup', reason },
    words: [['failure.context_topic', 'alpha']],
    ...more,
  })

const failed = (sub_agent_id: SubAgent): Failure => ({ code: 'SUB_AGENT_FAILED', sub_agent_id })
const unread = (sub_agent_id: SubAgent, reason: ContextReason): Failure => ({
  code: 'CCS_ENVELOPE_ERROR',
  enricher_id: `${sub_agent_id}.lookup`,
  reason,
})

/** Several sub-agents, of which not all fail outright. */
const partial = (name: string, message: string, records: Failure[], more: Partial<Fault> = {}): Fault =>
  fault(name, message, 'FR-7, FR-8, FR-17', {
    kinds: `${WORK} · error · ${ANSWERED}`,
    error: { code: 'PARTIAL_FAN_OUT', failed: records },
    answered: true,
    ...more,
  })

/** The language model fails, and nothing can be composed. */
const model = (name: string, message: string, more: Partial<Fault> = {}): Fault =>
  fault(name, message, 'FR-7, FR-8, FR-17', {
    kinds: 'text · usage · error',
    error: { code: 'INTERNAL_ERROR' },
    ends: 'error',
    words: [['failure.internal']],
    ...more,
  })

const RATE_LIMIT: Partial<Fault> = { error: { code: 'RATE_LIMIT_ERROR' }, words: [['failure.rate_limit']] }

export const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  'One sub-agent': [
    outright('it throws', 'throw'),
    outright('it throws, and has no topic of its own', 'throw', {
      message: 'gamma=throw',
      error: { code: 'SUB_AGENT_FAILED', sub_agent_id: 'gamma' },
      words: [['failure.sub_agent']],
    }),
    outright('it rejects', 'reject'),
    outright('it throws what is no error', 'throw-text'),
    outright('it hangs, and does not listen to its signal', 'hang'),
    outright('it hangs until its signal', 'hang-politely'),
    outright('a tool of its hangs', 'tool-hangs', {
      kinds: `${START} · tool_call · text · tool_completed · usage · error`,
    }),
    outright('it goes round in circles, past `SUB_AGENT_MAX_STEPS`', 'steps'),
    outright('it returns nothing', 'null'),
    outright('it returns something without messages', 'no-messages'),
    outright('it returns messages that are none', 'not-a-message'),
    outright('it writes after it was given up', 'late'),
    outright('its own model call meets the rate limit', 'model-429', RATE_LIMIT),
    fault('a tool of its throws, and it goes on', 'alpha=tool-throws', 'FR-7', {
      kinds: `${LOOK_UP} · ${ANSWERED}`,
      answered: true,
    }),
  ],
  'A context call of one sub-agent brings': [
    context('an error: the upstream is unavailable', 'upstream_unavailable', 'upstream_unavailable'),
    context('an error: the upstream took too long', 'upstream_timeout', 'upstream_timeout'),
    context('an error: the upstream answered in part', 'upstream_partial', 'upstream_partial'),
    context('an error: not allowed', 'unauthorized', 'unauthorized'),
    context('an error: the request was not valid', 'invalid_request', 'invalid_request'),
    context('an error with a reason that nobody knows', 'unknown_reason', 'upstream_unavailable'),
    context('an error, for a sub-agent without a topic', 'upstream_timeout', 'upstream_timeout', {
      message: 'gamma=ccs:upstream_timeout',
      error: { code: 'CCS_ENVELOPE_ERROR', enricher_id: 'gamma.lookup', reason: 'upstream_timeout' },
      words: [['failure.context']],
    }),
    context('a status that nobody knows', 'unknown_status', 'upstream_unavailable'),
    context('somebody else’s data', 'wrong_user', 'unauthorized'),
    context('another enricher’s answer', 'wrong_enricher', 'upstream_unavailable'),
    context('another major version', 'next_major', 'upstream_unavailable'),
    fault('another minor version', 'alpha=ccs:next_minor', 'FR-7', { answered: true, unharmed: ['alpha'] }),
    context('no payload', 'no_payload', 'upstream_unavailable'),
    fault('a part of the sources did not answer', 'alpha=ccs:partial', 'FR-7, FR-8', {
      words: [['caveat.partial_topic', 'alpha']],
      answered: true,
      unharmed: ['alpha'],
    }),
    context('HTTP 400', 'http_400', 'invalid_request'),
    context('HTTP 401', 'http_401', 'unauthorized'),
    context('HTTP 429', 'http_429', 'upstream_unavailable'),
    context('HTTP 500', 'http_500', 'upstream_unavailable'),
    context('HTTP 504', 'http_504', 'upstream_timeout'),
    context('what is no JSON', 'not_json', 'upstream_unavailable'),
    context('the connection is cut before the headers', 'cut_headers', 'upstream_unavailable'),
    context('the connection is cut in the body', 'cut_body', 'upstream_unavailable'),
    context('silence', 'silence', 'upstream_timeout'),
    context('silence in the middle of the body', 'half_silence', 'upstream_timeout'),
    context('HTTP 500, behind a placeholder that is already shown', 'http_500', 'upstream_unavailable', {
      message: 'alpha=load:http_500',
      kinds: `${START} · tool_call · data_loading · data_loaded · tool_completed · error · ${ANSWERED}`,
      error: { code: 'CCS_ENVELOPE_ERROR', enricher_id: 'alpha.items', reason: 'upstream_unavailable' },
    }),
  ],
  'Several sub-agents': [
    partial('one of two throws', 'alpha=throw beta=ok', [failed('alpha')], {
      words: [['failure.partial_topic', 'alpha']],
      unharmed: ['beta'],
    }),
    partial('one of two hangs', 'alpha=hang beta=ok', [failed('alpha')], {
      words: [['failure.partial_topic', 'alpha']],
      unharmed: ['beta'],
    }),
    partial('one of two meets the model’s rate limit', 'alpha=model-429 beta=ok', [failed('alpha')], {
      words: [['failure.partial_topic', 'alpha']],
      unharmed: ['beta'],
    }),
    partial(
      'one of two gets an error from its context call',
      'alpha=ccs:upstream_timeout beta=ok',
      [unread('alpha', 'upstream_timeout')],
      { ids: 'AC-3, AC-11, FR-7, FR-8, FR-17', words: [['failure.context_topic', 'alpha']], unharmed: ['beta'] },
    ),
    partial(
      'one of three throws, one gets an error',
      'alpha=throw beta=ccs:unauthorized gamma=ok',
      [failed('alpha'), unread('beta', 'unauthorized')],
      {
        words: [
          ['failure.partial_topic', 'alpha'],
          ['failure.context_topic', 'beta'],
        ],
        unharmed: ['gamma'],
      },
    ),
    partial('one of two throws, the other is partial', 'alpha=ccs:partial beta=throw', [failed('beta')], {
      words: [
        ['failure.partial_topic', 'beta'],
        ['caveat.partial_topic', 'alpha'],
      ],
      unharmed: ['alpha'],
    }),
    partial(
      'one of two throws, the other gets an error',
      'alpha=throw beta=ccs:upstream_unavailable',
      [failed('alpha'), unread('beta', 'upstream_unavailable')],
      {
        kinds: `${LOOK_UP} · error · ${ANSWERED}`,
        words: [
          ['failure.partial_topic', 'alpha'],
          ['failure.context_topic', 'beta'],
        ],
        answered: false,
      },
    ),
    partial(
      'all get errors from their context calls',
      'alpha=ccs:unauthorized beta=ccs:upstream_timeout',
      [unread('alpha', 'unauthorized'), unread('beta', 'upstream_timeout')],
      {
        kinds: `${LOOK_UP} · error · ${ANSWERED}`,
        words: [
          ['failure.context_topic', 'alpha'],
          ['failure.context_topic', 'beta'],
        ],
        answered: false,
      },
    ),
    outright('all of two throw', '', {
      message: 'beta=throw alpha=throw',
      error: { code: 'SUB_AGENT_FAILED', sub_agent_id: 'beta', failed: [failed('beta'), failed('alpha')] },
      words: [
        ['failure.partial_topic', 'beta'],
        ['failure.partial_topic', 'alpha'],
      ],
    }),
    outright('all of three fail, each in its own way', '', {
      message: 'alpha=throw beta=hang gamma=null',
      error: {
        code: 'SUB_AGENT_FAILED',
        sub_agent_id: 'alpha',
        failed: [failed('alpha'), failed('beta'), failed('gamma')],
      },
      words: [['failure.partial_topic', 'alpha'], ['failure.partial_topic', 'beta'], ['failure.partial']],
    }),
  ],
  'The language model': [
    model('it fails before it has routed', 'router=throw'),
    model('it meets the rate limit before it has routed', 'router=429', RATE_LIMIT),
    model('it neither answers nor asks a sub-agent', 'router=silent'),
    model('it is cut off in the middle of its own answer', 'router=cut'),
    model('it fails where it should compose', 'alpha=ok composer=throw', {
      kinds: `${WORK} · text · usage · error`,
      unharmed: ['alpha'],
    }),
    model('all of two sub-agents meet its rate limit', 'alpha=model-429 beta=model-429', {
      kinds: `${START} · text · usage · error`,
      ...RATE_LIMIT,
    }),
    model('it meets the rate limit where it should compose', 'alpha=ok composer=429', {
      kinds: `${WORK} · text · usage · error`,
      unharmed: ['alpha'],
      ...RATE_LIMIT,
    }),
    model('it composes nothing', 'alpha=ok composer=silent', {
      kinds: `${WORK} · text · usage · error`,
      unharmed: ['alpha'],
    }),
    model('it is cut off in the middle of the answer', 'alpha=ok composer=cut', {
      kinds: `${WORK} · text · usage · error`,
      unharmed: ['alpha'],
    }),
  ],
  'The turn is stopped': [
    fault('the client cancels it', 'alpha=hang', 'FR-13', {
      client: 'cancels',
      kinds: `${START} · usage · cancelled`,
      ends: 'REQUEST_CANCELLED',
    }),
    fault('the client leaves, and does not come back', 'alpha=hang', 'FR-13, AC-6', {
      client: 'leaves',
      kinds: `${START} · usage · cancelled`,
      ends: 'REQUEST_CANCELLED',
    }),
    fault('nothing comes of it for `IDLE_TIMEOUT_MS`', 'alpha=ok composer=hang', 'FR-13, NFR-6', {
      kinds: `${WORK} · usage · cancelled`,
      ends: 'IDLE_TIMEOUT',
      unharmed: ['alpha'],
    }),
    fault('it is not done after `TURN_DEADLINE_MS`', 'alpha=ok composer=drip', 'FR-7, FR-8, FR-17', {
      kinds: `${WORK} · text · usage · error`,
      error: { code: 'INTERNAL_ERROR', reason: 'deadline_exceeded' },
      ends: 'error',
      words: [['failure.internal']],
      unharmed: ['alpha'],
    }),
    fault('the service shuts down, and `SHUTDOWN_DRAIN_MS` is over', 'alpha=hang', 'FR-13', {
      client: 'service stops',
      kinds: `${START} · usage · cancelled`,
      ends: 'REQUEST_CANCELLED',
    }),
  ],
  'Too much': [
    outright('a sub-agent writes a million events', 'flood:1000000', { service: 'roomy' }),
    partial('one of two sub-agents writes a million events', 'alpha=flood:1000000 beta=ok', [failed('alpha')], {
      service: 'roomy',
      words: [['failure.partial_topic', 'alpha']],
      unharmed: ['beta'],
    }),
    fault('a sub-agent writes an event and a component of 50 MB', 'alpha=huge', 'FR-7, NFR-7', {
      service: 'roomy',
      kinds: `${START} · tool_call · component · tool_completed · ${ANSWERED}`,
      answered: true,
    }),
    context('a context call brings 50 MB', 'huge', 'upstream_unavailable', { service: 'roomy' }),
  ],
}
