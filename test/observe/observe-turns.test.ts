import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Frame, FramePayload } from '../../src/contract/index.ts'
import { createLogger, createMetrics, observeTurns, type Metrics } from '../../src/observe/index.ts'
import type { ObserveTurn } from '../../src/turn/index.ts'
import { stampAll, text } from '../log/stamp.ts'
import { readSeries } from './read-series.ts'

const TURN = {
  response_id: 'resp_7f3a',
  conversation_id: 'conv_91c2',
  experiment_arm: 'control',
  agent_definition_version: '3',
}

describe('the observer of a turn', () => {
  let metrics: Metrics
  let lines: Record<string, unknown>[]
  let observe: ObserveTurn
  beforeEach(() => {
    metrics = createMetrics()
    lines = []
    const sink = { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) }
    observe = observeTurns(metrics, createLogger('info', sink))
  })
  afterEach(() => metrics.close())

  const value = async (name: string) =>
    readSeries(await metrics.render())
      .filter((series) => series.name === name)
      .reduce((sum, series) => sum + series.value, 0)

  it.each<[string, FramePayload[], string | undefined, object]>([
    [
      'stopped',
      [{ event_type: 'cancelled', error: { code: 'REQUEST_CANCELLED' } }],
      'shutdown',
      { level: 'info', status: 'cancelled', code: 'REQUEST_CANCELLED', stopped_by: 'shutdown' },
    ],
    [
      'failed',
      [{ event_type: 'error', error: { code: 'INTERNAL_ERROR', reason: 'deadline_exceeded' }, is_final: true }],
      undefined,
      { level: 'warn', status: 'error', code: 'INTERNAL_ERROR', reason: 'deadline_exceeded' },
    ],
    [
      'degraded',
      [
        { event_type: 'error', error: { code: 'PARTIAL_FAN_OUT', failed: [] }, is_final: false },
        { event_type: 'completed' },
      ],
      undefined,
      { level: 'info', status: 'completed', soft_errors: ['PARTIAL_FAN_OUT'] },
    ],
  ])('the line of a turn that was %s says why', (_how, payloads, stopped_by, line) => {
    const turn = observe(TURN)
    for (const { frame } of stampAll(payloads, TURN.response_id)) turn.frame(frame as Frame, 1)
    turn.ended(stopped_by)
    expect(lines.at(-1)).toMatchObject({ msg: 'a turn ended', ...line })
  })

  it('RT-11: a turn is named in the log and nowhere in the metrics', async () => {
    const turn = observe(TURN)
    for (const { frame } of stampAll(
      [{ event_type: 'response_id' }, text('a'), { event_type: 'completed' }],
      TURN.response_id,
    ))
      turn.frame(frame as Frame, 12.4)
    turn.error('sink', new Error('broken'))
    turn.violation({ code: 'protocol_violation', message: 'text is not allowed in state start' })
    turn.ended()
    expect(lines.map((line) => line['response_id'])).toEqual([TURN.response_id, TURN.response_id, TURN.response_id])
    expect(lines.at(-1)).toMatchObject({ msg: 'a turn ended', status: 'completed', duration_ms: 12 })
    const rendered = await metrics.render()
    expect(rendered).toContain('stream_events_emitted_total')
    expect(rendered).not.toContain(TURN.response_id)
    expect(rendered).not.toContain(TURN.conversation_id)
    expect(await value('stream_violation_total')).toBe(1)
    expect(await value('stream_active_turns')).toBe(0)
  })

  it('times what a write costs', async () => {
    const turn = observeTurns(metrics, createLogger('silent'))(TURN)
    turn.wrote(0.02)
    expect(await value('stream_writer_overhead_us_sum')).toBe(20)
  })

  it('what is repeated is logged once and counted every time', async () => {
    const turn = observe(TURN)
    for (let index = 0; index < 100; index++) {
      turn.unregistered('typo_id', 'unregistered', 'shop')
      turn.refused('prose', null, 'shop')
      turn.late('text')
      turn.unrendered('searching_offers')
      turn.decided('searching_offers', 'batch', 'shop', 'shop')
    }
    expect(lines).toHaveLength(3)
    expect(lines[0]).toMatchObject({ event_id: 'typo_id', why: 'unregistered', sub_agent_id: 'shop' })
    expect(await value('status_event_unregistered_id_total')).toBe(100)
    expect(await value('stream_write_refused_total')).toBe(100)
    expect(await value('stream_late_write_dropped_total')).toBe(100)
    expect(await value('stream_rendering_policy_applied_total')).toBe(100)
  })

  it('a turn that makes a new mistake each time fills no log', () => {
    const turn = observe(TURN)
    for (let index = 0; index < 500; index++) turn.unregistered(`made_up_${index}`, 'unregistered', 'shop')
    expect(lines.length).toBe(32)
  })

  it('a tool that throws ten thousand times is told of once, and counted on the turn’s last line', () => {
    const turn = observe(TURN)
    for (let index = 0; index < 10_000; index++) turn.error('shop: tool search', new Error(`time ${index}`))
    turn.error('shop: tool search', new TypeError('another mistake'))
    expect(lines.map(({ err }) => (err as { type: string }).type)).toEqual(['Error', 'TypeError'])
    turn.ended()
    expect(lines).toHaveLength(3)
    expect(lines[2]).toMatchObject({ msg: 'a turn ended', errors: 10_001 })
  })

  it('however many different errors came before, what ended the turn is told', () => {
    const turn = observe(TURN)
    for (let index = 0; index < 100; index++) turn.error(`shop: tool number_${index}`, new Error('x'))
    expect(lines).toHaveLength(32)
    turn.error('log', new Error('full'))
    turn.ended()
    turn.ended()
    expect(lines.slice(32).map(({ where, msg }) => where ?? msg)).toEqual(['log', 'a turn ended', 'a turn ended'])
  })

  it('what is no id is not told: it may be anything', () => {
    const turn = observe(TURN)
    turn.unregistered('select * from users where key = CANARY', 'unregistered', 'shop')
    turn.refused('unreadable', 'CANARY'.repeat(1_000_000), 'shop')
    turn.error(`shop: tool ${'x'.repeat(100_000)}`, new Error('CANARY'))
    expect(lines.map(({ event_id }) => event_id)).toEqual([null, null, undefined])
    expect(JSON.stringify(lines)).not.toContain('CANARY')
    expect(JSON.stringify(lines).length).toBeLessThan(5_000)
  })
})
