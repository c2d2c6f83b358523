import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { describeMachine } from './machine.ts'
import { measureServers, type ServerPlan } from './measure-servers.ts'
import type { GraphTimes } from './micro/graph.ts'
import { inChild } from './micro/in-child.ts'
import type { PolicyTimes } from './micro/policy.ts'
import { LOAD_CORE, pinSelf } from './pin.ts'
import { measureReaders } from './readers.ts'
import { renderJson, renderMarkdown, renderTable, type Report } from './report.ts'
import { makeRows, type Measurements } from './rows.ts'
import { SERVER_NAMES } from './start-server.ts'
import { median } from './stats.ts'

/**
 *   floor, naive, OneVoice: a process and a core ◄──load, another core──► one measured run
 *   policy, graph, scan: a process each
 *                                                   └─► rows ─► table, docs/bench.md, docs/bench.json
 *
 * Exits 1 when a limit is missed, and when any turn was not whole.
 */
const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const { quick } = values

const plan: ServerPlan = quick
  ? {
      concurrency: 32,
      warm_up: { turns: 1_000, max_ms: 3_000 },
      busy: { rounds: 3, duration_ms: 700 },
      alone: { rounds: 2, duration_ms: 400 },
      slopes: { rounds: 2, duration_ms: 500 },
    }
  : {
      concurrency: 32,
      warm_up: { turns: 5_000, max_ms: 10_000 },
      busy: { rounds: 9, duration_ms: 1_100 },
      alone: { rounds: 3, duration_ms: 600 },
      slopes: { rounds: 3, duration_ms: 900 },
    }
const micro = quick ? { rounds: 3, round_ms: 200 } : { rounds: 7, round_ms: 400 }

const started = performance.now()
const tell = (what: string) => {
  if (process.stderr.isTTY)
    process.stderr.write(`\r\u001b[K${((performance.now() - started) / 1_000).toFixed(0)} s  ${what}`)
}

pinSelf(LOAD_CORE)
const here = (path: string) => new URL(path, import.meta.url)
tell('policy')
const policy = await inChild<PolicyTimes>(here('micro/policy.ts'), 'measurePolicy', micro)
tell('graph')
const graph = await inChild<GraphTimes>(here('micro/graph.ts'), 'measureGraph', { ...micro, concurrency: 32 })
tell('scan')
const scan = await inChild<Measurements['scan']>(here('scan.ts'), 'benchScan')
const servers = await measureServers(plan, tell)
const readers = await measureReaders(
  { healthy: 50, stalled: 200, rounds: quick ? 1 : 5, round_ms: quick ? 2_000 : 4_000 },
  tell,
)
tell('')

const report: Report = {
  machine: describeMachine(),
  quick,
  seconds: (performance.now() - started) / 1_000,
  core_share: Object.fromEntries(SERVER_NAMES.map((name) => [name, median(servers.busy[name].core_share)])),
  rows: makeRows({ servers, policy, graph, readers, scan }),
}
await writeFile(here('../docs/bench.md'), renderMarkdown(report))
await writeFile(here('../docs/bench.json'), renderJson(report))
console.log(`${renderTable(report.rows)}\n`)

const missed = report.rows.filter(({ pass }) => pass === false)
console.log(
  missed.length === 0
    ? `Every limit is held. Written to docs/bench.md and docs/bench.json (${report.seconds.toFixed(0)} s).`
    : `Missed: ${missed.map(({ id }) => id).join(', ')}. Written to docs/bench.md and docs/bench.json (${report.seconds.toFixed(0)} s).`,
)
process.exitCode = missed.length === 0 ? 0 : 1
