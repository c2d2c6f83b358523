import { fileURLToPath } from 'node:url'
import { loadRegistry } from '../../registry/load.ts'
import { isTerminal, type Frame, type TurnSummary } from '../../src/contract/index.ts'
import { withOwnWords } from '../../src/own-words.ts'
import { createRenderer, type Renderer } from '../../src/policy/index.ts'
import { startFaultyContextService } from '../fakes/faulty-context-service.ts'
import { startService, type Service } from '../support/service.ts'
import { DIALECT_NAMES, DIALECTS, answerHead, readAll, type DialectName, type Reading } from './dialects.ts'
import { FAULTS, SERVICES, type Fault } from './faults.ts'
import { runRefusals, type Refused } from './refusals.ts'

/**
 *   faults ─► real service, faulty root, faulty context service ─► what came, in every language and dialect
 *
 * A turn is read live as its client would; then, ended, once more in each dialect.
 */
export const LOCALES = ['en', 'es', 'fr'] as const
export type Locale = (typeof LOCALES)[number]

export type FaultRun = { live: Reading; again: Record<DialectName, Reading>; state: string }

export interface FaultRuns {
  of(fault: Fault): Readonly<Record<Locale, FaultRun>>
  refusals: readonly Refused[]
  /** What each service had to say for itself: log and metrics. */
  services: { name: string; log: string; metrics: string }[]
  words: Renderer
}

export const FAULTY_ROOT = fileURLToPath(new URL('../fixtures/faulty-root', import.meta.url))

export const faultySettings = (context: { url: string }): Record<string, string> => ({
  ONEVOICE_ROOT: FAULTY_ROOT,
  ONEVOICE_MODEL: 'model.ts',
  CCS_URL: context.url,
  LOG_LEVEL: 'info',
})

export async function runFaults(): Promise<FaultRuns> {
  const context = await startFaultyContextService()
  const launch = (name: keyof typeof SERVICES) =>
    startService({
      ...faultySettings(context),
      ...Object.fromEntries(Object.entries(SERVICES[name]).map(([key, value]) => [key, String(value)])),
    })
  const running = { brisk: await launch('brisk'), roomy: await launch('roomy') }
  try {
    const runs = new Map<Fault, Record<Locale, FaultRun>>()
    const services: FaultRuns['services'] = []
    const run = async (fault: Fault) => {
      runs.set(fault, await runFault(fault, running[fault.service]))
    }
    const stop = async (fault: Fault) => {
      const service = await launch(fault.service)
      try {
        runs.set(fault, await runStopped(fault, service))
        services.push({ name: 'stopped', log: logOf(service), metrics: '' })
      } finally {
        await service[Symbol.asyncDispose]()
      }
    }
    const all = Object.values(FAULTS).flat()
    const stopped = all.filter(({ client }) => client === 'service stops')
    const roomy = all.filter(({ service }) => service === 'roomy')
    const unanswered = all.filter((fault) => !roomy.includes(fault) && /ccs:|load:/.test(fault.message))
    const others = all.filter((fault) => ![...stopped, ...roomy, ...unanswered].includes(fault))
    const [, , refusals] = await Promise.all([
      inLanes(1, unanswered, async (fault) => {
        await run(fault)
        // A right answer, so that no row of failures opens the breaker.
        await readAll(await running.brisk.chat({ message: 'beta=ok' }))
      }),
      inLanes(4, others, run),
      runRefusals(running.brisk),
      inLanes(1, stopped, stop),
    ])
    // These need the processor for themselves: others' clocks would run out.
    await inLanes(1, roomy, run)
    for (const [name, service] of Object.entries(running))
      services.push({ name, log: logOf(service), metrics: await (await fetch(`${service.url}/metrics`)).text() })
    const { registry } = await loadRegistry(FAULTY_ROOT)
    if (registry === null) throw new Error('The faulty root has problems.')
    return {
      of: (fault) => runs.get(fault) as Record<Locale, FaultRun>,
      refusals,
      services,
      words: createRenderer(await withOwnWords(registry)),
    }
  } finally {
    await Promise.all([...Object.values(running).map((service) => service[Symbol.asyncDispose]()), context.close()])
  }
}

