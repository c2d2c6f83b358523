import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDemoHandler, type DemoOptions } from './create-demo-handler.ts'

export interface DemoContextService {
  url: string
  /** Answers what has been asked, then stops. */
  close(): Promise<void>
}

/** The built-in context service: a real HTTP server, on loopback only, on a free port unless one is given. */
export async function startDemoContextService({
  port = 0,
  ...options
}: DemoOptions & { port?: number } = {}): Promise<DemoContextService> {
  const handler = createDemoHandler(options)
  let closing: Promise<void> | undefined
  const server = createServer((req, res) => {
    res.on('finish', () => closing && req.socket.end())
    handler(req, res)
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(port, '127.0.0.1', listening)
  })
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () => (closing ??= new Promise((closed) => server.close(() => closed()))),
  }
}
