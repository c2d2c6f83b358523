import { createAgent } from 'langchain'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { isTerminal, type NumberedFrame, type RefusedError, type TurnSummary } from '../../src/contract/index.ts'
import { ccsTool, getStreamWriter, getTurn, type SubAgentGraph } from '../../src/kit/index.ts'
import { createRenderer } from '../../src/policy/index.ts'
import { LATE_USAGE_MS } from '../../src/turn/turn.ts'
import { createContextService, createOfflineModel } from '../../src/upstream/index.ts'
import { startScriptedContextService } from '../fakes/scripted-context-service.ts'
import { compiled, role, routeTo, smallTurn, subAgent, textOf, types } from '../orchestrator/small-turn.ts'
import { smallRegistry } from '../support/registry.ts'
import { request, turnServices } from '../support/turn-services.ts'
import { phrases } from '../upstream/models/shipped-phrases.ts'
import { LateUsageModel, SocketModel, startTalker } from './socket-model.ts'

const { principal } = request()
const tick = () => new Promise<void>((resolve) => setImmediate(resolve))
const LONG = { batch_window_ms: 1, idle_timeout_ms: 20_000, deadline_ms: 20_000 }

/** Nothing that any of these turns leaves behind may reach the process. */
const unhandled: unknown[] = []
const note = (error: unknown) => unhandled.push(error)
beforeEach(() => void process.on('unhandledRejection', note))
afterEach(async () => {
  await tick()
  process.off('unhandledRejection', note)
  if (unhandled.length > 0) throw new AggregateError(unhandled.splice(0), 'a rejection reached the process')
})

type Small = ReturnType<typeof smallTurn>
type Way = {
  limits?: Partial<typeof LONG>
  stop?: (turn: Small, response_id: string) => Promise<unknown>
  terminal: Record<string, unknown>
  words: string
}

const requestCancelled = { event_type: 'cancelled', error: { code: 'REQUEST_CANCELLED' } }
const WAYS: Record<string, Way> = {
  'an explicit cancel': {
    stop: ({ dispatcher }, response_id) => dispatcher.cancel(response_id, principal),
    terminal: requestCancelled,
    words: '',
  },
  'a reader that does not come back': {
    async stop({ dispatcher }, response_id) {
      for await (const _ of dispatcher.read(response_id, 0, new AbortController().signal)) break
      await vi.waitFor(async () => expect((await dispatcher.find(response_id, principal))?.status).toBe('cancelled'))
    },
    terminal: requestCancelled,
    words: '',
  },
  'the idle clock': {
    limits: { idle_timeout_ms: 60 },
    terminal: { event_type: 'cancelled', error: { code: 'IDLE_TIMEOUT' } },
    words: '',
  },
  'the deadline': {
    limits: { deadline_ms: 60 },
    terminal: {
      event_type: 'error',
      error: { code: 'INTERNAL_ERROR', reason: 'deadline_exceeded' },
      is_final: true,
    },
    words: 'Algo salió mal.',
  },
  'a close': { stop: ({ dispatcher }) => dispatcher.close(0), terminal: requestCancelled, words: '' },
}

it.each(Object.entries(WAYS))(
  'FR-13, AC-6, R-3, NFR-6: %s ends the turn at once in one frame, and everything below it unwinds',
  async (name, { limits, stop, terminal, words }) => {
    const handled: string[] = []
    const inFlight = new Map<string, { signal: AbortSignal; write: (event: { event_type: string }) => void }>()
    const running = Promise.withResolvers<void>()
    const busy = (id: string, onCancel: () => void | Promise<void>) =>
      subAgent(
        id,
        () => {
          inFlight.set(id, { signal: getTurn().signal, write: getStreamWriter() })
          if (inFlight.size === 3) running.resolve()
          return new Promise(() => {})
        },
        {
          onCancel(turn) {
            handled.push(`${id} ${turn.principal.user_id}`)
            return onCancel()
          },
        },
      )
    const done = subAgent('done', () => 'ended before', { onCancel: () => void handled.push('done') })
    const throws = busy('shop', () => {
      throw new Error('boom')
    })
    const hangs = busy('rewards', () => new Promise(() => {}))
    const good = busy('support', async () => {})
    const es = { 'failure.internal': { message: 'Algo salió mal.' } }
    const registry = smallRegistry()
    const turn = smallTurn(routeTo(['done', 'shop', 'rewards', 'support']), [done, throws, hangs, good], {
      limits: { ...LONG, ...limits },
      renderer: createRenderer({ ...registry, locales: { ...registry.locales, es } }),
    })
    const { response_id, conversation_id } = await turn.dispatcher.start(request({ locale: 'es' }))
    await running.promise
    await tick()
    const stopping = stop?.(turn, response_id)
    // Whoever reads keeps the turn alive.
    if (name === 'a reader that does not come back') await stopping
    const frames = (await turn.entries(response_id)).map(({ frame }) => frame)

    expect(types(frames).filter((type) => type !== 'text')).toEqual([
      'response_id',
      'episode',
      'usage',
      terminal['event_type'],
    ])
    expect(frames.at(-1)).toMatchObject(terminal)
    expect(textOf(frames)).toBe(words)
    for (const { signal } of inFlight.values()) expect(signal.aborted).toBe(true)
    // At once, and only those that were still at work; one that throws and one that hangs are nobody's trouble.
    await vi.waitFor(() => expect(handled).toEqual(['shop dev', 'rewards dev', 'support dev']))
    const again = await turn.dispatcher.start(request({ conversation_id })).then(
      (started) => started.conversation_id,
      (error: RefusedError) => error.code,
    )
    expect(again).toBe(name === 'a close' ? 'shutting_down' : conversation_id)

    inFlight.get('shop')?.write({ event_type: 'comparing_offers' })
    expect(turn.observed).toContainEqual({ what: 'late', detail: 'comparing_offers' })
    expect(turn.services.log.lastSeq(response_id)).toBe(frames.length)
    // The handler that hangs has its time; the others' failures are told to operators.
    await stopping
    const told = turn.observed.map(({ what }) => what).filter((what) => what.endsWith('onCancel'))
    expect(told).toEqual(
      name === 'a close' ? ['error shop: onCancel', 'error rewards: onCancel'] : ['error shop: onCancel'],
    )
    if (name !== 'a close') void turn.dispatcher.close(0)
  },
)

