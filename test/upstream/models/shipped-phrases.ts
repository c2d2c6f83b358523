import { fileURLToPath } from 'node:url'
import { loadRegistry } from '../../../registry/load.ts'
import { createRenderer } from '../../../src/policy/index.ts'

const { registry: loaded, problems } = await loadRegistry(fileURLToPath(new URL('../../../', import.meta.url)))
if (loaded === null)
  throw new Error(problems.map(({ file, line, message }) => `${file}:${line}: ${message}`).join('\n'))

/** The registry that is shipped, and its words through the policy's own renderer. */
export const registry = loaded
export const phrases = createRenderer(loaded)
