import { describe, expect, it } from 'vitest'
import type { ByServer, Series } from '../../bench/measure-servers.ts'
import { figure, formatLimit, renderJson, renderMarkdown, renderTable, type Report } from '../../bench/report.ts'
import { holds, makeRows, type Measurements } from '../../bench/rows.ts'

const series = (turns_per_s: number[], cpu_us: number, first_ms: number): Series => ({
  turns_per_s,
  frames_per_s: turns_per_s.map((turns) => turns * 29),
  cpu_us_per_turn: turns_per_s.map(() => cpu_us),
  first_frame_p50_ms: turns_per_s.map(() => first_ms),
  first_frame_p99_ms: turns_per_s.map(() => first_ms * 4),
  core_share: turns_per_s.map(() => 1),
})

const same = (cpu: { floor: number; naive: number; onevoice: number }): ByServer<Series> => ({
  floor: series([1], cpu.floor, 1),
  naive: series([1], cpu.naive, 1),
  onevoice: series([1], cpu.onevoice, 1),
})

const measurements = (more: { onevoice?: number[]; scan?: number; added_mib?: number } = {}): Measurements => ({
  servers: {
    busy: {
      floor: series([4_000, 4_000, 4_000], 200, 1),
      naive: series([500, 100, 500], 2_000, 5),
      onevoice: series(more.onevoice ?? [700, 140, 700], 1_400, 1.4),
    },
    alone: same({ floor: 300, naive: 2_000, onevoice: 1_500 }),
    short: same({ floor: 100, naive: 1_800, onevoice: 1_200 }),
    more_chunks: same({ floor: 1_500, naive: 6_000, onevoice: 5_200 }),
    more_events: same({ floor: 300, naive: 2_800, onevoice: 1_600 }),
  },
  policy: { floor_ns: 7, frame_ns: 21, status_ns: 60, batch_ns: 1_000 },
  graph: { bare_us: 1_000, orchestrator_us: 1_300, model_us: 40 },
  readers: { alone_us: 1_000, beside_us: 1_200, ratio: 1.2, added_mib: more.added_mib ?? 20 },
  scan: { parse_ms: 100, scan_ms: 100 * (more.scan ?? 2), ratio: more.scan ?? 2, files: 1_000 },
})

const reportOf = (given = measurements()): Report => ({
  machine: {
    date: '2026-01-02',
    cpu: 'Some CPU',
    cores: 2,
    pinned: true,
    platform: 'linux 6 x64',
    node: '24.0.0',
    packages: { express: '5.3.0' },
  },
  quick: false,
  seconds: 99,
  core_share: { floor: 1, naive: 0.98, onevoice: 0.97 },
  rows: makeRows(given),
})

const rowOf = (id: string, given?: Measurements) => reportOf(given).rows.find((row) => row.id === id)

describe('the rows of the report', () => {
  it('RT-3: readers that do not read are held to a delay and to a memory', () => {
    expect(rowOf('slow_readers_delay')).toMatchObject({ pass: true, ratio: 1.2 })
    expect(rowOf('slow_readers_memory')).toMatchObject({ pass: true, value: 20 })
    expect(rowOf('slow_readers_memory', measurements({ added_mib: 65 }))).toMatchObject({ pass: false })
  })

  it('NFR-1, NFR-2, NFR-4: each has a row with a limit', () => {
    for (const id of ['NFR-1', 'NFR-2', 'NFR-4']) expect(rowOf(id)).toMatchObject({ pass: true })
  })

  it('have ids that occur once', () => {
    const ids = reportOf().rows.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('compare within each round, so that a round of noise does not count', () => {
    expect(rowOf('turns_per_second')).toMatchObject({ value: 700, floor: 500, ratio: 1.4, pass: true })
    expect(rowOf('turns_per_second', measurements({ onevoice: [700, 10, 700] }))).toMatchObject({ ratio: 1.4 })
  })

  it('take a frame’s cost from the slope between short and long turns', () => {
    expect(rowOf('NFR-2')).toMatchObject({ value: 2, floor: 5, ratio: 0.4 })
    expect(rowOf('chunk_to_socket')).toMatchObject({ value: 20, floor: 21 })
  })

  it.each([
    ['turns_per_second', measurements({ onevoice: [600, 120, 600] })],
    ['scan', measurements({ scan: 3.2 })],
  ])('say when %s misses its limit', (id, given) => {
    expect(rowOf(id, given)).toMatchObject({ pass: false })
    expect(rowOf(id)).toMatchObject({ pass: true })
  })

  it('hold a limit that is just met', () => {
    expect(holds(1.5, { at_most: 1.5 })).toBe(true)
    expect(holds(1.51, { at_most: 1.5 })).toBe(false)
    expect(holds(1.3, { at_least: 1.3 })).toBe(true)
    expect(holds(1.29, { at_least: 1.3 })).toBe(false)
    expect([formatLimit({ at_most: 2 }), formatLimit({ at_least: 1.3 })]).toEqual(['≤ 2×', '≥ 1.3×'])
  })
})

describe('the report', () => {
  it('is a table with one line a row', () => {
    const [head, rule, ...lines] = renderTable(reportOf().rows).split('\n')
    expect(head).toMatch(/^id +what +OneVoice +against +ratio +limit$/)
    expect(rule).toMatch(/^─/)
    expect(lines).toHaveLength(reportOf().rows.length)
    expect(lines[0]).toMatch(
      /^turns_per_second +turns a second, 32 turns at once +700\/s +naive 500\/s +1\.40× +≥ 1\.3× +ok$/,
    )
  })

  it('marks what missed', () => {
    expect(renderTable(reportOf(measurements({ scan: 4 })).rows)).toMatch(/^scan .*MISSED$/m)
  })

  it('is Markdown that names the machine, the versions and how to read it', () => {
    const text = renderMarkdown(reportOf())
    expect(text).toContain('2026-01-02, Some CPU, 2 cores, linux 6 x64, Node 24.0.0; express 5.3.0; 99 s.')
    expect(text).toContain(
      '| NFR-1 | time to first frame, p50, 32 turns at once | 1.40 ms | floor 1.00 ms | 1.40× | ≤ 1.5× | ok |',
    )
    expect(text).toContain('## How to read it')
  })

  it('is JSON of the same rows', () => {
    expect(JSON.parse(renderJson(reportOf()))).toEqual(reportOf())
  })

  it('has figures of three digits', () => {
    expect([figure(1234.5), figure(0.12345, 'ms'), figure(12.345, 'µs'), figure(470, '/s')]).toEqual([
      '1235',
      '0.123 ms',
      '12.3 µs',
      '470/s',
    ])
  })
})
