import { cpSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'oxc-parser'
import { describe, expect, it } from 'vitest'
import { runCommand } from './run-command.ts'
import { linkPackages, PROJECT, tempTree } from './temp-tree.ts'

const LAUNCHER = join(PROJECT, 'bin/onevoice.mjs')
const SENTENCE =
  /^OneVoice needs Node 24 or newer, and this is Node v[\d.]+: use `npm start` or `npx onevoice`, which bring it\.\n$/

const launch = (...args: string[]) => runCommand(process.execPath, [LAUNCHER, ...args], { cwd: PROJECT })

/** As a user's shell has it: without what npm set and put before the path. */
function shellEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_'))
  const path = (process.env['PATH'] ?? '').split(':').filter((folder) => !folder.includes('node_modules'))
  return { ...Object.fromEntries(own), PATH: path.join(':') }
}

describe('the launcher', () => {
  it('says on an older Node what to do, in one sentence', async () => {
    // The version is all that it looks at, so any Node can play the older one.
    const old = `Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } }); Object.defineProperty(process, 'version', { value: 'v20.20.2' })`
    const root = tempTree({ 'old.cjs': old })
    const run = await runCommand(process.execPath, ['--require', join(root, 'old.cjs'), LAUNCHER, 'serve'], {
      cwd: root,
    })
    expect(run).toMatchObject({ code: 1, stdout: '' })
    expect(run.stderr).toMatch(SENTENCE)
    expect(run.stderr).toContain('v20.20.2')
  })

  it('is executable, and has nothing that an old Node can not read', () => {
    expect(statSync(LAUNCHER).mode & 0o111).toBe(0o111)
    const source = readFileSync(LAUNCHER, 'utf8')
    expect(parseSync('onevoice.mjs', source).errors).toEqual([])
    expect(source).not.toMatch(/\?\.|\?\?|=>|^\s*await /m)
  })

  it('answers with the exit code of its command', async () => {
    expect(await launch('--version')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    })
    expect(await launch('no-such-command')).toMatchObject({ code: 2 })
  })

  it('is what `npx onevoice` runs in a fresh clone, without a network, on the Node the project brings', async () => {
    const root = tempTree({ 'agents/.keep': '' })
    for (const path of ['package.json', '.npmrc', 'bin', 'src'])
      cpSync(join(PROJECT, path), join(root, path), { recursive: true })
    linkPackages(root)
    const env = { ...shellEnvironment(), npm_config_offline: 'true', npm_config_update_notifier: 'false' }
    const run = await runCommand('npx', ['onevoice', '--version'], { cwd: root, env })
    expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string })
  })
})
