import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { scanAgents } from '../../../registry/scan/index.ts'
import { createEvaluator } from '../../../registry/scan/evaluate/evaluate.ts'
import { createModuleGraph } from '../../../registry/scan/source/module-graph.ts'
import type { SourceFile } from '../../../registry/scan/source/source-file.ts'
import { DEFINITION, ENTRIES, entry, inRoot, scanFiles, shopWith } from './scan-root.ts'

const EMITS = `import { emitStatus } from '#kit'\nemitStatus('searching_offers')\n`

/** How emit.ts names a module, and where that module stands. */
const FOLLOWED: readonly (readonly [string, string, string])[] = [
  ['an import', `import './a.ts'`, 'a.ts'],
  ['an import of a name', `import { a } from './a.ts'`, 'a.ts'],
  ['an import of a name and a type', `import { a, type B } from './a.ts'`, 'a.ts'],
  ['an import of an inline type, which still loads the module', `import { type B } from './a.ts'`, 'a.ts'],
  ['an export from', `export { a } from './a.ts'`, 'a.ts'],
  ['an export of everything', `export * from './a.ts'`, 'a.ts'],
  ['an export of a namespace', `export * as a from './a.ts'`, 'a.ts'],
  ['a dynamic import', `export const f = () => import('./a.ts')`, 'a.ts'],
  ['a dynamic import of a template', 'export const f = () => import(`./a.ts`)', 'a.ts'],
  ['a dynamic import among comments and parentheses', `export const f = () => import( /* late */ ('./a.ts') )`, 'a.ts'],
  ['a .js that is a .ts', `import './a.js'`, 'a.ts'],
  ['a .mjs that is a .mts', `import './a.mjs'`, 'a.mts'],
  ['a .js', `import './a.js'`, 'a.js'],
  ['a .mts', `import './a.mts'`, 'a.mts'],
  ['a .cjs', `import './a.cjs'`, 'a.cjs'],
  ['no extension', `import './a'`, 'a.ts'],
  ['a folder with an index', `import './a'`, 'a/index.ts'],
  ['a folder with an index and a slash', `import './a/'`, 'a/index.ts'],
  ['a folder’s index.js', `import './a/index.js'`, 'a/index.ts'],
  ['a folder above', `import '../../shared/a.ts'`, '../../shared/a.ts'],
  ['another sub-agent’s file', `import '../rewards/a.ts'`, '../rewards/a.ts'],
  ['a name with dots', `import './a.b.ts'`, 'a.b.ts'],
  ['a query', `import './a.ts?v=1'`, 'a.ts'],
]

describe('FR-11: the scan follows', () => {
  it.each(FOLLOWED)('%s', async (_name, source, file) => {
    const files = shopWith(source, {
      [join('agents/shop', file)]: EMITS,
      'agents/rewards/index.ts': DEFINITION.replaceAll("'shop'", "'rewards'"),
    })
    const { emissions, problems } = await scanFiles(files)
    expect(problems).toEqual([])
    expect(emissions).toEqual([
      {
        sub_agent: 'shop',
        id: 'searching_offers',
        file: join('agents/shop', file),
        line: 2,
        column: 12,
        verdict: 'ok',
      },
    ])
  })
})

const NOT_FOLLOWED: readonly (readonly [string, string])[] = [
  ['a package', `import 'a'`],
  ['a package’s file', `import 'a/b.ts'`],
  ['a name of package.json’s imports', `import '#a'`],
  ['a built-in module', `import 'node:fs'`],
  [
    'a type-only import',
    `import type { A } from './a.ts'\nimport type * as B from './a.ts'\nimport type C from './a.ts'`,
  ],
  ['a type-only export', `export type { A } from './a.ts'\nexport type * from './a.ts'`],
  [
    'a path that is not a literal',
    `const path = './a.ts'\nexport const f = () => import(path)\nexport const g = (x) => import(\`./\${x}.ts\`)`,
  ],
  ['a path in node_modules', `import '../../node_modules/a/index.ts'`],
  ['a path in a string or a comment', `// import './a.ts'\nexport const text = "import './a.ts'"`],
]

