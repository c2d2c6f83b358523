import type { z } from 'zod'
import type { TurnRequest, TurnSummary } from './chat.ts'
import type { Principal } from './context-service.ts'
import { PROBLEMS, type ProblemCode } from './errors.ts'
import type { NumberedFrame } from './frames.ts'

export type FieldError = { field: string; message: string }

/** A request that is answered before the first byte. `detail` is for the caller: nothing internal. */
export class RefusedError extends Error {
  readonly type = 'refused'
  readonly code: ProblemCode
  readonly errors: readonly FieldError[]
  readonly retry_after_s: number | undefined
  constructor(
    code: ProblemCode,
    options: { detail?: string; errors?: readonly FieldError[]; retry_after_s?: number } = {},
  ) {
    super(options.detail ?? PROBLEMS[code].title)
    this.code = code
    this.errors = options.errors ?? []
    this.retry_after_s = options.retry_after_s
  }
}

export type StartedTurn = {
  response_id: string
  conversation_id: string
  /** Not a new turn: the one that its Idempotency-Key had started. */
  attached?: boolean
}

/** A client's own name for one request, and a digest of what it asked, by which a second request is known. */
export type Idempotency = { key: string; digest: string }

/**
 * Starts turns and finds them again: in this process, or on workers. A turn of another tenant or user is as absent
 * as one that never was.
 */
export interface Dispatcher {
  /**
   * Resolves when the turn's first frames are in its log. Rejects with RefusedError. A key that this principal has used
   * gives the turn it started then, running or ended; with another digest it is refused.
   */
  start(request: TurnRequest, idempotency?: Idempotency): Promise<StartedTurn>
  find(response_id: string, principal: Principal): Promise<TurnSummary | undefined>
  /** Stops the turn if it still runs; answers how it stands. */
  cancel(response_id: string, principal: Principal): Promise<TurnSummary | undefined>
  /**
   * One reader, from after frame `after` to behind the terminal frame, or until `signal`. A turn whose last reader
   * has left is cancelled after its grace, unless it asked to go on.
   */
  read(response_id: string, after: number, signal: AbortSignal): AsyncIterable<readonly NumberedFrame[]>
}

const MAX_FIELD_ERRORS = 32
const MAX_FIELD_LENGTH = 128

/** A body's issues by their fields: up to a number that a person would read, a field named no longer than a name is. */
export const fieldErrors = (error: z.ZodError): FieldError[] =>
  error.issues
    .flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), message: 'is not a known field' }))
        : [{ field: issue.path.join('.'), message: issue.message }],
    )
    .slice(0, MAX_FIELD_ERRORS)
    .map(({ field, message }) => ({ field: field.slice(0, MAX_FIELD_LENGTH), message }))

/** The refusal of a body that is not valid. */
export function invalidRequest(error: z.ZodError): RefusedError {
  const errors = fieldErrors(error)
  const detail = errors.map(({ field, message }) => `${field}: ${message}`).join('; ')
  return new RefusedError('invalid_request', { detail, errors })
}
