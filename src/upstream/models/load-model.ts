import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { ModelError } from './model-error.ts'
import { createOfflineModel, type Phrasebook } from './offline/index.ts'

export interface LoadModelOptions {
  /** ONEVOICE_MODEL: `auto`, `offline`, or the path of a module. */
  name: string
  /** Relative paths start here. */
  root: string
  phrases: Phrasebook
}

const EXPORT = 'Export default a LangChain chat model, or a function that makes one.'

/** The chat model that a setting names. Rejects with ModelError. */
export async function loadModel({ name, root, phrases }: LoadModelOptions): Promise<BaseChatModel> {
  if (name === 'auto' || name === 'offline') return createOfflineModel({ phrases })
  if (name === 'openai')
    throw new ModelError(
      name,
      'it arrives with a later release; use offline, or the path of a module that makes a model.',
    )

  const exported = await importDefault(name, await findModule(name, root))
  const model: unknown = typeof exported === 'function' ? await make(name, exported as () => unknown) : exported
  if (!isChatModel(model))
    throw new ModelError(name, `its default export is not a chat model with invoke, stream and bindTools. ${EXPORT}`)
  return model
}

async function findModule(name: string, root: string): Promise<string> {
  let path: string
  try {
    path = name.startsWith('file:') ? fileURLToPath(name) : resolve(root, name)
  } catch (error) {
    throw new ModelError(name, 'this is not a file URL that can be read. Write file:///the/whole/path.', error)
  }
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile()) return path
  const problem = found === undefined ? `there is no file ${path}` : `${path} is not a file`
  throw new ModelError(name, `${problem}. Use auto, offline, or the path of a module.`)
}

async function importDefault(name: string, path: string): Promise<unknown> {
  let module: { default?: unknown }
  try {
    module = (await import(pathToFileURL(path).href)) as { default?: unknown }
  } catch (error) {
    throw new ModelError(name, `the module could not be loaded: ${reason(error)}`, error)
  }
  if (module.default === undefined) throw new ModelError(name, `the module has no default export. ${EXPORT}`)
  return module.default
}

async function make(name: string, factory: () => unknown): Promise<unknown> {
  try {
    return await factory()
  } catch (error) {
    throw new ModelError(name, `the function that makes the model failed: ${reason(error)}`, error)
  }
}

const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** By what it can do: the module may have a LangChain of its own. */
const isChatModel = (value: unknown): value is BaseChatModel =>
  typeof value === 'object' &&
  value !== null &&
  ['invoke', 'stream', 'bindTools'].every((method) => typeof (value as Record<string, unknown>)[method] === 'function')