describe('FR-11: the scan does not follow', () => {
  it.each(NOT_FOLLOWED)('%s', async (_name, source) => {
    const typo = EMITS.replace('searching', 'serching')
    const files = shopWith(source, { 'agents/shop/a.ts': typo, 'node_modules/a/index.ts': typo, 'a.ts': typo })
    const { emissions, problems } = await scanFiles(files)
    expect({ emissions, problems }).toEqual({ emissions: [], problems: [] })
  })
})

describe('OV-2: a tree that can’t be read is told with its places, all at once', () => {
  it('an import that leads nowhere is told where it stands', async () => {
    const { problems } = await scanFiles(
      shopWith(`import { a } from './a.ts'\nexport * from "./b.js"\nawait import('./c')`),
    )
    expect(problems.map(({ code, file, line, column }) => ({ code, file, line, column }))).toEqual([
      { code: 'unreadable_module', file: 'agents/shop/emit.ts', line: 1, column: 19 },
      { code: 'unreadable_module', file: 'agents/shop/emit.ts', line: 2, column: 15 },
      { code: 'unreadable_module', file: 'agents/shop/emit.ts', line: 3, column: 14 },
    ])
    expect(problems[0]?.message).toContain('./a.ts')
    expect(problems[0]?.remedy).not.toBe('')
  })

  it('a file that does not parse is told, and the others are scanned', async () => {
    const files = shopWith(`import './a.ts'\nimport { emitStatus } from '#kit'\nemitStatus('typo')`, {
      'agents/shop/a.ts': `const ok = '😀'\nconst x = ;\n`,
    })
    const { problems } = await scanFiles(files)
    expect(problems.map(({ code, file, line, column }) => `${code} ${file}:${line}:${column}`)).toEqual([
      'unreadable_module agents/shop/a.ts:2:11',
      'unregistered agents/shop/emit.ts:3:12',
    ])
  })

  it('a broken file that two sub-agents share is told once', async () => {
    const index = (id: string) => `import '../../shared/a.ts'\n${DEFINITION.replaceAll("'shop'", `'${id}'`)}`
    const { problems } = await scanFiles({
      'agents/shop/index.ts': index('shop'),
      'agents/rewards/index.ts': index('rewards'),
      'shared/a.ts': 'const = 1',
    })
    expect(problems.map(({ code, file }) => `${code} ${file}`)).toEqual(['unreadable_module shared/a.ts'])
  })

  it('a file that can’t be read is told', async () => {
    await inRoot(shopWith(`import './a.ts'`), async (root) => {
      // Nobody can read it, not even root.
      await symlink('/proc/self/mem', join(root, 'agents/shop/a.ts'))
      const { problems } = await scanAgents(root, ENTRIES, [])
      expect(problems.map(({ code }) => code)).toEqual(['unreadable_module'])
    })
  })
})

