import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { isTerminal, nextState, type Frame, type TrustedEvent, type TurnState } from '../../src/contract/index.ts'
import { createMemoryFrameLog } from '../../src/log/index.ts'
import type { Ending, TurnIo } from '../../src/orchestrator/index.ts'
import { request, turnServices } from '../support/turn-services.ts'

const types = (frames: readonly Frame[]) => frames.map(({ event_type }) => event_type)
const text = (chunk: string): TrustedEvent => ({ event_type: 'text', chunk, type: 'chunk' })
const tick = () => new Promise((resolve) => setImmediate(resolve))

function expectOneEnd(frames: readonly Frame[]): void {
  let state: TurnState | undefined = 'start'
  for (const frame of frames) state = state && nextState(state, frame)
  expect(state).toBe('terminal')
  expect(frames.filter(isTerminal)).toHaveLength(1)
}

type Step = { do: 'write' | 'emit' | 'wait' | 'throw' | 'usage' | 'reject' | 'bad_write'; id: string }
const steps: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom<Step['do']>('write', 'emit', 'wait', 'throw', 'usage', 'reject', 'bad_write'),
  id: fc.constantFrom('searching_offers', 'comparing_offers', 'no_such_id', 'text', 'support_content'),
})
const endings = fc.constantFrom<Ending | 'throw' | 'hang'>(
  { as: 'completed' },
  { as: 'error', error: { code: 'SUB_AGENT_FAILED', sub_agent_id: 'shop' } },
  'throw',
  'hang',
)

it('FR-9, AC-4, SM-1: whatever is written and wherever it throws, a turn has exactly one terminal frame, last', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { maxLength: 12 }), endings, async (script, ending) => {
      const { run } = turnServices(
        {
          async run(io) {
            for (const step of script) await play(io, step)
            if (ending === 'throw') throw new Error('boom')
            if (ending === 'hang') return new Promise<never>(() => {})
            return ending
          },
        },
        { limits: { batch_window_ms: 2, idle_timeout_ms: 15, deadline_ms: 5_000 } },
      )
      const frames = await run()
      expectOneEnd(frames)
      expect(types(frames).slice(0, 2)).toEqual(['response_id', 'episode'])
      expect(JSON.stringify(frames)).not.toContain('boom')
    }),
    { numRuns: 150 },
  )
})

async function play(io: TurnIo, step: Step): Promise<void> {
  switch (step.do) {
    case 'write':
      return io.writerFor('shop')({ event_type: step.id })
    case 'bad_write':
      return io.writerFor('shop')('prose' as never)
    case 'emit':
      return io.emit(step.id === 'support_content' ? { event_type: 'support_content', content: 'x' } : text('hi '))
    case 'usage':
      return io.noteUsage({ input_tokens: 1, output_tokens: 1, total_tokens: 2, reasoning_tokens: 0, cached_tokens: 0 })
    case 'wait':
      return void (await tick())
    case 'throw':
      if (step.id === 'no_such_id') throw new Error('boom')
      return
    case 'reject':
      if (step.id === 'no_such_id') return Promise.reject(new Error('boom'))
      return
  }
}

it('RT-1: before the turn really runs, its stream promises nothing', async () => {
  let running = false
  const { dispatcher } = turnServices({
    async run(io) {
      running = true
      io.emit({ event_type: 'thinking', content: 'hm', role: 'reasoning' })
      return { as: 'completed' }
    },
  })
  const { response_id } = await dispatcher.start(request())
  const reader = dispatcher.read(response_id, 0, new AbortController().signal)[Symbol.asyncIterator]()
  const first = await reader.next()
  expect(running).toBe(false)
  expect((first.value ?? []).map((entry: { frame: Frame }) => entry.frame.event_type)).toEqual([
    'response_id',
    'episode',
  ])
  await reader.return?.()
})

it('FR-14: frames leave in the order the writer got their events', async () => {
  const { run } = turnServices({
    async run(io) {
      io.writerFor('shop')({ event_type: 'comparing_offers' })
      io.emit(text('one '))
      io.writerFor('shop')({ event_type: 'searching_offers' })
      io.emit(text('two '))
      return { as: 'completed' }
    },
  })
  expect(types(await run())).toEqual(['response_id', 'episode', 'status', 'text', 'status', 'text', 'completed'])
})