describe('the model’s socket', () => {
  it.each<[string, string[]]>([
    ['the orchestrator', []],
    ['a sub-agent', ['shop']],
  ])('RT-2: closes when the turn of %s is cancelled', async (_whose, calls) => {
    await using talker = await startTalker()
    const model = new SocketModel(talker.url, (messages) =>
      calls.length > 0 && role(messages) === 'router'
        ? { calls: calls.map((name) => ({ name, args: {} })) }
        : undefined,
    )
    const agent = createAgent({ model, tools: [] }) as unknown as SubAgentGraph
    const { dispatcher, entries } = smallTurn(model, [compiled('shop', agent)])
    const { response_id } = await dispatcher.start(request())
    await vi.waitFor(() => expect(talker.open()).toBe(1))
    await dispatcher.cancel(response_id, principal)
    await vi.waitFor(() => expect(talker.open()).toBe(0))
    expect((await entries(response_id)).at(-1)?.frame).toMatchObject(requestCancelled)
    expect(talker.asked()).toBe(1)
  })
})

it('AC-6: a context call in flight is answered to its end and discarded, and none follows', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  const tried = Promise.withResolvers<string[]>()
  const service = await startScriptedContextService(async () => {
    asked.resolve()
    await answer.promise
    return { envelope: { payload: { items: [{ id: 'o1', title: 'CANARY' }] } } }
  })
  const outcomes: string[] = []
  const context = createContextService({
    url: service.url,
    timeout_ms: 5_000,
    onCall: ({ outcome }) => void outcomes.push(outcome),
  })
  const find = ccsTool({ name: 'find', description: 'Finds', enricher: 'offers.search', schema: z.object({}) })
  const shop = subAgent('shop', async () => {
    const results: string[] = []
    for (let call = 0; call < 2; call++)
      results.push(await find.invoke({}).then(String, (error: Error) => error.message))
    tried.resolve(results)
    return results.join()
  })
  const { dispatcher, entries } = smallTurn(routeTo(['shop']), [shop], { context })
  const { response_id } = await dispatcher.start(request())
  await asked.promise
  await dispatcher.cancel(response_id, principal)
  const frames = await entries(response_id)
  answer.resolve()
  expect(await tried.promise).toEqual(['The turn has ended: cancelled', 'The turn has ended: cancelled'])
  expect(outcomes).toEqual(['ok'])
  expect(service.requests).toHaveLength(1)
  expect(service.answered).toHaveLength(1)
  expect(service.connections()).toBe(1)
  expect(await entries(response_id)).toEqual(frames)
  expect(JSON.stringify(frames)).not.toContain('CANARY')
  await context.close()
  await service.close()
})

