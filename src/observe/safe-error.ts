import { types } from 'node:util'
import { callSites } from './call-sites.ts'
import { isOurWords } from './our-words.ts'

/**
 *   whatever was thrown ─► what it is, and where in our files it was ─► a log line
 *
 * An error's message, name, code, fields and stack may hold keys, hosts, statements, paths and what people wrote. Of
 * all that only what cannot hold any is told. LOG_LEVEL=debug tells everything.
 */
export interface SafeError {
  type: string
  code?: string
  status?: number
  /** Of our own errors only. */
  message?: string
  /** `file:line:column` in the project and the root. */
  stack?: string[]
  cause?: SafeError
  errors?: SafeError[]
}

const MAX_CAUSES = 5
const MAX_ERRORS = 5
const MAX_MESSAGE = 500

export function safeError(thrown: unknown, roots: readonly string[], depth = 0): SafeError {
  try {
    return isError(thrown) ? describe(thrown, roots, depth) : { type: kindOf(thrown) }
  } catch {
    // A getter that throws: what it is will have to do.
    return { type: 'unreadable' }
  }
}

function describe(error: Error, roots: readonly string[], depth: number): SafeError {
  const { code, status, message, stack, cause, errors } = error as Error & Record<string, unknown>
  const safe: SafeError = { type: kindOf(error) }
  if (isKnownCode(code)) safe.code = code
  if (Number.isInteger(status) && (status as number) >= 100 && (status as number) < 600) safe.status = status as number
  if (isOurWords(error, safe.type)) safe.message = String(message).slice(0, MAX_MESSAGE)
  const sites = callSites(stack, roots)
  if (sites.length > 0) safe.stack = sites
  if (depth >= MAX_CAUSES) return safe
  if (cause !== undefined && cause !== null) safe.cause = safeError(cause, roots, depth + 1)
  if (Array.isArray(errors))
    safe.errors = errors.slice(0, MAX_ERRORS).map((one) => safeError(one, roots, Math.max(depth + 1, MAX_CAUSES - 1)))
  return safe
}

/** Also of another realm, and those that are errors by their ancestors only. */
export const isError = (value: unknown): value is Error => types.isNativeError(value) || value instanceof Error

const PLAIN_NAME = /^[A-Za-z_$][\w$]{0,63}$/

/** An error's class, or what else was thrown. Its `name` can be set to anything; its class is code. */
export function kindOf(thrown: unknown): string {
  try {
    if (!isError(thrown)) return thrown === null ? 'null' : typeof thrown
    const name: unknown = (Object.getPrototypeOf(thrown) as { constructor?: { name?: unknown } } | null)?.constructor
      ?.name
    return typeof name === 'string' && PLAIN_NAME.test(name) ? name : 'Error'
  } catch {
    return 'unreadable'
  }
}

/** Node's own, undici's, SQLSTATE's five. Any other text under `code` could be a key as well. */
const KNOWN_CODE = /^(?:E[A-Z]{3,14}|EAI_[A-Z]{2,12}|(?:UND_)?ERR_[A-Z0-9_]{1,48}|[0-9A-Z]{5})$/

const isKnownCode = (code: unknown): code is string => typeof code === 'string' && KNOWN_CODE.test(code)