describe('FR-11: sub-agents are discovered', () => {
  it('a root without agents has none', async () => {
    expect(await scanFiles({ 'package.json': '{}' })).toEqual({
      emissions: [],
      problems: [],
      warnings: [],
      sub_agents: [],
    })
  })

  it('by their folders, in the order of their names', async () => {
    const files = Object.fromEntries(
      ['shop', 'rewards', 'ereceipts'].map((id) => [
        `agents/${id}/index.ts`,
        DEFINITION.replaceAll("'shop'", `'${id}'`),
      ]),
    )
    const { sub_agents, problems } = await scanFiles(
      { ...files, 'agents/README.md': '', 'agents/.cache/x.ts': '', 'agents/common.ts': '' },
      ENTRIES,
      [],
    )
    expect(sub_agents).toEqual(['ereceipts', 'rewards', 'shop'])
    expect(problems).toEqual([])
  })

  it('a folder without index.ts is told', async () => {
    const { problems, sub_agents } = await scanFiles({ 'agents/shop/other.ts': '' })
    expect(sub_agents).toEqual([])
    expect(problems).toMatchObject(
      [{ code: 'invalid_sub_agent', file: 'agents/shop/index.ts', line: 1, column: 1, message: /shop/ }].map(
        (found) => ({ ...found, message: expect.stringMatching(found.message) as string }),
      ),
    )
  })

  it('behind a link', async () => {
    await inRoot({ 'elsewhere/index.ts': DEFINITION, 'agents/README.md': '' }, async (root) => {
      await symlink(join(root, 'elsewhere'), join(root, 'agents/shop'))
      expect((await scanAgents(root, ENTRIES, [])).sub_agents).toEqual(['shop'])
    })
  })

  it('a relative root is the same root', async () => {
    const source = `import { emitStatus } from '#kit'\nexport const say = (id) => emitStatus(id)`
    await inRoot(shopWith(source), async (root) => {
      const absolute = await scanAgents(root, ENTRIES, [])
      const here = process.cwd()
      process.chdir(root)
      try {
        expect(absolute.emissions).toHaveLength(1)
        expect(await scanAgents('.', ENTRIES, [])).toEqual(absolute)
      } finally {
        process.chdir(here)
      }
    })
  })
})

describe('FR-11: a file that sub-agents share is judged for each of them', () => {
  const index = (id: string, more: string) => `${more}\n${DEFINITION.replaceAll("'shop'", `'${id}'`)}`

  it('its own emissions', async () => {
    const { emissions, problems } = await scanFiles({
      'agents/shop/index.ts': index('shop', `import '../../shared/a.ts'`),
      'agents/rewards/index.ts': index('rewards', `import '../../shared/a.ts'`),
      'shared/a.ts': EMITS,
    })
    expect(emissions.map(({ sub_agent, verdict, file }) => `${sub_agent} ${verdict} ${file}`)).toEqual([
      'rewards not_owner shared/a.ts',
      'shop ok shared/a.ts',
    ])
    expect(problems).toHaveLength(1)
  })

  it('what each of them hands to its helpers', async () => {
    const { emissions } = await scanFiles({
      'agents/shop/index.ts': index('shop', `import { say } from '../../shared/a.ts'\nsay('searching_offers')`),
      'agents/rewards/index.ts': index('rewards', `import { say } from '../../shared/a.ts'\nsay('looking_up_points')`),
      'shared/a.ts': `import { emitStatus } from '#kit'\nexport const say = (id: string) => emitStatus(id)`,
    })
    expect(emissions.map(({ sub_agent, id, verdict }) => `${sub_agent} ${id} ${verdict}`)).toEqual([
      'rewards looking_up_points ok',
      'shop searching_offers ok',
    ])
  })

  it('a helper that a sub-agent does not mention is not its own', async () => {
    const { emissions } = await scanFiles({
      'agents/shop/index.ts': index('shop', `import { search } from '../../shared/a.ts'\nexport { search }`),
      'agents/rewards/index.ts': index('rewards', `import { points } from '../../shared/a.ts'\nexport { points }`),
      'shared/a.ts': `import { emitStatus } from '#kit'
export const search = () => emitStatus('searching_offers')
export function points() { emitStatus('looking_up_points') }
export const say = (id: string) => emitStatus(id)`,
    })
    expect(emissions.map(({ sub_agent, id, verdict }) => `${sub_agent} ${id} ${verdict}`)).toEqual([
      'shop searching_offers ok',
      'rewards looking_up_points ok',
    ])
  })

  it('a module that keeps what it is given, and is given it by one of them only', async () => {
    const { emissions } = await scanFiles({
      'agents/rewards/index.ts': index(
        'rewards',
        `import { say } from '../../shared/keep.ts'\nsay('looking_up_points')`,
      ),
      'agents/shop/index.ts': index(
        'shop',
        `import { init, say } from '../../shared/keep.ts'\nimport { getStreamWriter } from '#kit'\ninit(getStreamWriter())\nsay('searching_offers')`,
      ),
      'shared/keep.ts': `// Keeps a writer.\nlet w\nexport const init = (x) => { w = x }\nexport const say = (id) => w({ event_type: id })`,
    })
    expect(emissions.map(({ sub_agent, id }) => `${sub_agent} ${id}`)).toEqual(['shop searching_offers'])
  })

  it('a sub-agent that another one imports is still scanned whole', async () => {
    const { emissions } = await scanFiles({
      'agents/rewards/index.ts': index('rewards', `import { ID } from '../shop/ids.ts'\nexport { ID }`),
      'agents/shop/index.ts': index(
        'shop',
        `import { ID } from './ids.ts'\nimport { emitStatus } from '#kit'\nemitStatus(ID)`,
      ),
      'agents/shop/ids.ts': `export const ID = 'searching_offers'`,
    })
    expect(emissions.map(({ sub_agent, id }) => `${sub_agent} ${id}`)).toEqual(['shop searching_offers'])
  })

  it('a file that a shared file takes from a sub-agent is known to all', async () => {
    const using = (name: string) =>
      `import { IDS } from '../../shared/all.ts'\nimport { emitStatus } from '#kit'\nemitStatus(IDS.${name})`
    const { emissions } = await scanFiles(
      {
        'agents/a/index.ts': index('a', using('compare')),
        'agents/b/index.ts': index('b', using('search')),
        'agents/a/ids.ts': `const [a, b] = ['searching_offers', 'comparing_offers']\nexport const IDS = { search: a, compare: b }`,
        'shared/all.ts': `export { IDS } from '../agents/a/ids.ts'`,
      },
      ['searching_offers', 'comparing_offers'].map((id) => entry(id, { emitter_subagents: ['a', 'b'] })),
    )
    expect(emissions.map(({ sub_agent, id, verdict }) => `${sub_agent} ${id} ${verdict}`)).toEqual([
      'a comparing_offers ok',
      'b searching_offers ok',
    ])
  })
})

