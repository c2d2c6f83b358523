import { median } from '../stats.ts'

/** Several things to be timed against each other: each in turn, round after round, so that noise hits all alike. */
export interface TimeOptions {
  rounds: number
  /** One thing's share of a round. */
  round_ms: number
}

export type Timed<Name extends string> = Record<Name, number>

/** Nanoseconds of one call, by name. */
export function timeCalls<Name extends string>(
  calls: Record<Name, (index: number) => unknown>,
  { rounds, round_ms }: TimeOptions,
): Timed<Name> {
  const names = Object.keys(calls) as Name[]
  const samples = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = -1; round < rounds; round++)
    for (const name of names) {
      const ns = timeOne(calls[name], round_ms)
      // The round before the first warms up.
      if (round >= 0) samples.get(name)?.push(ns)
    }
  return Object.fromEntries(names.map((name) => [name, median(samples.get(name) ?? [])])) as Timed<Name>
}

const BATCH = 1_000

function timeOne(call: (index: number) => unknown, ms: number): number {
  let count = 0
  // Read behind the loop, so that no call can be left out.
  let last: unknown
  const started = performance.now()
  let elapsed = 0
  while (elapsed < ms) {
    for (let index = 0; index < BATCH; index++) last = call(index)
    count += BATCH
    elapsed = performance.now() - started
  }
  sink = last
  return (elapsed * 1e6) / count
}

export let sink: unknown

/** Microseconds of CPU that one run takes, with `concurrency` runs at once, by name. */
export async function timeRuns<Name extends string>(
  runs: Record<Name, () => Promise<unknown>>,
  { rounds, round_ms, concurrency }: TimeOptions & { concurrency: number },
): Promise<Timed<Name>> {
  const names = Object.keys(runs) as Name[]
  const samples = new Map<Name, number[]>(names.map((name) => [name, []]))
  for (let round = -1; round < rounds; round++)
    for (const name of names) {
      const us = await timeRunsOf(runs[name], round_ms, concurrency)
      if (round >= 0) samples.get(name)?.push(us)
    }
  return Object.fromEntries(names.map((name) => [name, median(samples.get(name) ?? [])])) as Timed<Name>
}

async function timeRunsOf(run: () => Promise<unknown>, ms: number, concurrency: number): Promise<number> {
  let count = 0
  const until = performance.now() + ms
  const before = process.cpuUsage()
  const loop = async () => {
    while (performance.now() < until) {
      await run()
      count += 1
    }
  }
  await Promise.all(Array.from({ length: concurrency }, loop))
  const { user, system } = process.cpuUsage(before)
  return (user + system) / count
}
