import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { chatRequest, createConnection } from './load/connection.ts'
import { startServer, type BenchServer } from './start-server.ts'
import { median, quantile } from './stats.ts'

/**
 *   50 clients that read, alone ─► 200 more that do not read ─► alone ─► …
 *
 * The stalled ones attach to a turn that is long over and far larger than their sockets' buffers, and read nothing. A
 * round is shorter than the service's write deadline: they are all there to its end.
 */
export interface ReaderTimes {
  /** p99 from an event's write in the sub-agent to its bytes at a healthy client. */
  alone_us: number
  beside_us: number
  /** Of the rounds' ratios. */
  ratio: number
  added_mib: number
}

export interface ReaderPlan {
  healthy: number
  stalled: number
  rounds: number
  round_ms: number
}

/** 12 MB: no socket's buffers hold it. */
const LARGE_TURN = 'ask both: chunks=1 events=200 bytes=60000'
const STEADY_MS = 2_000
/** An event each 20 ms. */
const STEADY_TURN = `ask both: chunks=1 events=${STEADY_MS / 20} gap_ms=20`
/** What was asked of the server's process to measure it, a collection above all, is behind it by then. */
const SETTLE_MS = 250

export async function measureReaders(plan: ReaderPlan, tell: (what: string) => void = () => {}): Promise<ReaderTimes> {
  await using server = await startServer('onevoice', ['--expose-gc'])
  const stream = await streamOf(server)
  const delays: number[] = []
  await using stack = new AsyncDisposableStack()
  stack.use(keepReading(server, plan.healthy, (delay_us) => delays.push(delay_us)))
  const measure = async () => {
    delays.length = 0
    await pause(plan.round_ms)
    const p99_us = quantile(delays, 0.99)
    const { rss_bytes } = await server.usage()
    await pause(SETTLE_MS)
    return { p99_us, rss_bytes }
  }
  tell('readers: warming up')
  await measure()
  const rounds: { alone_us: number; beside_us: number; added: number }[] = []
  // The first is not counted: its buffers are made for the first time.
  for (let round = -1; round < plan.rounds; round++) {
    tell(`readers: ${plan.healthy} alone`)
    const alone = await measure()
    tell(`readers: ${plan.healthy} beside ${plan.stalled} that do not read`)
    const stalled = stall(server.url, stream, plan.stalled)
    const beside = await measure()
    const open = await openStreams(server)
    if (!(open >= plan.stalled))
      throw new Error(`Of ${plan.stalled} stalled readers and others only ${open} are there.`)
    stalled.stop()
    if (round >= 0)
      rounds.push({
        alone_us: alone.p99_us,
        beside_us: beside.p99_us,
        added: beside.rss_bytes - alone.rss_bytes,
      })
  }
  return {
    alone_us: median(rounds.map(({ alone_us }) => alone_us)),
    beside_us: median(rounds.map(({ beside_us }) => beside_us)),
    ratio: median(rounds.map(({ alone_us, beside_us }) => beside_us / alone_us)),
    added_mib: Math.max(...rounds.map(({ added }) => added)) / 1024 ** 2,
  }
}

/** Runs the large turn, and answers the path of its stream. */
async function streamOf({ url }: BenchServer): Promise<string> {
  const connection = createConnection(url)
  const { body } = await connection.turn(chatRequest(url, LARGE_TURN))
  connection.close()
  const id = /"response_id":"([^"]+)"/.exec(body)?.[1]
  if (id === undefined || body.length < 12e6) throw new Error(`The large turn is not large: ${body.slice(0, 300)}`)
  return `/v1/turns/${id}/stream`
}

/** Clients that send their next turn when the last one is whole, and tell how late each event came. */
function keepReading({ url }: BenchServer, count: number, onDelay: (us: number) => void): AsyncDisposable {
  const request = chatRequest(url, STEADY_TURN)
  const connections = Array.from({ length: count }, () =>
    createConnection(url, (body) => {
      const now = process.hrtime.bigint()
      for (const [, at] of body.matchAll(/"at_ns":"(\d+)"/g)) onDelay(Number(now - BigInt(at as string)) / 1_000)
    }),
  )
  const run = { over: false }
  const clients = Promise.all(
    connections.map(async (connection, index) => {
      // Spread out, as clients are: fifty turns that begin in the same moment would be all that is measured.
      await pause((index * STEADY_MS) / count)
      while (!run.over) await connection.turn(request)
    }),
  ).catch((error: unknown) => {
    if (!run.over) throw error
  })
  return {
    async [Symbol.asyncDispose]() {
      run.over = true
      for (const connection of connections) connection.close()
      await clients
    },
  }
}

/** Sockets that ask for the stream and never read a byte of it. */
function stall(url: URL, path: string, count: number): { stop(): void } {
  const sockets = Array.from({ length: count }, (): Socket => {
    const socket = connect({ host: url.hostname, port: Number(url.port) })
    socket.pause()
    socket.on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${url.host}\r\nAccept: text/event-stream\r\n\r\n`)
    return socket
  })
  return {
    stop() {
      for (const socket of sockets) socket.destroy()
    },
  }
}

async function openStreams({ url }: BenchServer): Promise<number> {
  const metrics = await (await fetch(new URL('/metrics', url))).text()
  return Number(/^stream_sse_open_streams(?:\{[^}]*\})? (\d+)/m.exec(metrics)?.[1])
}