describe('FR-11: places', () => {
  const cases: readonly (readonly [string, string, number, number])[] = [
    ['after carriage returns', `import { emitStatus } from '#kit'\r\n\r\nemitStatus('searching_offers')`, 3, 12],
    ['after lone carriage returns', `import { emitStatus } from '#kit'\r\remitStatus('searching_offers')`, 3, 12],
    ['after a byte order mark', `\uFEFFimport { emitStatus } from '#kit'; emitStatus('searching_offers')`, 1, 47],
    [
      'after emoji, in UTF-16 units',
      `import { emitStatus } from '#kit'\n/* 😀é */ emitStatus('searching_offers')`,
      2,
      22,
    ],
    ['after tabs', `import { emitStatus } from '#kit'\n\t\temitStatus('searching_offers')`, 2, 14],
    [
      'after a hashbang',
      `#!/usr/bin/env node\nimport { emitStatus } from '#kit'\nemitStatus('searching_offers')`,
      3,
      12,
    ],
    ['on a line of its own', `import { emitStatus } from '#kit'\nemitStatus(\n  'searching_offers',\n)`, 3, 3],
  ]
  it.each(cases)('%s', async (_name, source, line, column) => {
    const { emissions } = await scanFiles(shopWith(source))
    expect(emissions).toMatchObject([{ line, column, id: 'searching_offers' }])
  })
})

