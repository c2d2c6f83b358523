/** Every code that a person or a program may meet, in one place: with its HTTP status, and what to do. */

/** On `error` frames. */
export const FRAME_ERRORS = {
  SUB_AGENT_FAILED: 'The sub-agents this turn needed failed. Ask again; if it stays, tell the vertical that owns them.',
  CCS_ENVELOPE_ERROR:
    'A context call failed; the answer was made without it. After `upstream_unavailable` and `upstream_timeout` it is worth asking again.',
  PARTIAL_FAN_OUT:
    'Some of several sub-agents failed, and the answer was made from the others; or the context calls of all of them did, and it only says so. See `failed`.',
  RATE_LIMIT_ERROR: 'The language model is at its rate limit. Wait a little and ask again.',
  INTERNAL_ERROR: 'Something unexpected went wrong. Ask again; if it stays, give `response_id` to the operator.',
} as const
export type FrameErrorCode = keyof typeof FRAME_ERRORS
export const FRAME_ERROR_CODES = Object.keys(FRAME_ERRORS) as [FrameErrorCode, ...FrameErrorCode[]]

/** On `cancelled` frames. */
export const CANCELS = {
  IDLE_TIMEOUT: 'The turn was silent for too long and was stopped. Ask again.',
  REQUEST_CANCELLED: 'The turn was stopped by its client, by a disconnect or by a shutdown.',
} as const
export type CancelCode = keyof typeof CANCELS
export const CANCEL_CODES = Object.keys(CANCELS) as [CancelCode, ...CancelCode[]]

/** How a stream broke, on NDJSON's `eof`: with what its reader is told. */
export const EOF_ERRORS = {
  protocol_violation: 'A frame came that is not allowed where it stood.',
  invariant_violation: 'A frame was missing, or did not fit those before it.',
  internal_error: 'The turn ended in an error: see its last frame.',
} as const
export type EofErrorCode = keyof typeof EOF_ERRORS
export const EOF_ERROR_CODES = Object.keys(EOF_ERRORS) as [EofErrorCode, ...EofErrorCode[]]
/** A rule of the stream that was broken, rather than a turn that failed. */
export type BrokenRule = Exclude<EofErrorCode, 'internal_error'>

/** Why a context call failed, as far as a client may know. */
export const CONTEXT_REASONS = [
  'upstream_unavailable',
  'upstream_timeout',
  'upstream_partial',
  'unauthorized',
  'invalid_request',
] as const
export type ContextReason = (typeof CONTEXT_REASONS)[number]

/** Before the first byte: `application/problem+json`. */
export const PROBLEMS = {
  invalid_request: { status: 400, title: 'The request is not valid', remedy: 'Correct the fields named in `errors`.' },
  not_found: { status: 404, title: 'There is nothing here', remedy: 'Check the address and the id.' },
  method_not_allowed: {
    status: 405,
    title: 'This method is not served here',
    remedy: 'Use a method named in the Allow header.',
  },
  not_acceptable: {
    status: 406,
    title: 'No such representation',
    remedy: 'Send `Accept: text/event-stream` or `application/x-ndjson`, or no Accept header.',
  },
  conversation_busy: {
    status: 409,
    title: 'The conversation has a turn running',
    remedy: 'Wait for it to end, or cancel it.',
  },
  cursor_expired: {
    status: 410,
    title: 'The frames are no longer kept',
    remedy: 'Read the turn’s state instead of its stream.',
  },
  body_too_large: { status: 413, title: 'The body is too large', remedy: 'Send at most 128 KB.' },
  unsupported_media_type: {
    status: 415,
    title: 'The body is not sent as JSON',
    remedy: 'Send `Content-Type: application/json`, in UTF-8.',
  },
  idempotency_mismatch: {
    status: 422,
    title: 'The Idempotency-Key was used for another request',
    remedy: 'Send a new key with a new request; the same key only with the same request.',
  },
  headers_too_large: {
    status: 431,
    title: 'The headers are too large',
    remedy: 'Send at most 16 KB of headers, and at most 100 of them.',
  },
  internal_error: {
    status: 500,
    title: 'Something unexpected went wrong',
    remedy: 'Try again; if it stays, tell the operator.',
  },
  overloaded: {
    status: 503,
    title: 'Too many turns are running',
    remedy: 'Try again after the seconds in Retry-After.',
  },
  shutting_down: {
    status: 503,
    title: 'The service is shutting down',
    remedy: 'Try again after the seconds in Retry-After.',
  },
} as const satisfies Record<string, { status: number; title: string; remedy: string }>
export type ProblemCode = keyof typeof PROBLEMS
export const PROBLEM_CODES = Object.keys(PROBLEMS) as readonly ProblemCode[]

/** At start, and from `registry check` and `scan`. The message says what; the remedy says what to do. */
export const START_PROBLEMS = {
  invalid_yaml: 'Correct the YAML syntax.',
  invalid_fragment: 'Correct the entry: see docs/verticals.md for its fields.',
  invalid_message: 'Correct the ICU message syntax.',
  invalid_locale: 'Name the file after a BCP 47 language, for example en.yaml or fr-CA.yaml.',
  invalid_policy: 'Correct the override: see docs/policy.md for its fields.',
  invalid_flag: 'Name the flag ai_assistant_…',
  duplicate_id: 'Keep one of the entries, and rename or remove the other.',
  duplicate_key: 'Keep the words in one of the two places.',
  reserved_id: 'Choose another id: the wire and the service use this one themselves.',
  missing_render_key: 'Add the key to the English locale file.',
  unregistered: 'Register the id in the vertical’s status_events.yaml, or correct its spelling.',
  not_owner: 'Add the sub-agent to the entry’s emitter_subagents, or emit an id of its own.',
  deprecated: 'Emit the id that replaces it; see its deprecation_note.',
  prose: 'Write a registered event ({ event_type: … }), never a sentence: the words are in the locales.',
  dynamic: 'Write the id as a literal or a const, so that it is checked before the service starts.',
  internal: 'Use the kit’s tools: they write this event themselves.',
  invalid_sub_agent: 'Export default defineSubAgent({ id, vertical, card, tools, build, onCancel }).',
  missing_cancel_handler: 'Give the sub-agent an onCancel function: it releases what a cancelled turn leaves open.',
  unknown_vertical: 'Create verticals/<vertical>/status_events.yaml, or correct the vertical’s name.',
  unreadable_module: 'Correct the syntax error, or the import.',
  build_failed: 'Correct the sub-agent’s build function.',
} as const
export type StartProblemCode = keyof typeof START_PROBLEMS
export const START_PROBLEM_CODES = Object.keys(START_PROBLEMS) as [StartProblemCode, ...StartProblemCode[]]
