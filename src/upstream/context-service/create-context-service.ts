import { bulkhead } from 'cockatiel'
import { Pool } from 'undici'
import type { ContextReason, ContextResult, ContextService } from '../../contract/index.ts'
import { createBreaker } from './breaker.ts'
import type { ContextCause } from './context-cause.ts'
import { httpReason, isHttpFailure } from './http-reason.ts'
import { openEnvelope, type Asked } from './open-envelope.ts'

/**
 *   enrich ─► breaker open? ─► wait for a connection ─► breaker ─► POST ─► open the envelope ─► result
 *             └─ at once        └─ bounded                          └─ never retried
 *             └──────────────────── one time box around all of it ──────────────────┘
 *
 * Whatever goes wrong is an answer with a reason; nothing is thrown, and nothing internal is in it.
 */
export interface ContextServiceOptions {
  url: string
  /** For one call from beginning to end, waiting included. */
  timeout_ms: number
  connections?: number
  /** Calls that may wait for a connection; more are refused at once. */
  max_waiting?: number
  max_body_bytes?: number
  /** How long calls that are out may take once the service is closed. */
  close_ms?: number
  /** Milliseconds, never going back. */
  clock?: () => number
  /** Called once for every call. It must not throw; if it does, nothing comes of it. */
  onCall?: (call: ContextCall) => void
  /** Called when an envelope was another principal's. Its payload is already gone. It must not throw either. */
  onForeignPrincipal?: (enricher_id: string, response_id: string | undefined) => void
  /** The breaker opened, or closed again. */
  onBreaker?: (state: 'open' | 'closed') => void
}

export interface ContextCall {
  enricher_id: string
  response_id?: string
  outcome: 'ok' | 'partial' | 'error'
  reason?: ContextReason
  /** What is behind the reason. */
  cause?: ContextCause
  http_status?: number
  duration_ms: number
}

/** `failed`: it counts against the endpoint. */
interface Outcome {
  result: ContextResult
  failed: boolean
  foreign?: boolean
  cause?: ContextCause
  http_status?: number
}

/** An unwanted body is read to its end up to here, to keep the connection; a longer one costs the connection. */
const MAX_DUMPED_BYTES = 65_536

export function createContextService({
  url,
  timeout_ms,
  connections = 64,
  max_waiting = 1_024,
  max_body_bytes = 4 * 1024 * 1024,
  close_ms = 1_000,
  clock = () => performance.now(),
  onCall,
  onForeignPrincipal,
  onBreaker,
}: ContextServiceOptions): ContextService {
  const { origin, pathname } = new URL(url)
  const base = `${pathname.replace(/\/+$/, '')}/v1/enrichers/`
  const pool = new Pool(origin, {
    connections,
    // One call a connection at a time: what is counted below are calls.
    allowH2: false,
    connectTimeout: timeout_ms,
    // The time box is ours, around the whole call.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: max_body_bytes,
  })
  const breaker = createBreaker(
    { clock, onState: (state) => tell(() => onBreaker?.(state)) },
    (outcome) => (outcome as Outcome).failed,
  )
  const line = bulkhead(connections, max_waiting)
  const running = new Set<Promise<unknown>>()
  let closed: Promise<void> | undefined

  /** One call, from here to its end, whether or not the caller still waits for it. */
  async function exchange(asked: Asked, request: EnricherRequest, signal: AbortSignal): Promise<Outcome> {
    try {
      const { path, body } = request
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      const answer = await pool.request({ method: 'POST', path: base + path, headers, body, signal })
      const { statusCode: status } = answer
      if (status >= 200 && status < 300) return { ...openEnvelope(await answer.body.text(), asked), failed: false }
      void answer.body.dump({ limit: MAX_DUMPED_BYTES, signal: AbortSignal.timeout(timeout_ms) }).catch(() => {})
      return { ...refused(asked, httpReason(status), 'http_status', isHttpFailure(status)), http_status: status }
    } catch (error) {
      const code = (error as { code?: unknown }).code
      if (signal.aborted || code === 'UND_ERR_CONNECT_TIMEOUT')
        return refused(asked, 'upstream_timeout', 'timeout', true)
      // An answer that is too long is a wrong answer, but the endpoint is there.
      if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return refused(asked, 'upstream_unavailable', 'too_long')
      return refused(asked, 'upstream_unavailable', 'connection', true)
    }
  }

  async function call(asked: Asked, params: Record<string, unknown>): Promise<Outcome> {
    if (closed !== undefined) return refused(asked, 'upstream_unavailable', 'closed')
    if (breaker.refuses()) return refused(asked, 'upstream_unavailable', 'breaker_open')
    const request = serialise(asked, params)
    if (request === undefined) return refused(asked, 'invalid_request', 'bad_params')

    const box = new AbortController()
    const timeUp = Promise.withResolvers<Outcome>()
    const timer = setTimeout(() => {
      box.abort()
      timeUp.resolve(refused(asked, 'upstream_timeout', 'timeout'))
    }, timeout_ms)
    // undici answers an abort only once the request has a connection, so the caller is answered beside it.
    const answered = line
      .execute(() => breaker.run(() => exchange(asked, request, box.signal)), box.signal)
      .then((outcome) => outcome ?? refused(asked, 'upstream_unavailable', 'breaker_open'))
      // The line is full, or this call's time was up when its turn came.
      .catch(() => refused(asked, 'upstream_unavailable', 'too_many_waiting'))
    running.add(answered)
    void answered.finally(() => running.delete(answered))
    try {
      return await Promise.race([answered, timeUp.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  /** Nobody waits for what is still out: its turn has ended. */
  async function drain(): Promise<void> {
    const { promise: enough, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, close_ms)
    await Promise.race([Promise.all(running), enough])
    clearTimeout(timer)
    await pool.destroy()
  }

  return {
    async enrich(enricher_id, params, { principal, response_id }) {
      const started = clock()
      const { result, foreign, cause, http_status } = await call({ enricher_id, principal }, params)
      if (foreign) tell(() => onForeignPrincipal?.(enricher_id, response_id))
      tell(() =>
        onCall?.({
          enricher_id,
          ...(response_id !== undefined && { response_id }),
          ...outcomeOf(result),
          ...(cause !== undefined && { cause }),
          ...(http_status !== undefined && { http_status }),
          duration_ms: clock() - started,
        }),
      )
      return result
    },
    /** Refuses new calls, lets those that are out or waiting end for a moment, closes the connections. */
    close: () => (closed ??= drain()),
  }
}

const refused = (asked: Asked, reason: ContextReason, cause: ContextCause, failed = false): Outcome => ({
  result: { ok: false, enricher_id: asked.enricher_id, reason },
  failed,
  cause,
})

const outcomeOf = (result: ContextResult): Pick<ContextCall, 'outcome' | 'reason'> => {
  if (!result.ok) return { outcome: 'error', reason: result.reason }
  return { outcome: result.partial ? 'partial' : 'ok' }
}

interface EnricherRequest {
  path: string
  body: string
}

/** Undefined for what cannot be sent: a circle, a BigInt, half a character in the id. */
function serialise({ enricher_id, principal }: Asked, params: Record<string, unknown>): EnricherRequest | undefined {
  try {
    return { path: encodeURIComponent(enricher_id), body: JSON.stringify({ principal, params }) }
  } catch {
    return undefined
  }
}

/** An observer has no say in the call it observes. */
function tell(observer: () => void): void {
  try {
    observer()
  } catch {
    // Nowhere to say it: this is the place that would be told.
  }
}