describe('the last usage', () => {
  const cutShort = async () => {
    const report = Promise.withResolvers<void>()
    let time = Date.now()
    const turn = smallTurn(new LateUsageModel(report.promise), [], { now: () => time })
    const { response_id } = await turn.dispatcher.start(request())
    for await (const group of turn.dispatcher.read(response_id, 0, new AbortController().signal))
      if (group.some(({ frame }) => frame.event_type === 'text')) break
    await turn.dispatcher.cancel(response_id, principal)
    const later = async (ms: number) => {
      time += ms
      report.resolve()
      await tick()
      return (await turn.dispatcher.find(response_id, principal))?.usage?.total_tokens
    }
    return { ...turn, response_id, later }
  }

  it('RT-2: told within half a second of the end, is in the turn’s state, and no frame follows', async () => {
    const { entries, response_id, later } = await cutShort()
    const before = await entries(response_id)
    expect(types(before.map(({ frame }) => frame)).slice(-2)).toEqual(['usage', 'cancelled'])
    expect(before.at(-2)?.frame).toMatchObject({ total_tokens: 0 })
    expect(await later(LATE_USAGE_MS)).toBe(10)
    expect(await entries(response_id)).toEqual(before)
  })

  it('told later than that, is dropped and counted', async () => {
    const { observed, later } = await cutShort()
    expect(await later(LATE_USAGE_MS + 1)).toBe(0)
    expect(observed).toEqual([{ what: 'late', detail: 'usage' }])
  })

  it('of the offline model is what it had read and said', async () => {
    const offline = createOfflineModel({ phrases, chunk_delay_ms: 1 })
    const { dispatcher, entries } = smallTurn(offline, [subAgent('shop')])
    const { response_id } = await dispatcher.start(request({ message: 'What can you do?' }))
    for await (const group of dispatcher.read(response_id, 0, new AbortController().signal))
      if (group.some(({ frame }) => frame.event_type === 'text')) break
    await dispatcher.cancel(response_id, principal)
    await vi.waitFor(async () => {
      const { usage } = (await dispatcher.find(response_id, principal)) as TurnSummary
      expect(usage?.input_tokens).toBeGreaterThan(50)
      expect(usage?.output_tokens).toBeGreaterThan(0)
    })
    expect((await entries(response_id)).at(-1)?.frame.event_type).toBe('cancelled')
  })
})

it('FR-13: a cancel against a completion: one wins, and the caller, the reader and the turn’s state agree', async () => {
  const wait = async (laps: readonly boolean[]) => {
    for (const macro of laps) await (macro ? tick() : undefined)
  }
  const laps = fc.array(fc.boolean(), { maxLength: 6 })
  const ends = new Set<string>()
  await fc.assert(
    fc.asyncProperty(laps, laps, laps, async (before, after, cancelAfter) => {
      const { dispatcher, entries } = turnServices({
        async run(io) {
          await wait(before)
          io.emit({ event_type: 'text', chunk: 'hi', type: 'chunk' })
          await wait(after)
          return { as: 'completed' }
        },
      })
      const { response_id } = await dispatcher.start(request())
      const reading = entries(response_id)
      await wait(cancelAfter)
      const answers = await Promise.all([
        dispatcher.cancel(response_id, principal),
        dispatcher.cancel(response_id, principal),
      ])
      const read = await reading
      const terminal = (read.at(-1) as NumberedFrame).frame
      expect(read.filter(({ frame }) => isTerminal(frame))).toHaveLength(1)
      const found = await dispatcher.find(response_id, principal)
      expect(found).toMatchObject({ status: terminal.event_type, last_seq: read.length })
      for (const answer of answers) expect(answer).toEqual(found)
      ends.add(terminal.event_type)
      await dispatcher.close(0)
    }),
    { numRuns: 200 },
  )
  expect([...ends].toSorted()).toEqual(['cancelled', 'completed'])
})

it.each<[string, (write: (event: { event_type: string }) => void) => unknown]>([
  ['writes', (write) => write({ event_type: 'comparing_offers' })],
  [
    'throws',
    () => {
      throw new Error('boom')
    },
  ],
  ['rejects', () => Promise.reject(new Error('boom'))],
])('a sub-agent that heeds no signal and %s after the end: nothing of it is heard', async (_name, act) => {
  const started = Promise.withResolvers<void>()
  const later = Promise.withResolvers<void>()
  const acted = Promise.withResolvers<void>()
  const deaf = async () => {
    started.resolve()
    const write = getStreamWriter()
    await later.promise
    setImmediate(acted.resolve)
    return act(write)
  }
  const bare = compiled('rewards', { invoke: () => deaf() })
  const { dispatcher, entries } = smallTurn(routeTo(['shop', 'rewards']), [subAgent('shop', deaf), bare])
  const { response_id } = await dispatcher.start(request())
  await started.promise
  await dispatcher.cancel(response_id, principal)
  const frames = await entries(response_id)
  later.resolve()
  await acted.promise
  await tick()
  expect(await entries(response_id)).toEqual(frames)
})

it('a close waits for the cancellation handlers of the turns it ends', async () => {
  const running = Promise.withResolvers<void>()
  let released = false
  const shop = subAgent(
    'shop',
    () => {
      running.resolve()
      return new Promise(() => {})
    },
    {
      async onCancel() {
        for (let lap = 0; lap < 20; lap++) await tick()
        released = true
      },
    },
  )
  const { dispatcher } = smallTurn(routeTo(['shop']), [shop])
  await dispatcher.start(request())
  await running.promise
  await dispatcher.close(0)
  expect(released).toBe(true)
})

it('the last words of a turn past its deadline are a paragraph of their own', async () => {
  const { run } = turnServices(
    {
      run(io) {
        io.emit({ event_type: 'text', chunk: 'Here are the', type: 'chunk' })
        return new Promise<never>(() => {})
      },
    },
    { limits: { ...LONG, deadline_ms: 30 } },
  )
  expect(textOf(await run())).toBe('Here are the\n\nSomething went wrong.')
})
