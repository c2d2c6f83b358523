import { AsyncLocalStorage } from 'node:async_hooks'
import type { TrustedEvent, TurnContext, Usage } from '../contract/index.ts'
import type { StreamWriter } from '../write/index.ts'

/** All that the orchestrator knows of the turn it works for. The graph is compiled once, so this reaches it ambiently. */
export interface TurnIo {
  readonly turn: TurnContext
  readonly message: string
  readonly emit_node_events: boolean
  /** The one sink, for events of the kit and the orchestrator. */
  emit(event: TrustedEvent): void
  /** The one sink's front for a sub-agent. */
  writerFor(sub_agent_id: string): StreamWriter
  /** The orchestrator's own words, in the turn's language. */
  words(key: string, fields?: Readonly<Record<string, unknown>>): string
  /** Resolves when the next piece of the turn's work may begin. */
  pace(): Promise<void>
  /** How much of the turn's frame log is used, from 0 to 1. */
  fill(): number
  noteUsage(usage: Usage): void
  /** A write that came too late. */
  noteLate(event_type: string): void
  /** For operators only. */
  noteError(where: string, error: unknown): void
}

const storage = new AsyncLocalStorage<TurnIo>()

export const runWithTurnIo = <T>(io: TurnIo, run: () => T): T => storage.run(io, run)

export const tryGetTurnIo = (): TurnIo | undefined => storage.getStore()

export function getTurnIo(): TurnIo {
  const io = storage.getStore()
  if (io === undefined) throw new Error('The orchestrator ran outside a turn.')
  return io
}

/** Runs one step of the orchestrator between its node events, when the client asked for them. */
export async function inNode<T>(id: string, type: string, run: () => Promise<T>): Promise<T> {
  const io = getTurnIo()
  if (!io.emit_node_events) return run()
  const node = { id, type }
  const started = performance.now()
  io.emit({ event_type: 'node_enter', node })
  try {
    return await run()
  } finally {
    io.emit({ event_type: 'node_exit', node, duration_ms: Math.round(performance.now() - started) })
  }
}
