import type { ErrorRequestHandler } from 'express'
import { PROBLEMS, RefusedError, type ProblemCode } from '../contract/index.ts'
import type { HttpOptions } from './ports.ts'
import { sendJson } from './send-json.ts'

export const PROBLEM_TYPE = 'application/problem+json'

/** These say when to come back, also when whoever refused did not. */
const RETRY_AFTER_S: Partial<Record<ProblemCode, number>> = { overloaded: 1, shutting_down: 5 }

/** RFC 9457, and our code and remedy. */
export function problemOf({ code, message, errors }: RefusedError) {
  const { status, title, remedy } = PROBLEMS[code]
  return {
    type: `urn:onevoice:problem:${code}`,
    title,
    status,
    code,
    detail: message,
    remedy,
    ...(errors.length > 0 && { errors }),
  }
}

/** The last handler: whatever was thrown before the first byte is answered here, and only what is meant for the caller. */
export const answerProblems =
  ({ logger }: HttpOptions): ErrorRequestHandler =>
  (error: unknown, req, res, _next) => {
    const refused = error instanceof RefusedError ? error : refusedByExpress(error)
    if (refused === undefined) logger.error({ err: error, method: req.method, path: req.path }, 'a request failed')
    // Its client has gone, or has begun to read: there is nothing left to answer.
    const gone = res.destroyed || (req.destroyed && !req.complete)
    if (gone || res.headersSent) return void res.destroy()
    const answered = refused ?? new RefusedError('internal_error')
    const retry_after_s = answered.retry_after_s ?? RETRY_AFTER_S[answered.code]
    if (retry_after_s !== undefined) res.setHeader('Retry-After', String(retry_after_s))
    sendJson(res, PROBLEMS[answered.code].status, problemOf(answered), PROBLEM_TYPE)
  }

const BY_STATUS: Readonly<Record<number, ProblemCode>> = {
  400: 'invalid_request',
  413: 'body_too_large',
  415: 'unsupported_media_type',
}

/** Express and its body parser throw errors with a status: a path or a body that can't be decoded, one that is too large. */
function refusedByExpress(error: unknown): RefusedError | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  const code = typeof status === 'number' ? BY_STATUS[status] : undefined
  return code && new RefusedError(code)
}
