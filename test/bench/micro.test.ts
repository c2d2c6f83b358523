import { describe, expect, it } from 'vitest'
import { measureGraph, type GraphTimes } from '../../bench/micro/graph.ts'
import { inChild } from '../../bench/micro/in-child.ts'
import { measurePolicy } from '../../bench/micro/policy.ts'
import { timeCalls, timeRuns } from '../../bench/micro/time.ts'
import { median, quantile } from '../../bench/stats.ts'

const tiny = { rounds: 1, round_ms: 5 }

describe('the small measurements', () => {
  it('time every call they are given', () => {
    const called = { one: 0, two: 0 }
    const times = timeCalls({ one: () => (called.one += 1), two: () => (called.two += 1) }, tiny)
    expect(Object.keys(times)).toEqual(['one', 'two'])
    expect(Math.min(times.one, times.two)).toBeGreaterThan(0)
    expect(Math.min(called.one, called.two)).toBeGreaterThan(0)
  })

  it('run as many at once as asked', async () => {
    let running = 0
    let most = 0
    const run = async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
    }
    await timeRuns({ run }, { ...tiny, concurrency: 7 })
    expect(most).toBe(7)
  })

  it('measure one policy decision of each kind', async () => {
    const times = await measurePolicy(tiny)
    expect(Object.values(times).every((ns) => Number.isFinite(ns) && ns > 0)).toBe(true)
  })

  it('measure the orchestrator against a bare fan-out, in a process of their own', async () => {
    const module = new URL('../../bench/micro/graph.ts', import.meta.url)
    const times = await inChild<GraphTimes>(module, measureGraph.name, { ...tiny, concurrency: 2 })
    expect(Object.values(times).every((us) => us > 0)).toBe(true)
  })

  it('tell a measurement that failed', async () => {
    const module = new URL('../../bench/stats.ts', import.meta.url)
    await expect(inChild(module, 'absent')).rejects.toThrow(/absent could not be measured:.*exports no absent/s)
  })
})

describe('medians and quantiles', () => {
  it('are those of the sorted values', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
    expect(quantile([5, 1, 4, 2, 3], 0.99)).toBe(5)
    expect(quantile([5, 1, 4, 2, 3], 0.5)).toBe(3)
  })

  it('of nothing are an error', () => {
    expect(() => median([])).toThrow(RangeError)
    expect(() => quantile([], 0.5)).toThrow(RangeError)
  })
})
