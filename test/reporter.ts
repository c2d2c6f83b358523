import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Reporter, SerializedError, TestModule, Vitest } from 'vitest/node'

/** One test of `.reports/tests.json`, which `npm run conformance` reads. */
export type ReportedTest = { name: string; file: string; state: 'passed' | 'failed' | 'skipped' }

export const REPORT = '.reports/tests.json'

/**
 * Ends the run with `N passed, N failed`, and writes down every test. What did not run is named and counts as failed:
 * nothing is skipped silently. A part of the tests (a path, -t) leaves the report as it was.
 */
export default class CountingReporter implements Reporter {
  #vitest: Vitest | undefined
  #started = new Date()

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunStart(): void {
    this.#started = new Date()
  }

  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Promise<void> {
    const vitest = this.#vitest as Vitest
    const tests = listTests(modules, unhandled)
    const named = vitest.config.testNamePattern !== undefined
    const whole = !named && modules.length === (await vitest.globTestSpecifications()).length
    const ran = named ? tests.filter(({ state }) => state !== 'skipped') : tests
    const skipped = ran.filter(({ state }) => state === 'skipped')
    const passed = ran.filter(({ state }) => state === 'passed').length

    if (whole) writeReport(join(vitest.config.root, REPORT), tests, this.#started)
    else write(`A part of the tests: ${REPORT} stays as it was.`)
    for (const { name, file } of skipped) write(`skipped, which counts as failed: ${file} > ${name}`)
    if (skipped.length > 0) process.exitCode = 1
    write(`${passed} passed, ${ran.length - passed} failed`)
  }
}

function listTests(modules: readonly TestModule[], unhandled: readonly SerializedError[]): ReportedTest[] {
  const tests = modules.flatMap((module): ReportedTest[] => {
    const file = module.relativeModuleId
    const own = Array.from(module.children.allTests(), (test): ReportedTest => {
      const { state } = test.result()
      return { name: test.fullName, file, state: state === 'pending' ? 'failed' : state }
    })
    // A file that does not load, or whose set-up throws, has failed, whatever its tests say.
    const broken = module.state() === 'failed' && own.every(({ state }) => state !== 'failed')
    return broken ? [...own, { name: 'the file itself', file, state: 'failed' }] : own
  })
  const stray = unhandled.map(({ message }): ReportedTest => ({
    name: `unhandled: ${message}`,
    file: '',
    state: 'failed',
  }))
  return [...tests, ...stray]
}

const write = (line: string): boolean => process.stdout.write(`${line}\n`)

/** Dated by the start of its run: what changed while it ran was not tested. */
function writeReport(path: string, tests: readonly ReportedTest[], started: Date): void {
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, `${JSON.stringify(tests, null, 1)}\n`)
  utimesSync(path, started, started)
}
