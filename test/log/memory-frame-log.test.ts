import { expect, it } from 'vitest'
import { createMemoryFrameLog } from '../../src/log/index.ts'
import { weighFrame } from '../../src/log/weigh-frame.ts'
import { frameLogSuite } from '../suites/frame-log.ts'
import { stamp, text, wholeTurn } from './stamp.ts'

frameLogSuite('in memory', createMemoryFrameLog)

it('RT-3: a reader that lags far behind gets the log in bounded groups', async () => {
  const log = createMemoryFrameLog({ max_group_bytes: 10_000 })
  log.open('resp_1')
  const entries = wholeTurn(Array.from({ length: 40 }, () => text('x'.repeat(2_000))))
  for (const entry of entries) log.append('resp_1', entry)
  const groups: number[] = []
  for await (const group of log.tail('resp_1', 0, new AbortController().signal)) groups.push(group.length)
  expect(Math.max(...groups)).toBeLessThanOrEqual(6)
  expect(groups.reduce((sum, length) => sum + length)).toBe(entries.length)
})

it('RT-3: a group is at most 64 KB unless it is one frame: what a stalled reader holds', async () => {
  const log = createMemoryFrameLog()
  log.open('resp_1')
  for (const entry of wholeTurn(Array.from({ length: 200 }, () => text('x'.repeat(1_000))))) log.append('resp_1', entry)
  for await (const group of log.tail('resp_1', 0, new AbortController().signal))
    expect(group.reduce((sum, { frame }) => sum + weighFrame(frame), 0)).toBeLessThanOrEqual(64 * 1024)
})

it('a frame larger than a group is a group of its own', async () => {
  const log = createMemoryFrameLog({ max_group_bytes: 1_000 })
  log.open('resp_1')
  for (const entry of wholeTurn([text('x'.repeat(5_000))])) log.append('resp_1', entry)
  const groups: number[] = []
  for await (const group of log.tail('resp_1', 0, new AbortController().signal)) groups.push(group.length)
  expect(groups).toEqual([2, 1, 1])
})

it('what closes something may pass the bound only as much again', () => {
  const log = createMemoryFrameLog({ max_frames: 3 })
  log.open('resp_1')
  const tool_call = { id: 'call_1', name: 'find', type: 'ccs' } as const
  const close = (seq: number) => log.append('resp_1', stamp(seq, { event_type: 'tool_completed', tool_call }))
  for (let seq = 1; seq <= 6; seq++) close(seq)
  expect(() => close(7)).toThrow(/3 frames/)
  log.append('resp_1', stamp(7, { event_type: 'completed' }))
})

it('a frame weighs at least what its own strings do', () => {
  const items = [{ id: 'o1', title: 'y'.repeat(1_000), tags: ['z'.repeat(500)] }]
  const loaded = stamp(1, {
    event_type: 'data_loaded',
    data: { id: 'd1', type: 'offer_list', key: { ids: [{ id: 'o1' }] }, items },
  })
  expect(weighFrame(loaded.frame)).toBeGreaterThan(1_500)
  expect(weighFrame(stamp(1, text('x'.repeat(1_000))).frame)).toBeGreaterThan(1_000)
})
