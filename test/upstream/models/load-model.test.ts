import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadModel, ModelError } from '../../../src/upstream/models/index.ts'
import { phrases } from './shipped-phrases.ts'

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'onevoice-model-'))
  const model = '{ name: "mine", invoke() {}, stream() {}, bindTools() {} }'
  const files = {
    'object.mjs': `export default ${model}`,
    'function.mjs': `export default () => (${model})`,
    'async.mjs': `export default async () => (${model})`,
    'typed.ts': `const made: object = ${model}\nexport default made`,
    'none.mjs': 'export const model = 1',
    'string.mjs': 'export default "gpt"',
    'no-tools.mjs': 'export default { invoke() {}, stream() {} }',
    'throws.mjs': 'export default () => { throw new Error("no key") }',
    'broken.mjs': 'export default (',
  }
  for (const [name, text] of Object.entries(files)) await writeFile(join(root, name), text)
})
afterAll(() => rm(root, { recursive: true }))

const load = (name: string) => loadModel({ name, root, phrases })

it.each(['auto', 'offline'])('%s is the offline model', async (name) => {
  const answer = await (await load(name)).invoke('hi')
  expect(answer.response_metadata).toMatchObject({ model_name: 'offline' })
})

describe('a module of any provider', () => {
  it.each(['object.mjs', './function.mjs', 'async.mjs', 'typed.ts'])('%s, from the root', async (name) => {
    expect(await load(name)).toMatchObject({ name: 'mine' })
  })

  it('by its whole path or as a file URL', async () => {
    expect(await load(join(root, 'object.mjs'))).toMatchObject({ name: 'mine' })
    expect(await load(pathToFileURL(join(root, 'object.mjs')).href)).toMatchObject({ name: 'mine' })
  })
})

describe('what cannot be used is refused in one sentence that says what to do', () => {
  it.each([
    ['openai', /^ONEVOICE_MODEL is "openai": it arrives with a later release; use offline, or the path of a module/],
    ['missing.mjs', /there is no file .*missing\.mjs\. Use auto, offline, or the path of a module\.$/],
    ['.', /is not a file\. Use auto, offline/],
    ['file://%', /not a file URL that can be read/],
    ['none.mjs', /has no default export\. Export default a LangChain chat model, or a function that makes one\.$/],
    ['string.mjs', /is not a chat model with invoke, stream and bindTools\. Export default/],
    ['no-tools.mjs', /is not a chat model with invoke, stream and bindTools/],
    ['throws.mjs', /the function that makes the model failed: no key$/],
    ['broken.mjs', /the module could not be loaded/],
  ])('%s', async (name, message) => {
    const error: unknown = await load(name).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ModelError)
    expect(error).toMatchObject({ type: 'model', message: expect.stringMatching(message) })
  })
})
