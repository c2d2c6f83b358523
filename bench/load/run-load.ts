import type { Usage } from '../start-server.ts'
import { messageFor, type TurnShape } from '../turn-shape.ts'
import { checkTurn } from './check-turn.ts'
import { chatRequest, createConnection, type Connection } from './connection.ts'

export interface LoadTarget {
  url: URL
  /** What the server's process has used so far. */
  usage(): Promise<Usage>
}

export interface LoadOptions {
  shape: TurnShape
  /** Clients at once: each sends its next turn as soon as the last one is whole. */
  concurrency: number
  duration_ms: number
  /** Not measured: the connections open, the first turns run. */
  ramp_ms?: number
}

const MIN_TURNS = 10

/** One measured stretch of load. */
export interface LoadResult {
  turns: number
  frames: number
  seconds: number
  first_frame_ms: number[]
  /** Of the server's process. */
  cpu_us: number
}

export async function runLoad(target: LoadTarget, options: LoadOptions): Promise<LoadResult> {
  const { shape, concurrency, duration_ms, ramp_ms = 100 } = options
  const request = chatRequest(target.url, messageFor(shape))
  const connections = Array.from({ length: concurrency }, () => createConnection(target.url))
  const result: LoadResult = { turns: 0, frames: 0, seconds: 0, first_frame_ms: [], cpu_us: 0 }
  const run: { phase: 'ramp' | 'measured' | 'over' } = { phase: 'ramp' }

  const client = async (connection: Connection) => {
    while (run.phase !== 'over') {
      const { body, first_frame_ms } = await connection.turn(request)
      const { frames } = checkTurn(body, shape)
      if (run.phase !== 'measured') continue
      result.turns += 1
      result.frames += frames
      result.first_frame_ms.push(first_frame_ms)
    }
  }
  const measure = async () => {
    await sleep(ramp_ms)
    const before = await target.usage()
    const started = performance.now()
    run.phase = 'measured'
    await sleep(duration_ms)
    // On a machine that is busy elsewhere it takes longer to have something to measure.
    while (result.turns < MIN_TURNS && run.phase === 'measured') await sleep(20)
    const after = await target.usage()
    run.phase = 'over'
    result.seconds = (performance.now() - started) / 1_000
    result.cpu_us = after.cpu_us - before.cpu_us
  }
  try {
    const clients = Promise.all(connections.map(client))
    // A client that fails ends the stretch at once.
    await Promise.race([measure(), clients])
    await clients
    return result
  } finally {
    run.phase = 'over'
    for (const connection of connections) connection.close()
  }
}

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms))
