import { expect, it } from 'vitest'
import type { Orchestrator } from '../../src/orchestrator/index.ts'
import { createLocalDispatcher, type LocalDispatcher } from '../../src/turn/index.ts'
import { createIdempotencyKeys } from '../../src/turn/idempotency.ts'
import { request, turnServices } from '../support/turn-services.ts'

const { principal } = request()
const other = { tenant_id: 'dev', user_id: 'somebody' }
const KEY = { key: 'k1', digest: 'd1' }

/** Turns that run until they are let. */
function gated(bounds: { max_running?: number; max_known?: number; max_keys?: number } = {}) {
  const gate = Promise.withResolvers<void>()
  const orchestrator: Orchestrator = {
    async run() {
      await gate.promise
      return { as: 'completed' }
    },
  }
  const { services } = turnServices(orchestrator)
  let count = 0
  const newId = (kind: string) => `${kind}_${(count += 1)}`
  const dispatcher = createLocalDispatcher({ services, resume_grace_ms: 10, newId, ...bounds })
  return { dispatcher, letEnd: gate.resolve }
}

async function read(dispatcher: LocalDispatcher, response_id: string): Promise<number> {
  let frames = 0
  for await (const group of dispatcher.read(response_id, 0, new AbortController().signal)) frames += group.length
  return frames
}

it('OV-5: the same key and request give the same turn, while it runs and when it has ended', async () => {
  const { dispatcher, letEnd } = gated()
  const first = await dispatcher.start(request(), KEY)
  expect(first.attached).toBeUndefined()
  const again = { ...first, attached: true }
  expect(await dispatcher.start(request(), KEY)).toEqual(again)
  letEnd()
  const frames = await read(dispatcher, first.response_id)
  expect(await dispatcher.start(request(), KEY)).toEqual(again)
  expect(await read(dispatcher, first.response_id)).toBe(frames)
  expect(dispatcher.running).toBe(0)
})

it('OV-5: two at once with one key are one turn', async () => {
  const { dispatcher, letEnd } = gated()
  const [one, two] = await Promise.all([dispatcher.start(request(), KEY), dispatcher.start(request(), KEY)])
  expect(dispatcher.running).toBe(1)
  expect(two).toEqual({ ...one, attached: true })
  letEnd()
})

it('OV-5: the same key with another request is refused; another user’s is another key', async () => {
  const { dispatcher, letEnd } = gated()
  const first = await dispatcher.start(request(), KEY)
  await expect(dispatcher.start(request(), { ...KEY, digest: 'd2' })).rejects.toMatchObject({
    code: 'idempotency_mismatch',
  })
  const foreign = await dispatcher.start(request({ principal: other }), { ...KEY, digest: 'd2' })
  expect(foreign.response_id).not.toBe(first.response_id)
  expect(foreign.attached).toBeUndefined()
  letEnd()
})

it('OV-5: a refused start is not remembered', async () => {
  const { dispatcher, letEnd } = gated({ max_running: 2 })
  const running = await dispatcher.start(request())
  const busy = request({ conversation_id: running.conversation_id })
  await expect(dispatcher.start(busy, KEY)).rejects.toMatchObject({ code: 'conversation_busy' })
  await dispatcher.start(request())
  await expect(dispatcher.start(request(), KEY)).rejects.toMatchObject({ code: 'overloaded' })
  letEnd()
  await read(dispatcher, running.response_id)
  // Another digest than before: nothing was kept of it.
  const started = await dispatcher.start(busy, { ...KEY, digest: 'd2' })
  expect(started.attached).toBeUndefined()
})

it('OV-5: an attach works when new turns are refused, as overloaded or shutting down', async () => {
  const { dispatcher, letEnd } = gated({ max_running: 1 })
  const first = await dispatcher.start(request(), KEY)
  await expect(dispatcher.start(request())).rejects.toMatchObject({ code: 'overloaded' })
  expect(await dispatcher.start(request(), KEY)).toMatchObject({ attached: true })
  const closing = dispatcher.close(10_000)
  await expect(dispatcher.start(request())).rejects.toMatchObject({ code: 'shutting_down' })
  expect(await dispatcher.start(request(), KEY)).toEqual({ ...first, attached: true })
  letEnd()
  await closing
})

it('OV-5: a key is remembered as long as its turn’s state is known', async () => {
  const { dispatcher, letEnd } = gated({ max_known: 1 })
  letEnd()
  const first = await dispatcher.start(request(), KEY)
  await read(dispatcher, first.response_id)
  expect(await dispatcher.start(request(), KEY)).toMatchObject({ attached: true })
  const next = await dispatcher.start(request())
  await read(dispatcher, next.response_id)
  expect(await dispatcher.find(first.response_id, principal)).toBeUndefined()
  expect((await dispatcher.start(request(), KEY)).attached).toBeUndefined()
})

it('past max_keys the key of a turn that has ended is forgotten, and of one that runs is not', async () => {
  const { dispatcher, letEnd } = gated({ max_keys: 1 })
  const second = { key: 'k2', digest: 'd' }
  const first = await dispatcher.start(request(), KEY)
  await dispatcher.start(request(), second)
  expect(await dispatcher.start(request(), KEY)).toMatchObject({ attached: true })
  letEnd()
  await read(dispatcher, first.response_id)
  await dispatcher.start(request(), { key: 'k3', digest: 'd' })
  expect((await dispatcher.start(request(), KEY)).attached).toBeUndefined()
})

it('past its bound the oldest key of an ended turn is forgotten, never one of a running turn', () => {
  const keys = createIdempotencyKeys(3)
  const add = (key: string) =>
    keys.remember(principal, { key, digest: 'd' }, { response_id: `resp_${key}`, conversation_id: 'c' })
  const known = () =>
    ['a', 'b', 'c', 'd', 'e', 'f'].filter((key) => keys.find(principal, { key, digest: 'd' }) !== undefined).join('')
  for (const key of ['a', 'b', 'c']) add(key)
  keys.ended('resp_c')
  keys.ended('resp_b')
  add('d')
  expect(known()).toBe('abd')
  add('e')
  expect(known()).toBe('ade')
  // All of them run: the number of turns at once is the bound then.
  add('f')
  expect(known()).toBe('adef')
})
