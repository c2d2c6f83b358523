import { describe, expect, it } from 'vitest'
import type { Files } from './scan-root.ts'
import { ENTRIES, scanFiles } from './scan-root.ts'

const KIT = `import { defineSubAgent } from '#kit'\n`
const GOOD = `id: 'shop', vertical: 'shop', card: {}, tools: [], build, onCancel() {}`

/** What agents/shop/index.ts says, and the problems that it has: `code line:column`. */
const DEFINITIONS: readonly (readonly [string, string, readonly string[], Files?])[] = [
  ['direct', `${KIT}export default defineSubAgent({ ${GOOD} })`, []],
  ['from onevoice/kit', `import { defineSubAgent as d } from 'onevoice/kit'\nexport default d({ ${GOOD} })`, []],
  ['of a namespace', `import * as kit from '#kit'\nexport default kit.defineSubAgent({ ${GOOD} })`, []],
  ['by way of a const', `${KIT}const shop = defineSubAgent({ ${GOOD} })\nexport default shop`, []],
  ['exported as default', `${KIT}const shop = defineSubAgent({ ${GOOD} })\nexport { shop as default }`, []],
  [
    'from another file',
    `export { default } from './shop.ts'`,
    [],
    { 'agents/shop/shop.ts': `${KIT}export default defineSubAgent({ ${GOOD} })` },
  ],
  [
    'from another file by name',
    `export { shop as default } from './shop.ts'`,
    [],
    { 'agents/shop/shop.ts': `${KIT}export const shop = defineSubAgent({ ${GOOD} })` },
  ],
  ['with satisfies', `${KIT}export default defineSubAgent({ ${GOOD} }) satisfies SubAgentDefinition`, []],
  [
    'with the members of a const',
    `${KIT}const base = { vertical: 'shop', onCancel: () => {} }\nexport default defineSubAgent({ id: 'shop', ...base })`,
    [],
  ],
  [
    'with a handler by name',
    `${KIT}function onCancel() {}\nexport default defineSubAgent({ id: 'shop', vertical: 'shop', onCancel })`,
    [],
  ],
  [
    'with a handler of a package',
    `${KIT}import { onCancel } from 'a'\nexport default defineSubAgent({ id: 'shop', vertical: 'shop', onCancel })`,
    [],
  ],
  [
    'with members that are not known',
    `${KIT}import { base } from 'a'\nexport default defineSubAgent({ id: 'shop', ...base })`,
    [],
  ],
  ['with a definition that is not known', `${KIT}import { shop } from 'a'\nexport default defineSubAgent(shop)`, []],
  ['made by something else that can’t be seen', `import { make } from 'a'\nexport default make({ id: 'shop' })`, []],
  [
    'made by a function of its own',
    `${KIT}const make = (more) => defineSubAgent({ ${GOOD}, ...more })\nexport default make({ card: {} })`,
    [],
  ],
  ['with a const id', `${KIT}const ID = 'shop'\nexport default defineSubAgent({ ${GOOD}, id: ID })`, []],
  ['with an id that is not known', `${KIT}export default defineSubAgent({ ${GOOD}, id: process.env.ID })`, []],
  [
    'without a handler',
    `${KIT}export default defineSubAgent({ id: 'shop', vertical: 'shop' })`,
    ['missing_cancel_handler 2:31'],
  ],
  [
    'without a handler, by way of a const',
    `${KIT}const it = { id: 'shop', vertical: 'shop' }\nexport default defineSubAgent(it)`,
    ['missing_cancel_handler 2:12'],
  ],
  [
    'with an undefined handler',
    `${KIT}export default defineSubAgent({ id: 'shop', vertical: 'shop', onCancel: undefined })`,
    ['missing_cancel_handler 2:31'],
  ],
  [
    'with a handler that is no function',
    `${KIT}export default defineSubAgent({ id: 'shop', vertical: 'shop', onCancel: true })`,
    ['missing_cancel_handler 2:31'],
  ],
  [
    'with a misspelled handler',
    `${KIT}export default defineSubAgent({ id: 'shop', vertical: 'shop', oncancel() {} })`,
    ['missing_cancel_handler 2:31'],
  ],
  ['with another id', `${KIT}export default defineSubAgent({ ${GOOD}, id: 'rewards' })`, ['invalid_sub_agent 2:110']],
  [
    'with another const id',
    `${KIT}const ID = 'rewards'\nexport default defineSubAgent({ id: ID, vertical: 'shop', onCancel() {} })`,
    ['invalid_sub_agent 3:37'],
  ],
  [
    'with an unknown vertical',
    `${KIT}export default defineSubAgent({ id: 'shop', vertical: 'shpo', onCancel() {} })`,
    ['unknown_vertical 2:55'],
  ],
  [
    'with everything wrong',
    `${KIT}export default defineSubAgent({ id: 'a', vertical: 'b' })`,
    ['missing_cancel_handler 2:31', 'invalid_sub_agent 2:37', 'unknown_vertical 2:52'],
  ],
  ['without a definition', `${KIT}export default defineSubAgent()`, ['invalid_sub_agent 2:16']],
  ['no default export', `${KIT}export const shop = defineSubAgent({ ${GOOD} })`, ['invalid_sub_agent 1:1']],
  ['an empty file', ``, ['invalid_sub_agent 1:1']],
  [
    'a default export of everything, which is none',
    `export * from './shop.ts'`,
    ['invalid_sub_agent 1:1'],
    { 'agents/shop/shop.ts': `${KIT}export default defineSubAgent({ ${GOOD} })` },
  ],
  ['a plain object', `export default { ${GOOD} }`, ['invalid_sub_agent 1:16']],
  ['a function', `export default function shop() {}`, ['invalid_sub_agent 1:16']],
  ['a string', `const shop = 'shop'\nexport default shop`, ['invalid_sub_agent 2:16']],
  [
    'defineSubAgent of one’s own',
    `const defineSubAgent = (x) => ({ ...x })\nexport default defineSubAgent({ ${GOOD} })`,
    ['invalid_sub_agent 2:16'],
  ],
]

describe('OV-2: a sub-agent’s definition', () => {
  it.each(DEFINITIONS.map((row) => [row[0], row] as const))('%s', async (_name, [, source, expected, others]) => {
    const { problems } = await scanFiles({ 'agents/shop/index.ts': source, ...others })
    expect(problems.map(({ code, line, column }) => `${code} ${line}:${column}`)).toEqual(expected)
  })

  it('names the id, the folder and the verticals', async () => {
    const source = `${KIT}export default defineSubAgent({ id: 'a', vertical: 'b' })`
    const { problems } = await scanFiles({ 'agents/shop/index.ts': source }, ENTRIES, ['shop', 'support'])
    expect(problems.map(({ message }) => message).join('\n')).toMatch(
      /shop.*onCancel[^]*agents\/shop.*“a”[^]*“b”.*shop, support/,
    )
    expect(problems.every(({ remedy }) => remedy.length > 0)).toBe(true)
  })

  it('a vertical is not checked where none are given', async () => {
    const source = `${KIT}export default defineSubAgent({ id: 'shop', vertical: 'b', onCancel() {} })`
    expect((await scanFiles({ 'agents/shop/index.ts': source }, ENTRIES, [])).problems).toEqual([])
  })
})
