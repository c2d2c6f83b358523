import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'

/**
 *   conformance/requirements.yaml ─┐
 *   .reports/tests.json ───────────┼─► one row an id ─► table, exit code
 *   docs/bench.json ───────────────┘
 *
 * An id whose stage is reached needs a test that ran and passed, and none that failed.
 */
const BENCH_STAGE = 'bench'
const ID = /\b(?:FR|NFR|AC|R|SM|EV|RT|PS|OV)-\d+\b/g
const SHOWN = 2

const requirementsSchema = z
  .strictObject({
    stages: z.array(z.string()).min(1),
    stages_reached: z.array(z.string()),
    requirements: z.array(
      z.strictObject({ id: z.string().regex(/^[A-Z]+-\d+$/), since: z.string(), words: z.string().min(1) }),
    ),
  })
  .superRefine(({ stages, stages_reached, requirements }, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    for (const stage of [...stages_reached, ...requirements.map(({ since }) => since)])
      if (!stages.includes(stage)) refuse(`there is no stage ${stage}`)
    const ids = requirements.map(({ id }) => id)
    for (const id of ids.filter((one, at) => ids.indexOf(one) !== at)) refuse(`${id} is there twice`)
  })
export type Requirements = z.infer<typeof requirementsSchema>

const reportSchema = z.array(
  z.object({ name: z.string(), file: z.string(), state: z.enum(['passed', 'failed', 'skipped']) }),
)
export type TestReport = z.infer<typeof reportSchema>

const benchSchema = z.looseObject({
  rows: z.array(z.looseObject({ id: z.string(), ratio: z.number(), pass: z.boolean().nullish() })),
})
export type BenchRows = z.infer<typeof benchSchema>['rows']

export type Row = { id: string; since: string; words: string; shown: string; names: string[]; problem?: string }
export type Conformance = { rows: Row[]; problems: string[] }

export const parseRequirements = (text: string): Requirements => requirementsSchema.parse(parse(text))

export function judge(
  { stages_reached, requirements }: Requirements,
  tests: TestReport,
  bench: BenchRows | undefined,
): Conformance {
  const byId = groupById(tests)
  const known = new Set(requirements.map(({ id }) => id))
  const rows = requirements.map((requirement): Row => {
    const reached = stages_reached.includes(requirement.since)
    const row =
      requirement.since === BENCH_STAGE
        ? judgeBench(requirement.id, bench, reached)
        : judgeTests(requirement.id, byId.get(requirement.id) ?? [], reached)
    return { ...requirement, ...row }
  })
  const stray = [...byId].filter(([id]) => !known.has(id))
  return {
    rows,
    problems: [
      ...rows.flatMap(({ problem }) => problem ?? []),
      ...stray.map(([id, [test]]) => `${id} is no requirement, but a test names it: ${test?.file} > ${test?.name}`),
    ],
  }
}

function groupById(tests: TestReport): Map<string, TestReport> {
  const groups = new Map<string, TestReport>()
  for (const test of tests)
    for (const id of new Set(test.name.match(ID))) groups.set(id, [...(groups.get(id) ?? []), test])
  return groups
}

type Judgement = Pick<Row, 'shown' | 'names' | 'problem'>

function judgeTests(id: string, tests: TestReport, reached: boolean): Judgement {
  const passed = tests.filter(({ state }) => state === 'passed')
  const failed = tests.filter(({ state }) => state === 'failed')
  const row = { shown: String(passed.length), names: passed.slice(0, SHOWN).map(({ name }) => name) }
  if (failed.length > 0) return { ...row, problem: `${id}: ${failed.map(({ name }) => name).join('; ')} failed` }
  if (reached && passed.length === 0) return { ...row, problem: `${id}: no test that names it ran and passed` }
  return row
}

function judgeBench(id: string, bench: BenchRows | undefined, reached: boolean): Judgement {
  const own = (bench ?? []).filter((row) => row.id === id)
  const shown = own.length === 0 ? BENCH_STAGE : own.map(({ ratio }) => `${ratio.toPrecision(3)}×`).join(' ')
  const row = { shown, names: [] }
  if (own.some(({ pass }) => pass === false)) return { ...row, problem: `${id}: the benchmark missed its limit` }
  if (reached && own.length === 0) return { ...row, problem: `${id}: docs/bench.json has no row for it` }
  return row
}

export function formatTable(rows: readonly Row[]): string {
  const cells = [
    ['id', 'since', 'tests', 'what'],
    ...rows.map(({ id, since, shown, words }) => [id, since, shown, words]),
  ]
  const widths = [0, 1, 2, 3].map((column) => Math.max(...cells.map((line) => (line[column] as string).length)))
  const line = (values: string[]) => values.map((value, column) => value.padEnd(widths[column] as number)).join('  ')
  return [
    line(cells[0] as string[]).trimEnd(),
    ...rows.flatMap(({ names, problem }, at) => [
      `${line(cells[at + 1] as string[])}  ${problem === undefined ? '' : 'FAILED'}`.trimEnd(),
      ...names.map((name) => `    ${name.replaceAll('\n', ' ').slice(0, 110)}`),
    ]),
  ].join('\n')
}

const SOURCES = ['src/**', 'registry/**', 'agents/**', 'verticals/**', 'platform/**', 'test/**', 'package.json']

/** Why the report can't be used, or undefined. */
export function findStale(root: string, report: string): string | undefined {
  if (!existsSync(report)) return 'There is no report of a test run'
  const made = statSync(report).mtimeMs
  const newer = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).find((file) => {
    const stat = statSync(join(root, file))
    return stat.isFile() && stat.mtimeMs > made
  })
  return newer === undefined ? undefined : `${newer} has changed since the last test run`
}

function main(root: string): number {
  const at = (path: string) => join(root, path)
  const read = (path: string) => readFileSync(at(path), 'utf8')
  const stale = findStale(root, at('.reports/tests.json'))
  if (stale !== undefined) {
    process.stderr.write(`${stale}: run \`npm test\` first, all of it.\n`)
    return 1
  }
  const requirements = parseRequirements(read('conformance/requirements.yaml'))
  const tests = reportSchema.parse(JSON.parse(read('.reports/tests.json')))
  const bench = existsSync(at('docs/bench.json'))
    ? benchSchema.parse(JSON.parse(read('docs/bench.json'))).rows
    : undefined
  const { rows, problems } = judge(requirements, tests, bench)
  process.stdout.write(`${formatTable(rows)}\n\n`)
  const stages = requirements.stages_reached.join(', ')
  if (problems.length === 0) process.stdout.write(`Every requirement of ${stages} is shown.\n`)
  else
    process.stdout.write(
      `${problems.join('\n')}\n\n${problems.length === 1 ? 'One problem' : `${problems.length} problems`}. Stages reached: ${stages}.\n`,
    )
  return problems.length === 0 ? 0 : 1
}

if (import.meta.main) process.exitCode = main(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)))
