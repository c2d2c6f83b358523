import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { StatusEvent } from '../../src/contract/index.ts'
import { createLogger, createMetrics, observeTurns, type Metrics } from '../../src/observe/index.ts'
import { createPolicyStage, createRenderer } from '../../src/policy/index.ts'
import { createWriter } from '../../src/write/index.ts'
import { readSeries } from '../observe/read-series.ts'
import { FakeClock } from '../policy/fake-clock.ts'
import { entry, sampleRegistry } from '../policy/sample-registry.ts'
import { tableOf } from '../policy/stage-harness.ts'

const WRITES = 1_000_000

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const heap = () => {
  collect()
  return process.memoryUsage().heapUsed
}

let metrics: Metrics
beforeEach(() => {
  metrics = createMetrics()
  metrics.know(sampleRegistry().entries, [{ id: 'shop', vertical: 'shop' }])
})
afterEach(() => metrics.close())

const value = async (name: string, labels: Record<string, string> = {}) =>
  readSeries(await metrics.render())
    .filter((series) => series.name === name)
    .filter((series) => Object.entries(labels).every(([label, given]) => series.labels[label] === given))
    .reduce((sum, series) => sum + series.value, 0)

/** Writer, policy and observer as a turn joins them; the frames are only counted. */
function pipeline() {
  const { entries, locales } = sampleRegistry()
  const registry = sampleRegistry({
    entries: [...entries, entry({ id: 'plain_words' })],
    locales: { en: { ...locales['en'], 'status.plain_words': { message: 'Plain' } } },
  })
  const seen = { frames: 0, lines: 0 }
  const clock = new FakeClock()
  const logger = createLogger('info', { write: () => void (seen.lines += 1) })
  const observe = observeTurns(
    metrics,
    logger,
  )({
    response_id: 'resp_1',
    conversation_id: 'conv_1',
    experiment_arm: 'none',
    agent_definition_version: '3',
  })
  const stage = createPolicyStage({
    table: tableOf(registry),
    renderer: createRenderer(registry),
    locale: 'en',
    window_ms: 50,
    clock,
    send: () => void (seen.frames += 1),
    observe,
  })
  const write = createWriter({
    status: (event) => stage.status(event, 'shop'),
    refused: (refusal, id) => observe.refused(refusal, id, 'shop'),
  })
  return { seen, stage, clock, observe, write: write as (event: unknown) => void }
}

const applied = (policy: string) => () => value('stream_rendering_policy_applied_total', { policy })
const suppressed = () => value('status_event_unregistered_id_total')
const refused = () => value('stream_write_refused_total')
const late = () => value('stream_late_write_dropped_total')

it.each<[string, (index: number) => unknown, { frames: number; lines: number }, () => Promise<number>]>([
  ['batched', () => ({ event_type: 'searching_offers', n: 1 }), { frames: 1, lines: 0 }, applied('batch')],
  ['transformed', () => ({ event_type: 'plain_words' }), { frames: WRITES, lines: 0 }, applied('transform')],
  ['suppressed', () => ({ event_type: 'warming_cache' }), { frames: 0, lines: 0 }, applied('suppress')],
  ['unregistered', () => ({ event_type: 'no_such_id' }), { frames: 0, lines: 1 }, suppressed],
  ['new each time', (n) => ({ event_type: `made_up_${n}` }), { frames: 0, lines: 32 }, suppressed],
  ['prose', () => 'Searching for offers…', { frames: 0, lines: 1 }, refused],
  ['reserved', () => ({ event_type: 'text', chunk: 'hi' }), { frames: 0, lines: 1 }, refused],
  ['unreadable', () => ({ event_type: 'searching_offers', n: 1n }), { frames: 0, lines: 1 }, refused],
])(
  'a flood of a million writes, %s: each is counted, little is logged, nothing stays',
  async (_, event, seen, count) => {
    const flood = pipeline()
    for (let index = 0; index < 1_000; index++) flood.write(event(-1 - index))
    flood.stage.flush()
    flood.seen.frames = 0
    const before = heap()
    const counted = await count()
    for (let index = 0; index < WRITES; index++) flood.write(event(index))
    flood.stage.flush()
    const grown = heap() - before
    expect(await count()).toBe(counted + WRITES)
    expect(flood.seen).toEqual(seen)
    expect(flood.clock.timers.size).toBe(0)
    // Less than a byte a write: nothing of them is kept.
    expect(grown).toBeLessThan(WRITES)
  },
)

it('a flood of a million writes behind the end: each is counted, none is logged, nothing stays', async () => {
  const { write, stage, seen } = pipeline()
  stage.close()
  const event: StatusEvent = { event_type: 'searching_offers' }
  write(event)
  const before = heap()
  for (let index = 1; index < WRITES; index++) write(event)
  expect(heap() - before).toBeLessThan(WRITES)
  expect(await late()).toBe(WRITES)
  expect(seen).toEqual({ frames: 0, lines: 0 })
})
