import { describe, expect, it } from 'vitest'
import { runChecks, type Step } from '../../tools/check.ts'
import { checkDependencies } from '../../tools/dependencies.ts'
import { PROJECT } from './temp-tree.ts'

const step = (name: string, script: string): Step => ({ name, command: [process.execPath, '-e', script] })

async function checked(...steps: Step[]): Promise<{ ok: boolean; lines: string[] }> {
  let output = ''
  const ok = await runChecks(steps, { cwd: PROJECT, write: (text) => (output += text) })
  return { ok, lines: output.split('\n') }
}

describe('the checks', () => {
  it('run all, tell each in a line, and then all that failed', async () => {
    const { ok, lines } = await checked(
      step('first', `console.log('it is one'); process.exitCode = 1`),
      step('second', `console.log('not shown')`),
      step('third', `console.error('it is three'); process.exit(3)`),
    )
    expect(ok).toBe(false)
    const heads = lines.slice(0, 3).map((line) => line.split(/ {2,}/).slice(0, 2).join(' '))
    expect(heads.sort()).toEqual(['FAILED first', 'FAILED third', 'ok second'])
    expect(lines).toContain('it is one')
    expect(lines).toContain('it is three')
    expect(lines).not.toContain('not shown')
    expect(lines.at(-2)).toBe('2 of 3 checks failed.')
  })

  it('pass when all do', async () => {
    expect(await checked(step('one', ''))).toMatchObject({ ok: true })
  })

  it('fail when a command is not to be had', async () => {
    const { ok, lines } = await checked({ name: 'gone', command: ['/no/such/command'] })
    expect(ok).toBe(false)
    expect(lines.join()).toContain('ENOENT')
  })
})

describe('the page of dependencies', () => {
  const manifest = { dependencies: { a: '1' }, devDependencies: { '@b/c': '1' } }
  it.each([
    ['complete', '| `a` | x | y |\n| `@b/c`   | x | y |', []],
    ['one is missing', '| `a` | x | y |', ['@b/c has no line']],
    ['one is gone', '| `a` | x | y |\n| `@b/c` | x | y |\n| `d` | x | y |', ['d is not a dependency any more']],
    ['one is twice', '| `a` | x | y |\n| `a` | x | y |\n| `@b/c` | x | y |', ['a has two lines']],
    ['one says nothing', '| `a` | x |  |\n| `@b/c` | x | y |', ['a does not say what for, or why this one']],
  ])('%s', (_, page, problems) => {
    expect(checkDependencies(manifest, page)).toEqual(problems)
  })
})
