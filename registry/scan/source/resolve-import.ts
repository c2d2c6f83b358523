import { statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Target } from './source-file.ts'

const KIT_SPECIFIERS: ReadonlySet<string> = new Set(['#kit', 'onevoice/kit'])
const EXTENSIONS = ['.ts', '.mts', '.tsx', '.js', '.mjs', '.jsx', '.cts', '.cjs', '.json']
/** What a module is named in an import → what it may be on disk. */
const SOURCES_OF: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
  '.jsx': ['.tsx'],
}
const KIT_FOLDERS = [join('src', 'kit'), join('src', 'write')]
const OWN_PACKAGE = fileURLToPath(new URL('../../../', import.meta.url))

/** Where a specifier leads: into the tree, to one of the modules that the scan knows, or out of sight. */
export function resolveImport(specifier: string, from: string, root: string): Target {
  if (!/^\.\.?(?:\/|$)/.test(specifier)) return { kind: packageKind(specifier) }
  const target = resolve(dirname(from), specifier.replace(/[?#].*$/s, ''))
  if (target.split(sep).includes('node_modules')) return { kind: 'package' }
  // The kit imported by its path is still the kit.
  if (KIT_FOLDERS.some((folder) => isBelow(target, OWN_PACKAGE + folder) || isBelow(target, root + sep + folder)))
    return { kind: 'kit' }
  for (const path of candidates(target)) {
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) return { kind: 'file', path }
  }
  return { kind: 'missing' }
}

function packageKind(specifier: string): 'kit' | 'langgraph' | 'langchain' | 'package' {
  if (KIT_SPECIFIERS.has(specifier)) return 'kit'
  const [scope, name] = specifier.split('/')
  if (scope === '@langchain') return name === 'langgraph' ? 'langgraph' : 'langchain'
  return scope === 'langchain' ? 'langchain' : 'package'
}

function* candidates(target: string): Generator<string> {
  yield target
  const extension = /\.[a-z]+$/.exec(target)?.[0] ?? ''
  for (const source of SOURCES_OF[extension] ?? []) yield target.slice(0, -extension.length) + source
  for (const added of EXTENSIONS) yield target + added
  for (const added of EXTENSIONS) yield join(target, `index${added}`)
}

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(folder + sep)
