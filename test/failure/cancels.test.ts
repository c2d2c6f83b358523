import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Frame, TurnSummary } from '../../src/contract/index.ts'
import { startScriptedContextService, type ScriptedContextService } from '../fakes/scripted-context-service.ts'
import { startService, type Service } from '../support/service.ts'
import { readAll, type Reading } from './dialects.ts'
import { endedState, faultySettings } from './run-faults.ts'

/** Its answers wait until they are let go. */
let context: ScriptedContextService
let release: () => void
let held: Promise<void>
/** A model's endpoint that never answers: it sees only that its caller has gone. */
const modelEndpoint = createServer()
const hangUps: (() => void)[] = []
let service: Service

const hold = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  release = resolve
}

const launch = (env: Record<string, string> = {}) =>
  startService({
    ...faultySettings(context),
    FAULTY_MODEL_URL: `http://127.0.0.1:${(modelEndpoint.address() as AddressInfo).port}`,
    RESUME_GRACE_MS: '200',
    ...env,
  })

beforeAll(async () => {
  hold()
  context = await startScriptedContextService(async () => {
    await held
    return { envelope: {} }
  })
  await new Promise<void>((listening) => modelEndpoint.listen(0, '127.0.0.1', listening))
  service = await launch()
})
afterAll(async () => {
  release()
  await service[Symbol.asyncDispose]()
  await context.close()
  modelEndpoint.closeAllConnections()
  modelEndpoint.close()
})

const WAIT = { timeout: 10_000, interval: 10 }

/** A turn that is being read; `until` answers its first frame of a kind. */
async function begin(message: string, on: Service = service, body: Record<string, unknown> = {}) {
  const leaving = new AbortController()
  const response = await on.chat({ message, ...body }, {}, leaving.signal)
  const frames: Frame[] = []
  const reading: Promise<Reading | undefined> = readAll(response, (frame) => frames.push(frame)).catch(() => undefined)
  return {
    response_id: response.headers.get('x-response-id') ?? '',
    conversation_id: response.headers.get('x-conversation-id'),
    at: `${on.url}${response.headers.get('content-location')}`,
    leave: () => leaving.abort(),
    reading,
    until: (kind: Frame['event_type']) =>
      vi.waitUntil(() => frames.find(({ event_type }) => event_type === kind), WAIT),
  }
}

const stateOf = async (at: string): Promise<TurnSummary> => (await (await fetch(at)).json()) as TurnSummary
const cancel = async (at: string): Promise<TurnSummary> =>
  (await (await fetch(`${at}/cancel`, { method: 'POST' })).json()) as TurnSummary
const CANCELLED = { event_type: 'cancelled', error: { code: 'REQUEST_CANCELLED' } }

it('FR-13, AC-6: a context call in flight at a cancel is finished and discarded, and no new one starts', async () => {
  hold()
  const turn = await begin('alpha=ok')
  await vi.waitUntil(() => context.requests.length === 1, WAIT)
  expect(await cancel(turn.at)).toMatchObject({ status: 'cancelled' })
  // The end is there while the call is still out.
  const reading = await turn.reading
  expect(reading?.frames.at(-1)).toMatchObject(CANCELLED)
  expect(reading?.ends).toBe(1)
  expect(context.answered).toEqual([])
  release()
  await vi.waitUntil(() => context.answered.length === 1, WAIT)
  await vi.waitUntil(() => service.output.stderr.includes(`alpha let go of ${turn.response_id}`), WAIT)
  // A whole turn later the cancelled one has asked for nothing more, and its conversation is free.
  const next = await begin('beta=ok', service, { conversation_id: turn.conversation_id })
  expect((await next.reading)?.frames.at(-1)?.event_type).toBe('completed')
  expect(context.requests.map(({ enricher_id }) => enricher_id)).toEqual(['alpha.lookup', 'beta.lookup', 'beta.items'])
  expect((await stateOf(turn.at)).last_seq).toBe(reading?.frames.length)
})

it('FR-13: a cancel is idempotent: whoever asks again gets the same end', async () => {
  const turn = await begin('alpha=hang')
  await turn.until('status')
  const first = await cancel(turn.at)
  expect([await cancel(turn.at), await stateOf(turn.at)]).toEqual([first, first])
  await turn.reading
  const done = await begin('hello')
  await done.reading
  expect(await cancel(done.at)).toMatchObject({ status: 'completed' })
})

it('RT-2, FR-13: a cancel closes the model’s socket', async () => {
  modelEndpoint.on('request', (_req, res) => res.on('close', () => hangUps.forEach((tell) => tell())))
  const asked = new Promise<void>((resolve) => modelEndpoint.once('request', () => resolve()))
  const hungUp = new Promise<void>((resolve) => hangUps.push(resolve))
  const turn = await begin('router=call')
  await asked
  await cancel(turn.at)
  await hungUp
  expect((await turn.reading)?.frames.map(({ event_type }) => event_type)).toEqual([
    'response_id',
    'episode',
    'usage',
    'cancelled',
  ])
})

it('RT-2, AC-6: a client that leaves stops its turn after the grace; one that comes back does not; nor one that said so', async () => {
  const gone = await begin('alpha=hang')
  const back = await begin('alpha=hang')
  const unwatched = await begin('alpha=hang', service, { on_disconnect: 'continue' })
  const all = [gone, back, unwatched]
  await Promise.all(all.map((turn) => turn.until('status')))
  for (const turn of all) turn.leave()
  const again = await fetch(`${back.at}/stream`, { headers: { 'last-event-id': '2' } })
  expect(await endedState(gone.at)).toContain('"status":"cancelled"')
  expect((await readAll(await fetch(`${gone.at}/stream?after=0`))).frames.at(-1)).toMatchObject(CANCELLED)
  expect((await stateOf(back.at)).status).toBe('running')
  expect((await stateOf(unwatched.at)).status).toBe('running')
  await Promise.all([cancel(back.at), cancel(unwatched.at)])
  expect((await readAll(again)).frames.at(-1)).toMatchObject(CANCELLED)
})

it('FR-13: at SIGTERM no new turn is taken, what can end ends, the rest is cancelled, and the exit code is 0', async () => {
  hold()
  const seen = context.requests.length
  await using stopping = await launch({ SHUTDOWN_DRAIN_MS: '1500' })
  const stuck = await begin('gamma=hang', stopping)
  const slow = await begin('alpha=ok', stopping)
  await stuck.until('status')
  await vi.waitUntil(() => context.requests.length > seen, WAIT)
  stopping.child.kill('SIGTERM')
  await vi.waitUntil(async () => (await fetch(`${stopping.url}/readyz`)).status === 503, WAIT)
  const refused = await stopping.chat({ message: 'hello' })
  expect([refused.status, refused.headers.get('retry-after') !== null]).toEqual([503, true])
  expect(await refused.json()).toMatchObject({ code: 'shutting_down' })
  release()
  const finished = await slow.reading
  expect([finished?.frames.at(-1)?.event_type, finished?.ends]).toEqual(['completed', 1])
  const cut = await stuck.reading
  expect(cut?.frames.at(-1)).toMatchObject(CANCELLED)
  expect(cut?.ends).toBe(1)
  expect((await stopping.ended)[0]).toBe(0)
})
