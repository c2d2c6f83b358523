import type { RequestHandler } from 'express'
import type { HttpOptions } from './ports.ts'
import { sendJson } from './send-json.ts'

/** GET /healthz: the process answers. */
export const liveness = (): RequestHandler => (_req, res) => sendJson(res, 200, { status: 'ok' })

/** GET /readyz: it can take turns; if not, why. */
export const readiness =
  ({ ready }: HttpOptions): RequestHandler =>
  (_req, res) => {
    const { ready: isReady, reasons } = ready()
    sendJson(res, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not_ready', reasons })
  }
