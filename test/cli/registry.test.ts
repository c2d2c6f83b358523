import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { UsageError, type Command, type Io } from '../../src/cli/command.ts'
import { registryCommand } from '../../src/cli/registry.ts'
import { scanCommand } from '../../src/cli/scan.ts'
import { emissionSchema, problemSchema, registryEntrySchema } from '../../src/contract/index.ts'
import { FIXTURES, makeRoot } from '../registry/make-root.ts'

const SOUND = path.join(FIXTURES, 'sound')
const BROKEN = path.join(FIXTURES, 'broken')

/** Runs a command in this process: its exit code and what it wrote. */
async function run(
  command: Command,
  args: string[],
  root: string | undefined,
  terminal: Partial<Io['stdout']> = {},
  env = {},
) {
  let stdout = ''
  let stderr = ''
  const io: Io = {
    env: { ...(root === undefined ? {} : { ONEVOICE_ROOT: root }), ...env },
    cwd: FIXTURES,
    stdout: { ...terminal, write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
    signal: new AbortController().signal,
  }
  const code = await command.run(args, io)
  return { code, stdout, stderr }
}

/** A copy of the sound root that a test may write to. */
function copyOfSound(): string {
  const root = makeRoot({})
  cpSync(SOUND, root, { recursive: true })
  return root
}

describe('onevoice registry check', () => {
  it('OV-2: prints every problem with its place, code and remedy, a summary, and exits 1', async () => {
    const { code, stdout } = await run(registryCommand, ['check'], BROKEN)
    expect(code).toBe(1)
    expect(stdout).toContain(
      'verticals/shop/status_events.yaml:11:23  missing_render_key  comparing_prices: the render key status.comparing_prices has no words in English\n' +
        '    Add status.comparing_prices to verticals/shop/locales/en.yaml.\n',
    )
    expect(stdout.match(/^\S+:\d+:\d+ {2}\w+ {2}/gm)).toHaveLength(5)
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^5 problems: 2 ids, 3 emissions, \d+ warnings? in .*broken$/)
  })

  it('exits 0 for a sound root, with the locales’ completeness', async () => {
    const { code, stdout, stderr } = await run(registryCommand, ['check'], SOUND)
    expect(code).toBe(0)
    expect(stderr).toBe('')
    expect(stdout).toBe(
      [
        'language  words  missing',
        'en        3/3    –',
        'es        1/3    status.looking_up_points_balance, status.thinking_it_over',
        '',
        `ok: 4 ids, 2 emissions, 0 warnings in ${SOUND}`,
        '',
      ].join('\n'),
    )
  })

  it('marks warnings as such, and does not refuse for them', async () => {
    const root = makeRoot({ 'verticals/toys/notes.md': '' })
    const { code, stdout } = await run(registryCommand, ['check'], root)
    expect(code).toBe(0)
    expect(stdout).toContain('warning  verticals/toys/status_events.yaml:1:1  invalid_fragment  verticals/toys has no')
  })

  it('--json prints one document with entries, problems and warnings', async () => {
    const shape = z.strictObject({
      entries: z.array(registryEntrySchema.strict()),
      problems: z.array(problemSchema.strict()),
      warnings: z.array(problemSchema.strict()),
    })
    const broken = await run(registryCommand, ['check', '--json'], BROKEN)
    const told = shape.parse(JSON.parse(broken.stdout))
    expect(broken.code).toBe(1)
    expect(told.problems).toHaveLength(5)
    expect(Object.keys(told.problems[0]!)).toEqual(
      expect.arrayContaining(['code', 'file', 'line', 'column', 'message', 'remedy']),
    )
    const sound = await run(registryCommand, ['check', '--json'], SOUND)
    expect(sound.code).toBe(0)
    expect(shape.parse(JSON.parse(sound.stdout)).entries).toHaveLength(4)
  })

  it('colours its words on a terminal only, and not against NO_COLOR', async () => {
    const escape = '\u001B['
    expect((await run(registryCommand, ['check'], SOUND)).stdout).not.toContain(escape)
    expect((await run(registryCommand, ['check'], SOUND, { isTTY: true })).stdout).toContain(escape)
    expect((await run(registryCommand, ['check'], SOUND, { isTTY: true }, { NO_COLOR: '1' })).stdout).not.toContain(
      escape,
    )
  })
})

describe('onevoice scan', () => {
  it('lists the emissions, then the problems, and exits as registry check does', async () => {
    const broken = await run(scanCommand, [], BROKEN)
    expect(broken.code).toBe(1)
    expect(broken.stdout).toMatch(/^sub-agent +id +verdict +place\n/)
    expect(broken.stdout).toMatch(/^shop +serching_offers +unregistered +agents\/shop\/index\.ts:10:18$/m)
    expect(broken.stdout).toContain('duplicate_id')
    expect(broken.stdout).toMatch(/^5 problems: 3 emissions of 2 sub-agents/m)
    expect((await run(scanCommand, [], SOUND)).code).toBe(0)
  })

  it('--json prints one document with emissions, problems and warnings', async () => {
    const shape = z.strictObject({
      emissions: z.array(emissionSchema.strict()),
      problems: z.array(problemSchema.strict()),
      warnings: z.array(problemSchema.strict()),
    })
    const { code, stdout } = await run(scanCommand, ['--json'], BROKEN)
    expect(code).toBe(1)
    const { emissions, problems } = shape.parse(JSON.parse(stdout))
    expect(emissions.map(({ sub_agent, id, verdict }) => [sub_agent, id, verdict])).toEqual([
      ['rewards', 'looking_up_points_balance', 'ok'],
      ['rewards', 'searching_offers', 'ok'],
      ['shop', 'serching_offers', 'unregistered'],
    ])
    expect(problems).toEqual(JSON.parse((await run(registryCommand, ['check', '--json'], BROKEN)).stdout).problems)
  })
})

