import { createRequire, registerHooks } from 'node:module'
import { sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const project = fileURLToPath(new URL('../../', import.meta.url))
const kit = new URL('../kit/index.ts', import.meta.url).href
const require = createRequire(import.meta.url)

const registered = new Set<string>()

/**
 * Lets the sub-agents of a root outside the project import `#kit`, `onevoice/kit` and the packages that OneVoice brings,
 * as those inside it do. Their own packages come first.
 */
export function resolveKit(root: string): void {
  const base = root.endsWith(sep) ? root : root + sep
  if (base.startsWith(project) || registered.has(base)) return
  registered.add(base)
  const inside = pathToFileURL(base).href
  registerHooks({
    resolve(specifier, context, next) {
      if (!context.parentURL?.startsWith(inside)) return next(specifier, context)
      if (specifier === '#kit' || specifier === 'onevoice/kit') return { url: kit, shortCircuit: true }
      try {
        return next(specifier, context)
      } catch (error) {
        if (!isBare(specifier)) throw error
        return next(specifier, { ...context, parentURL: pathToFileURL(require.resolve('../../package.json')).href })
      }
    },
  })
}

const isBare = (specifier: string): boolean => !/^(\.{0,2}\/|#|[a-z]+:)/.test(specifier)
