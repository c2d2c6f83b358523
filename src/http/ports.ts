import type { Request } from 'express'
import type { Logger } from 'pino'
import type { Dispatcher, Principal, RouteName, Settings } from '../contract/index.ts'

/** What HTTP counts, and where the counts are read. */
export interface HttpMetrics {
  streamOpened(): void
  streamClosed(): void
  slowReaderClosed(): void
  framesDropped(count: number): void
  violation(where: RouteName): void
  /** In Prometheus' text format. */
  render(): Promise<string>
}

export type HttpLogger = Pick<Logger, 'warn' | 'error'>

export interface HttpOptions {
  dispatcher: Dispatcher
  settings: Pick<Settings, 'HEARTBEAT_MS' | 'WIRE_VERSION'>
  /** What GET /v1/registry serves. */
  registry: () => unknown
  ready: () => { ready: boolean; reasons: string[] }
  metrics: HttpMetrics
  logger: HttpLogger
  /** Who asks. Throws RefusedError for nobody. */
  principal: (req: Request) => Principal
  /** Resolves when a reader that lags may be given its next group. */
  pace: () => Promise<void>
  /** How long a write may be blocked by its reader. */
  write_deadline_ms?: number
}