describe('onevoice registry list', () => {
  it('prints an aligned table', async () => {
    const { code, stdout } = await run(registryCommand, ['list'], SOUND)
    expect(code).toBe(0)
    expect(stdout).toBe(
      [
        'id                         vertical  policy     emitters       lifecycle   languages  place',
        'comparing_prices           shop      transform  shop           deprecated  en         verticals/shop/status_events.yaml:7:7',
        'looking_up_points_balance  rewards   batch      rewards, shop  active      en         verticals/rewards/status_events.yaml:1:7',
        'searching_offers           shop      batch      shop           active      en, es     verticals/shop/status_events.yaml:1:7',
        'thinking_it_over           platform  transform  orchestrator   active      en         platform/status_events.yaml:1:7',
        '',
      ].join('\n'),
    )
  })

  it('says so when there is nothing, and where there are problems', async () => {
    expect((await run(registryCommand, ['list'], makeRoot({}))).stdout).toBe('No status events are registered.\n')
    const broken = await run(registryCommand, ['list'], BROKEN)
    expect(broken.code).toBe(1)
    expect(broken.stdout).toContain('searching_offers')
    expect(broken.stderr).toBe('4 problems in the registry: see onevoice registry check\n')
  })

  it('--json prints the entries', async () => {
    const { stdout } = await run(registryCommand, ['list', '--json'], SOUND)
    expect(z.array(registryEntrySchema).parse(JSON.parse(stdout).entries)).toHaveLength(4)
  })
})

describe.each([
  ['types', 'onevoice-status-events.d.ts', 'searching_offers: "shop"'],
  ['docs', 'docs/registry.md', '| `searching_offers` |'],
])('onevoice registry %s', (name, file, says) => {
  it('writes its file, once', async () => {
    const root = copyOfSound()
    const first = await run(registryCommand, [name], root)
    expect(first).toEqual({ code: 0, stdout: `${file} written\n`, stderr: '' })
    expect(readFileSync(path.join(root, file), 'utf8')).toContain(says)
    expect((await run(registryCommand, [name], root)).stdout).toBe(`${file} is up to date\n`)
  })

  it('--check fails on drift, and writes nothing', async () => {
    const root = copyOfSound()
    const check = () => run(registryCommand, [name, '--check'], root)
    const drifted = { code: 1, stdout: '', stderr: `${file} is not up to date: run onevoice registry ${name}\n` }
    expect(await check()).toEqual(drifted)
    await run(registryCommand, [name], root)
    expect(await check()).toEqual({ code: 0, stdout: `${file} is up to date\n`, stderr: '' })
    const fragment = path.join(root, 'verticals/shop/status_events.yaml')
    writeFileSync(fragment, readFileSync(fragment, 'utf8').replace('id: searching_offers', 'id: seeking_offers'))
    expect(await check()).toEqual(drifted)
    expect(readFileSync(path.join(root, file), 'utf8')).toContain(says)
  })

  it('makes nothing out of a registry with problems', async () => {
    const { code, stderr } = await run(registryCommand, [name], BROKEN)
    expect(code).toBe(1)
    expect(stderr).toContain('duplicate_id')
  })
})

describe('what is shipped', () => {
  it('is sound, and its generated types and docs have not drifted', async () => {
    for (const args of [['check'], ['types', '--check'], ['docs', '--check']])
      expect(await run(registryCommand, args, undefined)).toMatchObject({ code: 0, stderr: '' })
  })
})

describe('the words of a call', () => {
  it.each<[string, Command, string[], string]>([
    ['no subcommand', registryCommand, [], 'check, list, types or docs'],
    ['an unknown subcommand', registryCommand, ['chekc'], 'there is no registry chekc'],
    ['an inherited name', registryCommand, ['constructor'], 'there is no registry constructor'],
    ['an unknown option', registryCommand, ['check', '--jsno'], '--jsno'],
    ['an option of another subcommand', registryCommand, ['check', '--check'], '--check'],
    ['a word too many', registryCommand, ['types', 'all'], 'all'],
    ['an unknown option of scan', scanCommand, ['--all'], '--all'],
  ])('%s is a usage error that names it', async (_what, command, args, says) => {
    const call = run(command, args, SOUND)
    await expect(call).rejects.toThrow(UsageError)
    await expect(call).rejects.toThrow(says)
  })

  it('ONEVOICE_ROOT is taken from the current folder; empty, it is not set', async () => {
    expect((await run(registryCommand, ['check'], 'sound')).stdout).toContain(`in ${SOUND}\n`)
    expect((await run(registryCommand, ['check'], '')).stdout).toContain('in the project\n')
  })
})
