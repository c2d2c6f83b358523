import type { RequestListener } from 'node:http'
import { afterEach } from 'vitest'
import { loadSettings, type Principal, type SettingsInput } from '../../src/contract/index.ts'
import { createHttpApp, listen, type HttpOptions, type Listening, type ListenOptions } from '../../src/http/index.ts'
import { createLogger, createMetrics, observeTurns, type Metrics } from '../../src/observe/index.ts'
import { ScriptedDispatcher } from './scripted-dispatcher.ts'

export interface Served extends Listening {
  dispatcher: ScriptedDispatcher
  metrics: Metrics
  /** What was logged. */
  lines: Record<string, unknown>[]
}

export interface ServeOptions extends Partial<Omit<HttpOptions, 'settings'>> {
  settings?: SettingsInput
  listen?: ListenOptions
  /** Around the app, to look at what passes. */
  wrap?: (app: RequestListener) => RequestListener
}

const running: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const each of running.splice(0)) await each.close()
})

/** The user is whoever the test's header says. */
const principal = (req: { headers: Record<string, unknown> }): Principal => ({
  tenant_id: 'dev',
  user_id: String(req.headers['x-test-user'] ?? 'dev'),
})

/** The real app on a real socket; closed behind the test. */
export async function serve({
  settings = {},
  listen: listening,
  wrap,
  ...options
}: ServeOptions = {}): Promise<Served> {
  const metrics = createMetrics()
  const lines: Record<string, unknown>[] = []
  const sink = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }
  const logger = createLogger('warn', sink)
  const dispatcher = new ScriptedDispatcher(observeTurns(metrics, logger))
  const loaded = loadSettings({ PORT: 0, ...settings })
  const app = createHttpApp({
    dispatcher,
    settings: loaded,
    registry: () => ({ version: 'v1', entries: [] }),
    ready: () => ({ ready: true, reasons: [] }),
    metrics,
    logger,
    principal,
    pace: async () => {},
    ...options,
  })
  const server = await listen(wrap?.(app) ?? app, loaded, listening)
  const served = { ...server, dispatcher, metrics, lines }
  running.push({
    close: async () => {
      await server.close(0)
      await metrics.close()
    },
  })
  return served
}

export const post = (url: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** Waits until it holds, or says that it never did. */
export async function until(what: string, holds: () => boolean, deadline_ms = 5_000): Promise<void> {
  const end = performance.now() + deadline_ms
  while (!holds()) {
    if (performance.now() > end) throw new Error(`never: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}