const logOf = ({ output }: Service): string => output.stdout + output.stderr

async function inLanes(lanes: number, faults: readonly Fault[], run: (fault: Fault) => Promise<void>): Promise<void> {
  const waiting = [...faults]
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await run(next)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

async function inEachLocale(run: (locale: Locale) => Promise<FaultRun>): Promise<Record<Locale, FaultRun>> {
  const made = await Promise.all(LOCALES.map(async (locale) => [locale, await run(locale)] as const))
  return Object.fromEntries(made) as Record<Locale, FaultRun>
}

/** Floods one language at a time. */
async function runFault(fault: Fault, service: Service): Promise<Record<Locale, FaultRun>> {
  if (fault.service === 'brisk') return inEachLocale((locale) => runOnce(fault, locale, service))
  const made: Partial<Record<Locale, FaultRun>> = {}
  for (const locale of LOCALES) made[locale] = await runOnce(fault, locale, service)
  return made as Record<Locale, FaultRun>
}

const works = ({ event_type }: Frame): boolean => event_type === 'status'

async function runOnce({ message, client }: Fault, locale: Locale, service: Service): Promise<FaultRun> {
  const leaving = new AbortController()
  const response = await service.chat({ message, locale }, {}, leaving.signal)
  const at = `${service.url}${response.headers.get('content-location')}`
  let cancelled: Promise<unknown> | undefined
  const live = await readAll(response, (frame) => {
    if (!works(frame)) return
    if (client === 'leaves') leaving.abort()
    if (client === 'cancels') cancelled ??= fetch(`${at}/cancel`, { method: 'POST' })
  }).catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error
    return undefined
  })
  await cancelled
  const state = await endedState(at)
  const again = {} as Record<DialectName, Reading>
  for (const name of DIALECT_NAMES)
    again[name] = await readAll(await fetch(`${at}/stream?after=0`, { headers: DIALECTS[name] }))
  return { live: live ?? again['SSE 0.5'], again, state }
}

/** Of a service that goes: everything is read live, and it stops once all of it is being read. */
async function runStopped({ message }: Fault, service: Service): Promise<Record<Locale, FaultRun>> {
  const opened = await Promise.all(
    LOCALES.map(async (locale) => {
      const response = await service.chat({ message, locale })
      const at = `${service.url}${response.headers.get('content-location')}`
      const begun = Promise.withResolvers<void>()
      const live = readAll(response, (frame) => works(frame) && begun.resolve())
      await begun.promise
      const again = DIALECT_NAMES.map(async (name) => {
        const answer = await fetch(`${at}/stream?after=0`, { headers: DIALECTS[name] })
        return [name, answer] as const
      })
      return { live, again: await Promise.all(again) }
    }),
  )
  service.child.kill('SIGTERM')
  const made = await Promise.all(
    opened.map(async ({ live, again }) => {
      const readings = await Promise.all(again.map(async ([name, answer]) => [name, await readAll(answer)] as const))
      return { live: await live, again: Object.fromEntries(readings) as Record<DialectName, Reading>, state: '' }
    }),
  )
  return Object.fromEntries(LOCALES.map((locale, index) => [locale, made[index]])) as Record<Locale, FaultRun>
}

/** Waits for the turn to end, as one who does not read it can. */
export async function endedState(at: string, deadline_ms = 15_000): Promise<string> {
  for (const until = Date.now() + deadline_ms; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const response = await fetch(at)
    const body = await response.text()
    const { status } = JSON.parse(body) as TurnSummary
    if (status !== 'running') return answerHead(response) + body
    if (Date.now() > until) throw new Error(`${at} still runs after ${deadline_ms} ms`)
  }
}

export const terminalsOf = (frames: readonly Frame[]): Frame[] => frames.filter(isTerminal)
