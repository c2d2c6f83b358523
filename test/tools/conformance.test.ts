import { readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findStale, formatTable, judge, parseRequirements, type TestReport } from '../../tools/conformance.ts'
import { runCommand } from './run-command.ts'
import { PROJECT, tempTree } from './temp-tree.ts'

const requirements = parseRequirements(`
stages: [core, later, bench]
stages_reached: [core]
requirements:
  - { id: FR-1, since: core, words: One }
  - { id: SM-2, since: core, words: Two }
  - { id: PS-3, since: later, words: Three }
  - { id: NFR-4, since: bench, words: Four }
`)
const test = (name: string, state: TestReport[number]['state'] = 'passed') => ({ name, file: 'a.test.ts', state })
const all = [test('FR-1: holds'), test('a suite > SM-2, FR-1: both hold')]

const list = (line: string) => `stages: [core]\nstages_reached: [core]\nrequirements:\n  - ${line}\n  - ${line}`

describe('conformance', () => {
  it('is reached when every id of the stages reached has a test that passed', () => {
    const { rows, problems } = judge(requirements, all, undefined)
    expect(problems).toEqual([])
    expect(rows.map(({ id, shown }) => [id, shown])).toEqual([
      ['FR-1', '2'],
      ['SM-2', '1'],
      ['PS-3', '0'],
      ['NFR-4', 'bench'],
    ])
    expect(formatTable(rows)).toContain('    a suite > SM-2, FR-1: both hold')
  })

  it.each([
    ['no test', [all[0]], 'SM-2: no test that names it ran and passed'],
    ['a test that did not run', [all[0], test('SM-2: x', 'skipped')], 'SM-2: no test that names it ran and passed'],
    ['a test that failed beside one that passed', [...all, test('SM-2: y', 'failed')], 'SM-2: SM-2: y failed'],
    ['a failed test of a later stage', [...all, test('PS-3: z', 'failed')], 'PS-3: PS-3: z failed'],
    ['an id that is part of another one', [all[0], test('XSM-2: x'), test('SM-20x: y')], 'SM-2: no test that names it'],
    ['an id that is no requirement', [...all, test('FR-99: z')], 'FR-99 is no requirement, but a test names it'],
  ])('is not reached with %s', (_, tests, problem) => {
    const { problems } = judge(requirements, tests as TestReport, undefined)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(problem)
  })

  it('takes the benchmark’s rows for the ids it shows', () => {
    const row = { id: 'NFR-4', ratio: 1.234 }
    expect(
      judge(requirements, all, [
        { ...row, pass: true },
        { ...row, ratio: 2 },
      ]).rows.at(-1)?.shown,
    ).toBe('1.23× 2.00×')
    expect(judge(requirements, all, [{ ...row, pass: null }]).problems).toEqual([])
    expect(judge(requirements, all, [{ ...row, pass: false }]).problems).toEqual([
      'NFR-4: the benchmark missed its limit',
    ])
    const reached = { ...requirements, stages_reached: ['core', 'bench'] }
    expect(judge(reached, all, []).problems).toEqual(['NFR-4: docs/bench.json has no row for it'])
  })

  it('refuses a list with an unknown stage or an id twice', () => {
    expect(() => parseRequirements(list('{ id: FR-1, since: core, words: x }'))).toThrow('FR-1 is there twice')
    expect(() => parseRequirements(list('{ id: FR-1, since: soon, words: x }'))).toThrow('there is no stage soon')
  })

  it('asks for a test run when there is none, or sources are newer', async () => {
    const root = tempTree({ 'src/a.ts': '', 'conformance/requirements.yaml': '' })
    const report = join(root, '.reports/tests.json')
    const run = await runCommand(process.execPath, [join(PROJECT, 'tools/conformance.ts'), root], { cwd: root })
    expect(run).toMatchObject({
      code: 1,
      stderr: 'There is no report of a test run: run `npm test` first, all of it.\n',
    })

    const tree = tempTree({ 'src/a.ts': '', '.reports/tests.json': '[]' })
    const at = (path: string, seconds: number) => utimesSync(join(tree, path), seconds, seconds)
    at('src/a.ts', 1_000)
    at('.reports/tests.json', 2_000)
    expect(findStale(tree, join(tree, '.reports/tests.json'))).toBeUndefined()
    at('src/a.ts', 3_000)
    expect(findStale(tree, join(tree, '.reports/tests.json'))).toBe('src/a.ts has changed since the last test run')
    expect(findStale(root, report)).toBe('There is no report of a test run')
  })

  it('has a list of the project’s own that can be read', () => {
    const own = parseRequirements(readFileSync(join(PROJECT, 'conformance/requirements.yaml'), 'utf8'))
    expect(own.stages_reached).toContain('core')
    const families = Object.groupBy(own.requirements, ({ id }) => id.replace(/-\d+$/, ''))
    const counts = Object.fromEntries(Object.entries(families).map(([name, ids]) => [name, ids?.length]))
    expect(counts).toEqual({ FR: 17, NFR: 7, AC: 12, R: 5, SM: 5, EV: 3, RT: 12, PS: 6, OV: 8 })
  })
})
