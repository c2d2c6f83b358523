import type { IncomingMessage } from 'node:http'
import type { ErrorRequestHandler } from 'express'
import { PROBLEMS, RefusedError, type ProblemCode } from '../contract/index.ts'
import { badField } from './bad-field.ts'
import type { HttpOptions } from './ports.ts'
import { sendJson } from './send-json.ts'

export const PROBLEM_TYPE = 'application/problem+json'

/** These say when to come back, also when whoever refused did not. */
const RETRY_AFTER_S: Partial<Record<ProblemCode, number>> = { overloaded: 1, shutting_down: 5 }

const LINGER_MS = 1_000

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
    if (!req.complete) abandon(req, LINGER_MS)
  }

/**
 * A request that is answered before it has come whole. Its client may read the answer only once it has written: what
 * still comes is thrown away for a while, then the connection is closed. Closed at once, the answer could be lost.
 */
function abandon(req: IncomingMessage, linger_ms: number): void {
  const timer = setTimeout(() => req.complete || req.socket.destroy(), linger_ms)
  req.once('close', () => clearTimeout(timer))
}

/** Bodies are read by ourselves: what Express can't decode, and throws as a 400, is the path. */
const refusedByExpress = (error: unknown): RefusedError | undefined =>
  error instanceof Error && 'status' in error && error.status === 400
    ? badField('path', 'cannot be decoded: check its % signs')
    : undefined
