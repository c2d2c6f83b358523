import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommand } from './run-command.ts'
import { linkPackages, PROJECT, tempTree } from './temp-tree.ts'

const CONFIG = `import { defineConfig } from 'vitest/config'
export default defineConfig({ test: { reporters: ['default', ${JSON.stringify(join(PROJECT, 'test/reporter.ts'))}] } })`
const test = (body: string) => `import { expect, it } from 'vitest'\n${body}`

async function runTests(files: Readonly<Record<string, string>>, ...args: string[]) {
  const root = tempTree({ 'vitest.config.ts': CONFIG, 'package.json': '{"type":"module"}', ...files })
  linkPackages(root)
  const vitest = join(PROJECT, 'node_modules/vitest/vitest.mjs')
  const run = await runCommand(process.execPath, [vitest, 'run', ...args], {
    cwd: root,
    env: { PATH: process.env.PATH },
  })
  const path = join(root, '.reports/tests.json')
  const report: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
  return { code: run.code, report, stdout: run.stdout, last: run.stdout.trimEnd().split('\n').at(-1) }
}

describe('the reporter', () => {
  it('ends with the counts alone on the last line, and writes every test down', async () => {
    const { code, last, report } = await runTests({
      'a.test.ts': test(`it('FR-1: holds', () => {}); it('breaks', () => expect(1).toBe(2))`),
      'b.test.ts': test(`it.each([1, 2])('case %i', () => {})`),
    })
    expect({ code, last }).toEqual({ code: 1, last: '3 passed, 1 failed' })
    expect(report).toEqual(
      expect.arrayContaining([
        { name: 'FR-1: holds', file: 'a.test.ts', state: 'passed' },
        { name: 'breaks', file: 'a.test.ts', state: 'failed' },
        { name: 'case 2', file: 'b.test.ts', state: 'passed' },
      ]),
    )
  })

  it('counts as failed what did not run: skipped tests, files that do not load, errors outside of tests', async () => {
    const skipped = await runTests({ 'a.test.ts': test(`it('runs', () => {}); it.skip('waits', () => {})`) })
    expect(skipped).toMatchObject({ code: 1, last: '1 passed, 1 failed' })
    expect(skipped.stdout).toContain('skipped, which counts as failed: a.test.ts > waits')

    const broken = await runTests({ 'a.test.ts': test(`it('runs', () => {})`), 'b.test.ts': `throw new Error('no')` })
    expect(broken).toMatchObject({ code: 1, last: '1 passed, 1 failed' })

    const stray = await runTests({
      'a.test.ts': test(
        `it('runs', async () => { void Promise.reject(new Error('stray')); await new Promise(setImmediate) })`,
      ),
    })
    expect(stray).toMatchObject({ code: 1, last: '1 passed, 1 failed' })
  })

  it('keeps the report of the whole when only a part is run', async () => {
    const files = {
      'a.test.ts': test(`it('one', () => {}); it('two', () => {})`),
      'b.test.ts': test(`it('three', () => {})`),
    }
    expect(await runTests(files, 'b.test')).toMatchObject({ code: 0, last: '1 passed, 0 failed', report: undefined })
    expect(await runTests(files, '-t', 'two')).toMatchObject({ code: 0, last: '1 passed, 0 failed', report: undefined })
  })
})
