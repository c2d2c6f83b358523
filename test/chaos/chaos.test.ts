import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it, vi } from 'vitest'
import { isTerminal, type TurnSummary } from '../../src/contract/index.ts'
import { findCanaries } from '../fakes/canaries.ts'
import { startFaultyContextService } from '../fakes/faulty-context-service.ts'
import { DIALECTS, answerHead, readAll } from '../failure/dialects.ts'
import { faultySettings } from '../failure/run-faults.ts'
import { startService, type Service } from '../support/service.ts'
import { CLIENTS, PLAYS, type ClientName, type Played } from './clients.ts'
import { Dice } from './dice.ts'
import type { Measured } from './probe.ts'

/**
 *   20 clients at once ─► random faults, random behaviour ─► every turn looked at from its first frame to its last
 *
 * CHAOS_SECONDS is how long, CHAOS_SEED what by: the seed is printed, and each client's own dice come from it.
 */
const SECONDS = Number(process.env['CHAOS_SECONDS'] ?? 6)
const SEED = Number(process.env['CHAOS_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const AT_ONCE = 20
const WARM_UP_S = 3

const WAIT = { timeout: 20_000, interval: 50 }

const MiB = 1024 * 1024
/**
 * "Back to its start". After the clock has gone past the 15 minutes for which an ended turn's frames are kept, what may
 * still be there is the state of every turn and its conversation (50,000 and 10,000 of them are remembered, about a KiB
 * in all for each), and what V8 keeps of its own: compiled code, shapes, caches, which still grow in the first minutes.
 */
const MAX_GROWTH = { bytes_a_turn: 1_024, bytes: 4 * MiB }

it(
  'FR-7, FR-9, NFR-5, OV-3, RT-2, RT-3: under random faults and clients every turn ends once, nothing leaks, and memory comes back',
  { timeout: (SECONDS + WARM_UP_S) * 1_000 + 90_000 },
  async () => {
    process.stdout.write(`chaos: ${SECONDS} s, CHAOS_SEED=${SEED}\n`)
    const context = await startFaultyContextService()
    const service = await startService(
      {
        ...faultySettings(context),
        SUB_AGENT_TIMEOUT_MS: '600',
        SUB_AGENT_MAX_STEPS: '10',
        CCS_TIMEOUT_MS: '200',
        IDLE_TIMEOUT_MS: '1500',
        TURN_DEADLINE_MS: '3000',
        RESUME_GRACE_MS: '150',
      },
      {
        node: ['--max-semi-space-size=64', '--import', fileURLToPath(new URL('./probe.ts', import.meta.url))],
        ipc: true,
      },
    )
    try {
      await play(service, WARM_UP_S, SEED + 1_000_000)
      const before = await settle(service)
      const turns = await play(service, SECONDS, SEED)
      const after = await settle(service)
      // A timer that a turn has left behind would still be there.
      const timers = before.resources['Timeout'] ?? 0
      await vi.waitUntil(async () => ((await ask(service, 'measure')).resources['Timeout'] ?? 0) <= timers, WAIT)

      const growth = after.heap_bytes - before.heap_bytes
      process.stdout.write(
        `chaos: ${turns} turns; heap ${mib(before.heap_bytes)} → ${mib(after.heap_bytes)}, resident ${mib(before.rss_bytes)} → ${mib(after.rss_bytes)}\n`,
      )
      expect(turns).toBeGreaterThan(AT_ONCE)
      expect(growth).toBeLessThan(MAX_GROWTH.bytes + turns * MAX_GROWTH.bytes_a_turn)
      expect(findCanaries(await metricsOf(service))).toEqual([])
      expect(findCanaries(service.output.stdout + service.output.stderr)).toEqual([])
      expect(service.child.exitCode).toBeNull()
    } finally {
      await service[Symbol.asyncDispose]()
      await context.close()
    }
  },
)

const mib = (bytes: number): string => `${(bytes / MiB).toFixed(1)} MiB`

/** Plays turns for so long; answers how many. The first thing that is wrong stops it. */
async function play(service: Service, seconds: number, seed: number): Promise<number> {
  const until = performance.now() + seconds * 1_000
  let turns = 0
  const stop = new AbortController()
  const client = async (_: unknown, number: number) => {
    const dice = new Dice(seed * 31 + number)
    while (!stop.signal.aborted && performance.now() < until) {
      const name = dice.weighted(CLIENTS)
      turns += 1
      await PLAYS[name](service, dice)
        .then((played) => inspect(name, played))
        .catch((error: unknown) => {
          stop.abort()
          throw new Error(`client ${number} ${name}`, { cause: error })
        })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, client))
  return turns
}

/** The whole log, as it is kept, against everything that was read of it. */
async function inspect(client: ClientName, { at, message, whole, raw }: Played): Promise<void> {
  const response = await fetch(at)
  const text = await response.text()
  const state = JSON.parse(text) as TurnSummary
  const log = await readAll(await fetch(`${at}/stream?after=0`, { headers: DIALECTS['SSE 0.5'] }))
  const older = whole.some(({ dialect }) => dialect.endsWith('0.4'))
    ? await readAll(await fetch(`${at}/stream?after=0`, { headers: DIALECTS['SSE 0.4'] }))
    : undefined
  const told = `${client}: ${message}`
  expect(log.ids, `${told}`).toEqual(log.frames.map((_, index) => index + 1))
  expect(log.frames.filter(isTerminal), `${told}`).toEqual([log.frames.at(-1)])
  expect([log.ends, state.last_seq, state.status], `${told}`).toEqual([
    1,
    log.frames.length,
    log.frames.at(-1)?.event_type,
  ])
  for (const { dialect, frames } of whole)
    expect(frames, `${told} in ${dialect}`).toEqual((dialect.endsWith('0.4') ? older : log)?.frames)
  expect(findCanaries([...raw, log.raw, older?.raw, answerHead(response), text].join('\n')), `${told}`).toEqual([])
}

const metricsOf = async ({ url }: Service): Promise<string> => (await fetch(`${url}/metrics`)).text()

/** Waits until nothing runs and nobody reads, lets the kept turns go, and measures. */
async function settle(service: Service): Promise<Measured> {
  await vi.waitUntil(async () => {
    const metrics = await metricsOf(service)
    return /^stream_active_turns(\{.*\})? 0$/m.test(metrics) && /^stream_sse_open_streams(\{.*\})? 0$/m.test(metrics)
  }, WAIT)
  await ask(service, 'forget')
  // An end is when the dispatcher looks which turns it has kept for long enough.
  await readAll(await service.chat({ message: 'hello' }))
  return ask(service, 'measure')
}

async function ask(service: Service, question: 'forget' | 'measure'): Promise<Measured> {
  const answered = once(service.child, 'message')
  service.child.send(question)
  const [answer] = (await answered) as [Measured]
  return answer
}
