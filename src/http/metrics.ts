import type { RequestHandler } from 'express'
import type { HttpOptions } from './ports.ts'

/** GET /metrics, for Prometheus. */
export const servedMetrics =
  ({ metrics }: HttpOptions): RequestHandler =>
  async (_req, res) => {
    const text = await metrics.render()
    res.writeHead(200, {
      'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      'Cache-Control': 'no-store',
    })
    res.end(text)
  }
