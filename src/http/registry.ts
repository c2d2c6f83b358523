import type { RequestHandler } from 'express'
import type { HttpOptions } from './ports.ts'
import { sendJson } from './send-json.ts'

/** GET /v1/registry: as it was frozen at the start. */
export const servedRegistry =
  ({ registry }: HttpOptions): RequestHandler =>
  (_req, res) =>
    sendJson(res, 200, registry())
