import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { FramePayload } from '../../src/contract/index.ts'
import { createMetrics, type Metrics, type TurnMetrics } from '../../src/observe/index.ts'
import { stampAll, text, USAGE } from '../log/stamp.ts'
import { readSeries, type Series } from './read-series.ts'

const RESPONSE_ID = 'resp_7f3a'
const ENTRIES = [
  { id: 'searching_offers', vertical: 'shop', emitter_subagents: ['shop'] },
  { id: 'looking_up_points', vertical: 'rewards', emitter_subagents: ['rewards', 'shop'] },
]
const SUB_AGENTS = [
  { id: 'shop', vertical: 'shop' },
  { id: 'rewards', vertical: 'rewards' },
]
const ARM = { experiment_arm: 'control', agent_definition_version: '3' }

const FRAMES: FramePayload[] = [
  { event_type: 'response_id' },
  { event_type: 'episode', episode_id: 'conv_91c2' },
  { event_type: 'status', data: { event_id: 'searching_offers', message: 'Searching…' } },
  {
    event_type: 'status',
    data: { event_id: 'searching_offers', event_ids: ['searching_offers', 'looking_up_points'], message: 'Both…' },
  },
  { event_type: 'error', error: { code: 'SUB_AGENT_FAILED', sub_agent_id: 'rewards' }, is_final: false },
  text('Here'),
  text(' you are'),
  USAGE,
  { event_type: 'completed' },
]

const send = (turn: TurnMetrics, payloads: readonly FramePayload[]) => {
  for (const { frame } of stampAll(payloads, RESPONSE_ID)) turn.frame(frame, 2)
}

