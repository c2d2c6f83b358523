import { describe, expect, it } from 'vitest'
import { checkArchitecture, formatViolations } from '../../tools/architecture.ts'
import { PROJECT, tempTree } from './temp-tree.ts'

const judged = (files: Readonly<Record<string, string>>): string[] =>
  formatViolations(checkArchitecture(tempTree(files)))
    .split('\n')
    .filter((line) => line !== '')

describe('the architecture', () => {
  it('of the project keeps its own rules', () => {
    expect(formatViolations(checkArchitecture(PROJECT))).toBe('')
  })

  it.each([
    [
      'src/wire/a.ts',
      `\nimport { b } from '../store/b.ts'`,
      'src/wire/a.ts:2  wire may import contract, not store (../store/b.ts)',
    ],
    [
      'src/policy/a.ts',
      `export * from '../turn/b.ts'`,
      'src/policy/a.ts:1  policy may import contract, not turn (../turn/b.ts)',
    ],
    [
      'src/http/a.ts',
      `const x = await import('../store/b.ts')`,
      'src/http/a.ts:1  http may import contract, turn, wire, not store (../store/b.ts)',
    ],
    [
      'src/log/a.ts',
      `type X = import('../wire/b.ts').X`,
      'src/log/a.ts:1  log may import contract, not wire (../wire/b.ts)',
    ],
    [
      'src/log/a.ts',
      `import type { X } from '../wire/b.ts'`,
      'src/log/a.ts:1  log may import contract, not wire (../wire/b.ts)',
    ],
    ['src/contract/a.ts', `import fs from 'node:fs'`, 'src/contract/a.ts:1  contract imports zod only (node:fs)'],
    [
      'src/contract/a.ts',
      `import { x } from '../write/x.ts'`,
      'src/contract/a.ts:1  contract may import nothing of ours, not write (../write/x.ts)',
    ],
    [
      'registry/a.ts',
      `import { x } from '@langchain/core/messages'`,
      'registry/a.ts:1  registry never imports LangChain (@langchain/core/messages)',
    ],
    ['registry/a.ts', `import { x } from '#kit'`, 'registry/a.ts:1  registry may import contract, not kit (#kit)'],
    [
      'agents/shop/a.ts',
      `import { x } from '../rewards/b.ts'`,
      'agents/shop/a.ts:1  agents never import each other (../rewards/b.ts)',
    ],
    [
      'agents/shop/a.ts',
      `import { x } from '../../src/kit/index.ts'`,
      'agents/shop/a.ts:1  agents import #kit, packages and their own files (../../src/kit/index.ts)',
    ],
    [
      'src/turn/a.ts',
      `import { x } from '../app.ts'`,
      'src/turn/a.ts:1  only entry points import the composition root (../app.ts)',
    ],
    [
      'src/cli/a.ts',
      `import { x } from '../../test/x.ts'`,
      'src/cli/a.ts:1  only tests import from test (../../test/x.ts)',
    ],
    [
      'src/misc/a.ts',
      `import { x } from './b.ts'`,
      'src/misc/a.ts:1  misc has no place in the table of tools/architecture.ts (./b.ts)',
    ],
  ])('%s with %j is refused', (file, source, line) => {
    expect(judged({ [file]: source })).toEqual([line])
  })

  it('lets through what the table allows', () => {
    expect(
      judged({
        'agents/shop/index.ts': `import { defineSubAgent } from '#kit'\nimport { z } from 'zod'\nimport './words.ts'`,
        'agents/shop/shop.test.ts': `import { x } from '../../test/support/x.ts'`,
        'src/contract/a.ts': `import { z } from 'zod'\nimport type { B } from './b.ts'`,
        'src/kit/a.ts': `import { a } from '../contract/a.ts'\nimport { w } from '../write/w.ts'`,
        'src/turn/a.ts': `import { o } from '../orchestrator/o.ts'`,
        'src/cli/a.ts': `import { s } from '../serve.ts'\nimport { r } from '../../registry/r.ts'`,
        'src/serve.ts': `import { h } from './http/h.ts'\n// import { t } from '../test/t.ts'`,
      }),
    ).toEqual([])
  })

  it('tells a cycle of imports once, with the whole way, and none that only types make', () => {
    expect(
      judged({
        'src/turn/a.ts': `import './b.ts'`,
        'src/turn/b.ts': `import type { X } from './c.ts'\nimport './c.ts'`,
        'src/turn/c.ts': `import './a.ts'`,
        'src/wire/a.ts': `import { b } from './b.ts'`,
        'src/wire/b.ts': `import type { A } from './a.ts'\nconst a = () => import('./a.ts')`,
        'src/log/a.ts': `import './a.ts'`,
      }),
    ).toEqual([
      'src/log/a.ts:1  a cycle of imports: src/log/a.ts → src/log/a.ts',
      'src/turn/a.ts:1  a cycle of imports: src/turn/a.ts → src/turn/b.ts → src/turn/c.ts → src/turn/a.ts',
    ])
  })
})
