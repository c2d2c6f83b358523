/** What really went wrong with a call, for the operator's log. None of them quotes what the other side said. */
export const CONTEXT_CAUSES = [
  /** The service was asked while it was closing. */
  'closed',
  /** The breaker is open: the endpoint was not asked. */
  'breaker_open',
  /** All connections are busy, and the line behind them is full. */
  'too_many_waiting',
  /** The parameters can't be sent as JSON. */
  'bad_params',
  'timeout',
  /** No connection, or one that broke. */
  'connection',
  /** A status outside 2xx. */
  'http_status',
  /** A body larger than is read. */
  'too_long',
  /** A body that is no JSON, or no envelope. */
  'no_envelope',
  'foreign_principal',
  'other_enricher',
  'unknown_version',
  'unknown_status',
  'no_payload',
  /** A right envelope that says error. */
  'envelope_error',
] as const
export type ContextCause = (typeof CONTEXT_CAUSES)[number]