it('FR-5, AC-2: two sub-agents that write in one window become one status', async () => {
  const { run } = turnServices({
    async run(io) {
      io.writerFor('shop')({ event_type: 'searching_offers' })
      io.writerFor('rewards')({ event_type: 'looking_up_points_balance' })
      return { as: 'completed' }
    },
  })
  const status = (await run()).find((frame) => frame.event_type === 'status')
  expect(status?.data).toEqual({
    event_id: 'searching_offers',
    message: 'Searching for offers and looking up your points…',
    event_ids: ['searching_offers', 'looking_up_points_balance'],
  })
})

it('R-6: an internal event written to the sink reaches no frame', async () => {
  const { run } = turnServices({
    async run(io) {
      io.emit({ event_type: 'support_content', content: 'CANARY' })
      const tool_call = { id: 'c', name: 'n', type: 'ccs' as const }
      io.emit({
        event_type: 'tool_result',
        tool_call,
        arguments: 'CANARY',
        result: 'CANARY',
        is_error: false,
        duration_ms: 1,
      })
      return { as: 'completed' }
    },
  })
  expect(JSON.stringify(await run())).not.toContain('CANARY')
})

it('usage comes just before the terminal frame, summed over the calls', async () => {
  const usage = { input_tokens: 3, output_tokens: 2, total_tokens: 5, reasoning_tokens: 1, cached_tokens: 1 }
  const { run } = turnServices({
    async run(io) {
      io.noteUsage(usage)
      io.noteUsage(usage)
      throw new Error('boom')
    },
  })
  const frames = await run()
  expect(types(frames)).toEqual(['response_id', 'episode', 'text', 'usage', 'error'])
  expect(frames.at(-2)).toMatchObject({
    input_tokens: 6,
    output_tokens: 4,
    total_tokens: 10,
    reasoning_tokens: 2,
    cached_tokens: 2,
  })
})

it('a cancel ends the turn at once; what is written later is dropped and counted', async () => {
  const started = Promise.withResolvers<TurnIo>()
  const { dispatcher, entries, observed } = turnServices({
    async run(io) {
      started.resolve(io)
      return new Promise<never>(() => {})
    },
  })
  const { response_id } = await dispatcher.start(request())
  const io = await started.promise
  const summary = await dispatcher.cancel(response_id, request().principal)
  expect(summary).toMatchObject({ status: 'cancelled', last_seq: 3 })
  expect(io.turn.signal.aborted).toBe(true)
  io.emit(text('late'))
  io.writerFor('shop')({ event_type: 'searching_offers' })
  const frames = await entries(response_id)
  expect(types(frames.map(({ frame }) => frame))).toEqual(['response_id', 'episode', 'cancelled'])
  expect(observed).toEqual([
    { what: 'late', detail: 'text' },
    { what: 'late', detail: 'searching_offers' },
  ])
  expect(await dispatcher.cancel(response_id, request().principal)).toEqual(summary)
})

it('a turn that fills its log ends in INTERNAL_ERROR instead of growing', async () => {
  const { run } = turnServices(
    {
      async run(io) {
        for (let count = 0; count < 100; count++) io.emit(text('x'))
        return { as: 'completed' }
      },
    },
    { log: createMemoryFrameLog({ max_frames: 20 }) },
  )
  const frames = await run()
  expect(frames.length).toBeLessThanOrEqual(21)
  expect(frames.at(-1)).toMatchObject({ event_type: 'error', error: { code: 'INTERNAL_ERROR' }, is_final: true })
})

it('a batch whose timer meets a full log ends the turn, not the process', async () => {
  const { run } = turnServices(
    {
      async run(io) {
        io.emit(text('x'))
        io.writerFor('shop')({ event_type: 'searching_offers' })
        return new Promise<never>(() => {})
      },
    },
    { log: createMemoryFrameLog({ max_frames: 3 }) },
  )
  expect((await run()).at(-1)).toMatchObject({ event_type: 'error', error: { code: 'INTERNAL_ERROR' } })
})