describe('FR-11: the module graph has bounds', () => {
  it('a file that sub-agents share is read once', async () => {
    await inRoot({ 'a.ts': `import './c.ts'`, 'b.ts': `import './c.ts'`, 'c.ts': `import './a.ts'` }, async (root) => {
      const graph = createModuleGraph(root)
      const first = graph.treeOf(join(root, 'a.ts')).files
      const second = graph.treeOf(join(root, 'b.ts')).files
      expect(first.map(({ file }) => file)).toEqual(['a.ts', 'c.ts'])
      expect(second.map(({ file }) => file)).toEqual(['b.ts', 'c.ts', 'a.ts'])
      expect(second[1]).toBe(first[1])
    })
  })

  it('more files than a sub-agent may have are a problem, and not read', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 5 }, (_, index) => [`${index}.ts`, index < 4 ? `import './${index + 1}.ts'` : '']),
    )
    await inRoot(files, async (root) => {
      const within = createModuleGraph(root, { files: 5, file_bytes: 1_000 }).treeOf(join(root, '0.ts'))
      expect(within.problems).toEqual([])
      const { files: read, problems } = createModuleGraph(root, { files: 3, file_bytes: 1_000 }).treeOf(
        join(root, '0.ts'),
      )
      expect(read).toHaveLength(3)
      expect(problems).toMatchObject([{ code: 'unreadable_module', file: '0.ts', line: 1, column: 1 }])
      expect(problems[0]?.message).toContain('more than 3 files')
    })
  })

  it('a larger file than is read is a problem at that file', async () => {
    await inRoot({ 'a.ts': `import './b.ts'`, 'b.ts': `// ${'x'.repeat(200)}` }, async (root) => {
      const { files, problems } = createModuleGraph(root, { files: 10, file_bytes: 200 }).treeOf(join(root, 'a.ts'))
      expect(files.map(({ file }) => file)).toEqual(['a.ts'])
      expect(problems).toMatchObject([{ code: 'unreadable_module', file: 'b.ts', line: 1, column: 1 }])
    })
  })

  it('more calls than are worked out for what they give back are told', async () => {
    const calls = Array.from({ length: 5_100 }, (_, index) => `emitStatus(idOf('id_${index}'))`).join('\n')
    const { warnings } = await scanFiles(
      shopWith(`import { emitStatus } from '#kit'\nconst idOf = (id) => id + '_x'\n${calls}`),
      [],
    )
    expect(warnings.filter(({ code }) => code === 'unreadable_module')).toMatchObject([
      { file: 'agents/shop/index.ts', line: 1, column: 1, message: expect.stringContaining('shop') as string },
    ])
  })

  it('more expressions than are worked out are told', async () => {
    await inRoot({ 'a.ts': `export const x = [${'1,'.repeat(200)}]` }, async (root) => {
      const graph = createModuleGraph(root)
      const [file] = graph.treeOf(join(root, 'a.ts')).files
      const within = createEvaluator(graph.fileAt, 1_000)
      within.exported(file as SourceFile, 'x')
      expect(within.budget.exceeded).toBe(false)
      file?.derived.clear()
      const beyond = createEvaluator(graph.fileAt, 100)
      beyond.exported(file as SourceFile, 'x')
      expect(beyond.budget.exceeded).toBe(true)
    })
  })

  it('a file that is nested too deeply is a problem of its sub-agent, and the others are scanned', async () => {
    const { emissions, problems } = await scanFiles({
      ...shopWith(EMITS),
      'agents/deep/index.ts': `${DEFINITION.replaceAll("'shop'", "'deep'")}\nconst build = ${'!'.repeat(6_000)}1`,
    })
    expect(problems).toMatchObject([{ code: 'unreadable_module', file: 'agents/deep/index.ts', line: 1, column: 1 }])
    expect(emissions).toHaveLength(1)
  })

  it('more different calls than are followed end in a warning, not in silence', async () => {
    const calls = Array.from({ length: 6_000 }, (_, index) => `say('id_${index}')`).join('\n')
    const { emissions } = await scanFiles(
      shopWith(`import { emitStatus } from '#kit'\nconst say = (id) => emitStatus(id)\n${calls}`),
      [entry('id_0')],
    )
    expect(emissions.filter(({ verdict }) => verdict !== 'dynamic')).toHaveLength(5_000)
    expect(emissions.filter(({ verdict }) => verdict === 'dynamic')).toMatchObject([{ line: 2 }])
  })
})
