import { runLoad, type LoadResult } from './load/run-load.ts'
import { SERVER_NAMES, startServer, type BenchServer, type ServerName } from './start-server.ts'
import { median, quantile } from './stats.ts'
import type { TurnShape } from './turn-shape.ts'

/** One server under one load: a value per round. */
export interface Series {
  turns_per_s: number[]
  frames_per_s: number[]
  cpu_us_per_turn: number[]
  first_frame_p50_ms: number[]
  first_frame_p99_ms: number[]
  /** How much of its core the server had: far below 1 while it was saturated, something else was using it. */
  core_share: number[]
}

export type ByServer<T> = Readonly<Record<ServerName, T>>

export interface ServerMeasurements {
  /** At 32 turns at once: the main figures. */
  busy: ByServer<Series>
  /** One turn at a time. */
  alone: ByServer<Series>
  /** For the slopes: what 200 more text chunks, and 200 more events, cost. */
  short: ByServer<Series>
  more_chunks: ByServer<Series>
  more_events: ByServer<Series>
}

export interface ServerPlan {
  concurrency: number
  /** Each server runs this many turns first, or for as long as this: V8 takes thousands of them to settle. */
  warm_up: { turns: number; max_ms: number }
  busy: { rounds: number; duration_ms: number }
  alone: { rounds: number; duration_ms: number }
  slopes: { rounds: number; duration_ms: number }
}

export const MAIN_SHAPE: TurnShape = { chunks: 20, events: 0 }
export const SHORT_SHAPE: TurnShape = { chunks: 10, events: 0 }
/** How many more frames a long turn has. */
export const MORE = 200

export async function measureServers(
  plan: ServerPlan,
  tell: (what: string) => void = () => {},
): Promise<ServerMeasurements> {
  await using stack = new AsyncDisposableStack()
  const servers: BenchServer[] = []
  for (const name of SERVER_NAMES) {
    tell(`starting ${name}`)
    servers.push(stack.use(await startServer(name)))
  }
  await warmUp(servers, plan, tell)
  const { concurrency, busy, alone, slopes } = plan
  const more = (frames: Partial<TurnShape>): Load => ({ shape: { ...SHORT_SHAPE, ...frames }, concurrency })
  return {
    ...(await alternate(servers, { busy: { shape: MAIN_SHAPE, concurrency } }, busy, tell)),
    ...(await alternate(servers, { alone: { shape: MAIN_SHAPE, concurrency: 1 } }, alone, tell)),
    ...(await alternate(
      servers,
      {
        short: more({}),
        more_chunks: more({ chunks: SHORT_SHAPE.chunks + MORE }),
        more_events: more({ events: SHORT_SHAPE.events + MORE }),
      },
      slopes,
      tell,
    )),
  }
}

/**
 * In turns too. One that is warm and then stands still while the others are warming begins cold again: after about
 * eight idle seconds V8 tidies up, and what it had compiled goes with it.
 */
async function warmUp(
  servers: readonly BenchServer[],
  { concurrency, warm_up }: ServerPlan,
  tell: (what: string) => void,
): Promise<void> {
  const turns = new Map(servers.map((server) => [server, 0]))
  const until = performance.now() + warm_up.max_ms * servers.length
  while ([...turns.values()].some((count) => count < warm_up.turns) && performance.now() < until)
    for (const [server, count] of turns) {
      tell(`warming up: ${server.name}, ${count} turns`)
      const load = await runLoad(server, { shape: MAIN_SHAPE, concurrency, duration_ms: WARM_UP_SLICE_MS })
      turns.set(server, count + load.turns)
    }
}

const WARM_UP_SLICE_MS = 500

type Load = { shape: TurnShape; concurrency: number }

/**
 * A B C, B C A, C A B …: whatever else the machine does meets all of them, and none stands still for long. The round
 * before the first is not counted: a load that a server has not seen yet makes it compile.
 */
async function alternate<Name extends string>(
  servers: readonly BenchServer[],
  loads: Readonly<Record<Name, Load>>,
  { rounds, duration_ms }: { rounds: number; duration_ms: number },
  tell: (what: string) => void,
): Promise<Record<Name, ByServer<Series>>> {
  const names = Object.keys(loads) as Name[]
  const results = new Map<string, LoadResult[]>()
  for (let round = -1; round < rounds; round++)
    for (const name of names)
      for (let turn = 0; turn < servers.length; turn++) {
        const server = servers[(round + 1 + turn) % servers.length] as BenchServer
        const load = loads[name]
        tell(`${server.name}: ${load.concurrency} at once, ${load.shape.chunks} chunks, ${load.shape.events} events`)
        const result = await runLoad(server, { ...load, duration_ms })
        const key = `${name} ${server.name}`
        if (round >= 0) results.set(key, [...(results.get(key) ?? []), result])
      }
  const byServer = (name: Name) =>
    Object.fromEntries(SERVER_NAMES.map((server) => [server, seriesOf(results.get(`${name} ${server}`) ?? [])]))
  return Object.fromEntries(names.map((name) => [name, byServer(name)])) as unknown as Record<Name, ByServer<Series>>
}

const seriesOf = (results: readonly LoadResult[]): Series => ({
  turns_per_s: results.map(({ turns, seconds }) => turns / seconds),
  frames_per_s: results.map(({ frames, seconds }) => frames / seconds),
  cpu_us_per_turn: results.map(({ cpu_us, turns }) => cpu_us / turns),
  first_frame_p50_ms: results.map(({ first_frame_ms }) => median(first_frame_ms)),
  first_frame_p99_ms: results.map(({ first_frame_ms }) => quantile(first_frame_ms, 0.99)),
  core_share: results.map(({ cpu_us, seconds }) => cpu_us / 1e6 / seconds),
})
