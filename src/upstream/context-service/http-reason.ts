import type { ContextReason } from '../../contract/index.ts'

const REASONS: Readonly<Record<number, ContextReason>> = {
  400: 'invalid_request',
  401: 'unauthorized',
  403: 'unauthorized',
  408: 'upstream_timeout',
  422: 'invalid_request',
  504: 'upstream_timeout',
}

/** What a status outside 2xx says. The body has no say. */
export const httpReason = (status: number): ContextReason => REASONS[status] ?? 'upstream_unavailable'

/** Whether a status says that the endpoint is unwell, rather than that it did not like the request. */
export const isHttpFailure = (status: number): boolean => status >= 500 || status === 429 || status === 408
