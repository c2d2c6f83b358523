import { expect, it, vi } from 'vitest'
import { RefusedError, type Frame } from '../../src/contract/index.ts'
import { createMemoryFrameLog } from '../../src/log/index.ts'
import type { Orchestrator } from '../../src/orchestrator/index.ts'
import { createLocalDispatcher } from '../../src/turn/index.ts'
import { request, turnServices } from '../support/turn-services.ts'

const other = { tenant_id: 'dev', user_id: 'somebody' }
const hang = (): Orchestrator => ({
  run: ({ turn: { signal } }) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
})
const quick = () => ({ run: async () => ({ as: 'completed' as const }) })

it('a turn of another user is as absent as one that never was', async () => {
  const { dispatcher } = turnServices(hang())
  const { response_id } = await dispatcher.start(request())
  expect(await dispatcher.find(response_id, other)).toBeUndefined()
  expect(await dispatcher.cancel(response_id, other)).toBeUndefined()
  expect(await dispatcher.find('resp_none', other)).toBeUndefined()
  expect(await dispatcher.find(response_id, request().principal)).toMatchObject({ status: 'running', last_seq: 2 })
  await dispatcher.close(0)
})

it('a conversation goes on by its id, is refused while busy, and is unknown to others', async () => {
  const { dispatcher, entries } = turnServices(quick())
  const first = await dispatcher.start(request())
  await expect(dispatcher.start(request({ conversation_id: first.conversation_id }))).rejects.toMatchObject({
    code: 'conversation_busy',
    message: `The turn ${first.response_id} of this conversation still runs.`,
  })
  await entries(first.response_id)
  const again = await dispatcher.start(request({ conversation_id: first.conversation_id }))
  expect(again.conversation_id).toBe(first.conversation_id)
  await entries(again.response_id)
  const foreign = request({ conversation_id: first.conversation_id, principal: other })
  await expect(dispatcher.start(foreign)).rejects.toMatchObject({ code: 'not_found' })
  await expect(dispatcher.start(request({ conversation_id: 'conv_x' }))).rejects.toMatchObject({ code: 'not_found' })
})

it('a turn whose last reader left is cancelled after its grace, unless it asked to go on', async () => {
  const { dispatcher } = turnServices(hang())
  const leave = async (on_disconnect: 'cancel' | 'continue') => {
    const { response_id } = await dispatcher.start(request({ on_disconnect }))
    for await (const _ of dispatcher.read(response_id, 0, new AbortController().signal)) break
    return response_id
  }
  const goesOn = await leave('continue')
  const stops = await leave('cancel')
  await vi.waitFor(async () =>
    expect(await dispatcher.find(stops, request().principal)).toMatchObject({ status: 'cancelled' }),
  )
  expect(await dispatcher.find(goesOn, request().principal)).toMatchObject({ status: 'running' })
  await dispatcher.close(0)
})

it('a reader that comes back within the grace keeps the turn alive', async () => {
  const { dispatcher } = turnServices(hang())
  const { response_id } = await dispatcher.start(request())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    for await (const _ of dispatcher.read(response_id, 0, new AbortController().signal)) break
    const back = dispatcher.read(response_id, 2, new AbortController().signal)[Symbol.asyncIterator]()
    const next = back.next()
    vi.advanceTimersByTime(1_000)
    expect(await dispatcher.find(response_id, request().principal)).toMatchObject({ status: 'running' })
    await dispatcher.cancel(response_id, request().principal)
    expect((await next).value?.map(({ frame }: { frame: Frame }) => frame.event_type)).toEqual(['cancelled'])
  } finally {
    vi.useRealTimers()
  }
})

it('past max_running a turn is refused as overloaded; after close as shutting_down', async () => {
  const { services } = turnServices(hang())
  let count = 0
  const small = createLocalDispatcher({
    services,
    resume_grace_ms: 10,
    newId: (kind) => `${kind}_${(count += 1)}`,
    max_running: 2,
  })
  await small.start(request())
  await small.start(request())
  await expect(small.start(request())).rejects.toMatchObject({ code: 'overloaded', retry_after_s: 1 })
  await small.close(0)
  const refusal = await small.start(request()).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(RefusedError)
  expect(refusal).toMatchObject({ code: 'shutting_down' })
})

it.each([
  ['max_ended', { max_ended: 2 }],
  ['max_ended_frames', { max_ended_frames: 6 }],
  ['max_ended_fill', { max_ended_fill: 0.07 }],
])('past %s the oldest turn loses its frames but is still known', async (_name, bound) => {
  const { services } = turnServices(quick(), { log: createMemoryFrameLog({ max_frames: 100 }) })
  let count = 0
  const newId = (kind: string) => `${kind}_${(count += 1)}`
  const small = createLocalDispatcher({ services, resume_grace_ms: 10, newId, ...bound })
  const ids: string[] = []
  for (let turn = 0; turn < 3; turn++) {
    const { response_id } = await small.start(request())
    for await (const _ of small.read(response_id, 0, new AbortController().signal));
    ids.push(response_id)
  }
  expect(ids.map((id) => services.log.lastSeq(id))).toEqual([undefined, 3, 3])
  expect(await small.find(ids[0] as string, request().principal)).toMatchObject({ status: 'completed', last_seq: 3 })
  await small.close(0)
})