describe('the metrics', () => {
  let metrics: Metrics
  beforeEach(() => {
    metrics = createMetrics()
    metrics.know(ENTRIES, SUB_AGENTS)
  })
  afterEach(() => metrics.close())

  const series = async (name: string, of: Metrics = metrics): Promise<Series[]> =>
    readSeries(await of.render()).filter((each) => each.name === name)
  const counts = async (name: string, label: string) =>
    Object.fromEntries((await series(name)).map(({ labels, value }) => [labels[label], value]))

  it('counts frames by type, status events by id, errors by code, and the end by type', async () => {
    send(metrics.turn(ARM), FRAMES)
    const events = await series('stream_events_emitted_total')
    const sum = (type: string) =>
      events.filter(({ labels }) => labels['event_type'] === type).reduce((total, { value }) => total + value, 0)
    expect([sum('text'), sum('status'), sum('completed'), sum('usage')]).toEqual([2, 2, 1, 1])
    expect(await counts('stream_status_event_emitted_total', 'event_id')).toEqual({
      searching_offers: 2,
      looking_up_points: 1,
    })
    expect(await counts('stream_error_frame_emitted_total', 'code')).toEqual({ SUB_AGENT_FAILED: 1 })
    expect(await counts('stream_terminal_frame_emitted_total', 'type')).toEqual({ completed: 1 })
  })

  it('counts a cancelled turn by what cancelled it', async () => {
    send(metrics.turn(ARM), [{ event_type: 'cancelled', error: { code: 'IDLE_TIMEOUT' } }])
    expect(await counts('stream_cancelled_total', 'trigger')).toEqual({ IDLE_TIMEOUT: 1 })
    expect(await counts('stream_terminal_frame_emitted_total', 'type')).toEqual({ cancelled: 1 })
  })

  it('counts every decision of the policy by event and policy', async () => {
    const turn = metrics.turn(ARM)
    turn.decided('searching_offers', 'batch', 'shop', 'shop')
    turn.decided('searching_offers', 'batch', 'shop', 'shop')
    turn.decided('support_content', 'suppress', 'platform', null)
    const applied = await series('stream_rendering_policy_applied_total')
    expect(
      applied.map(({ labels, value }) => [labels['event_type'], labels['policy'], labels['vertical'], value]),
    ).toEqual([
      ['searching_offers', 'batch', 'shop', 2],
      ['support_content', 'suppress', 'platform', 1],
    ])
  })

  it('every stream metric has the five dimensions, and none where there is nothing to name', async () => {
    const turn = metrics.turn(ARM)
    send(turn, FRAMES)
    turn.wrote(0.01)
    const all = readSeries(await metrics.render()).filter(({ name }) => /^stream_(?!active|sse_open)/.test(name))
    expect(all.length).toBeGreaterThan(10)
    for (const { labels } of all)
      expect(Object.keys(labels)).toEqual(
        expect.arrayContaining(['vertical', 'sub_agent_id', 'dm_type', 'experiment_arm', 'agent_definition_version']),
      )
    const [status] = (await series('stream_status_event_emitted_total')).filter(
      ({ labels }) => labels['event_id'] === 'searching_offers',
    )
    expect(status?.labels).toEqual({
      event_id: 'searching_offers',
      vertical: 'shop',
      sub_agent_id: 'shop',
      dm_type: 'none',
      ...ARM,
    })
    const shared = await series('stream_status_event_emitted_total')
    expect(shared.find(({ labels }) => labels['event_id'] === 'looking_up_points')?.labels).toMatchObject({
      vertical: 'rewards',
      sub_agent_id: 'none',
    })
    expect((await series('stream_error_frame_emitted_total'))[0]?.labels).toMatchObject({
      vertical: 'rewards',
      sub_agent_id: 'rewards',
    })
  })

  it('a turn that writes ids nobody registered makes one series, not one each', async () => {
    const turn = metrics.turn(ARM)
    for (let index = 0; index < 1_000; index++) {
      send(turn, [{ event_type: 'status', data: { event_id: `made_up_${index}` } }])
      turn.decided(`made_up_${index}`, 'suppress', 'shop', `nobody_${index}`)
      turn.unregistered(`nobody_${index}`)
    }
    expect(await counts('stream_status_event_emitted_total', 'event_id')).toEqual({ unregistered: 1_000 })
    expect(await counts('stream_rendering_policy_applied_total', 'event_type')).toEqual({ unregistered: 1_000 })
    expect(await counts('status_event_unregistered_id_total', 'sub_agent_id')).toEqual({ none: 1_000 })
  })

  it('dimensions past their bound are counted together', async () => {
    const bounded = createMetrics({ max_series: 3, max_enrichers: 2 })
    for (let index = 0; index < 10; index++) {
      send(bounded.turn({ experiment_arm: `arm_${index}` }), [{ event_type: 'completed' }])
      bounded.contextCall({ enricher_id: `enricher_${index}`, outcome: 'ok', duration_ms: 1 })
    }
    const terminals = await series('stream_terminal_frame_emitted_total', bounded)
    expect(terminals.map(({ labels, value }) => [labels['experiment_arm'], value])).toEqual([
      ['arm_0', 1],
      ['arm_1', 1],
      ['arm_2', 1],
      ['other', 7],
    ])
    const calls = await series('context_call_duration_ms_count', bounded)
    expect(calls.map(({ labels, value }) => [labels['enricher_id'], value])).toEqual([
      ['enricher_0', 1],
      ['enricher_1', 1],
      ['other', 8],
    ])
    await bounded.close()
  })

  it('times the first frame of each turn, and samples what a write costs', async () => {
    const turn = metrics.turn(ARM)
    send(turn, FRAMES)
    for (let index = 0; index < 2; index++) turn.wrote(0.05)
    expect(await series('stream_ttfe_ms_count')).toMatchObject([{ value: 1 }])
    expect(await series('stream_ttfe_ms_sum')).toMatchObject([{ value: 2 }])
    expect(await series('stream_writer_overhead_us_count')).toMatchObject([{ value: 2 }])
    expect(await series('stream_writer_overhead_us_sum')).toMatchObject([{ value: 100 }])
  })

  it('knows how many turns and streams there are', async () => {
    const turn = metrics.turn(ARM)
    metrics.turn(ARM)
    metrics.streamOpened()
    metrics.streamOpened()
    metrics.streamClosed()
    turn.ended()
    turn.ended()
    expect(await series('stream_active_turns')).toMatchObject([{ value: 1 }])
    expect(await series('stream_sse_open_streams')).toMatchObject([{ value: 1 }])
  })

  it('what should never happen is there from the start, at zero, and counts', async () => {
    const names = [
      'stream_unregistered_event_rejected_total',
      'stream_sse_frame_dropped_total',
      'stream_sse_slow_reader_closed_total',
    ]
    for (const name of names) expect(await series(name)).toMatchObject([{ value: 0 }])
    metrics.startRefused(4)
    metrics.framesDropped(2)
    metrics.slowReaderClosed()
    expect(await Promise.all(names.map(async (name) => (await series(name))[0]?.value))).toEqual([4, 2, 1])
    metrics.violation('chat')
    metrics.violation('turn')
    metrics.violation('turn')
    expect(await counts('stream_violation_total', 'where')).toEqual({ chat: 1, turn: 2 })
    const turn = metrics.turn(ARM)
    turn.late()
    turn.refused('shop')
    expect((await series('stream_late_write_dropped_total')).some(({ value }) => value === 1)).toBe(true)
    expect((await series('stream_write_refused_total')).find(({ value }) => value === 1)?.labels).toMatchObject({
      sub_agent_id: 'shop',
    })
  })

  it('counts go on from where they were when they are read', async () => {
    const turn = metrics.turn(ARM)
    send(turn, [{ event_type: 'response_id' }])
    await metrics.render()
    send(turn, [text('a')])
    await metrics.render()
    send(turn, [text('b')])
    expect(await counts('stream_events_emitted_total', 'event_type')).toEqual({ response_id: 1, text: 2 })
  })

  it('RT-11: after a turn, no label of any series names a turn, a user, a conversation or a session', async () => {
    const turn = metrics.turn(ARM)
    send(turn, FRAMES)
    turn.decided('searching_offers', 'batch', 'shop', 'shop')
    turn.unregistered('shop')
    turn.refused('shop')
    turn.late()
    turn.wrote(0.01)
    turn.ended()
    metrics.contextCall({ enricher_id: 'offers.search', outcome: 'ok', duration_ms: 3 })
    metrics.violation('attach')
    const all = readSeries(await metrics.render())
    const dimensions = ['vertical', 'sub_agent_id', 'dm_type', 'experiment_arm', 'agent_definition_version']
    const own = ['event_type', 'event_id', 'policy', 'type', 'code', 'trigger', 'where', 'enricher_id', 'outcome', 'le']
    const allowed = [...dimensions, ...own]
    const named = new Set(all.flatMap(({ labels }) => Object.keys(labels)))
    expect([...named].filter((label) => !allowed.includes(label))).toEqual([])
    const values = all.flatMap(({ labels }) => Object.values(labels))
    expect(values.filter((value) => /resp_|conv_|user|session|turn_/.test(value))).toEqual([])
  })
})
