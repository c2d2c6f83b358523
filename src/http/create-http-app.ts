import express, { type Express, type RequestHandler } from 'express'
import { RefusedError } from '../contract/index.ts'
import { attach } from './attach.ts'
import { chat } from './chat.ts'
import { liveness, readiness } from './health.ts'
import { servedMetrics } from './metrics.ts'
import type { HttpOptions } from './ports.ts'
import { answerProblems } from './problems.ts'
import { servedRegistry } from './registry.ts'
import { cancelTurn, turnState } from './turns.ts'

/**
 *   request ─► route ─► negotiation ─► body ─► dispatcher ─► stream-response ─► client
 *                └───────────┴──────────┴──────────┴─ refused: problem+json, before the first byte
 */
export function createHttpApp(options: HttpOptions): Express {
  const app = express()
  app.disable('x-powered-by')
  app.disable('etag')
  app.use((_req, res, next) => {
    res.setHeader('X-Content-Type-Options', 'nosniff')
    next()
  })

  serve(app, '/v1/chat', { post: chat(options) })
  serve(app, '/v1/turns/:response_id', { get: turnState(options) })
  // Not HEAD: it would be a reader of which nobody reads.
  serve(app, '/v1/turns/:response_id/stream', { get: attach(options), head: refuseMethod('GET') })
  serve(app, '/v1/turns/:response_id/cancel', { post: cancelTurn(options) })
  serve(app, '/v1/registry', { get: servedRegistry(options) })
  serve(app, '/healthz', { get: liveness() })
  serve(app, '/readyz', { get: readiness(options) })
  serve(app, '/metrics', { get: servedMetrics(options) })

  app.use(() => {
    throw new RefusedError('not_found', { detail: 'Nothing is served at this path.' })
  })
  app.use(answerProblems(options))
  return app
}

type Handlers = {
  get?: RequestHandler
  head?: RequestHandler
  post?: RequestHandler | RequestHandler[]
}

/** A path with its methods; any other method is 405. Express answers HEAD with GET's handler by itself. */
function serve(app: Express, path: string, { get, head, post }: Handlers): void {
  const route = app.route(path)
  const allowed: string[] = []
  if (head !== undefined) route.head(head)
  if (get !== undefined) {
    route.get(get)
    allowed.push('GET', ...(head === undefined ? ['HEAD'] : []))
  }
  if (post !== undefined) {
    route.post(post)
    allowed.push('POST')
  }
  route.all(refuseMethod(...allowed))
}

function refuseMethod(...allowed: string[]): RequestHandler {
  const allow = allowed.join(', ')
  return (req, res) => {
    res.setHeader('Allow', allow)
    throw new RefusedError('method_not_allowed', { detail: `${req.method} is not served here. Use ${allow}.` })
  }
}
