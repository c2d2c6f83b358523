import { readFileSync, statSync } from 'node:fs'
import { extname, relative, sep } from 'node:path'
import type { StartProblem } from '../../../src/contract/index.ts'
import { problem } from '../../problem.ts'
import { resolveImport } from './resolve-import.ts'
import { parseFile, type SourceFile } from './source-file.ts'

/**
 *   agents/<id>/index.ts ─► its requests ─► the files they lead to ─► theirs …   up to package boundaries
 *
 * A file that several sub-agents share is read once.
 */
export interface ModuleTree {
  /** The entry first; every file that could be read, once. */
  readonly files: readonly SourceFile[]
  readonly problems: readonly StartProblem[]
}

export interface ModuleGraph {
  treeOf(entry: string): ModuleTree
  /** A file of a tree that was asked for; null when it could not be read. */
  fileAt(path: string): SourceFile | null
  /** Lets go of the files below a folder, unless others import them. */
  forget(folder: string): void
}

export interface GraphBounds {
  /** Of one sub-agent. */
  readonly files: number
  readonly file_bytes: number
}
export const GRAPH_BOUNDS: GraphBounds = { files: 2_000, file_bytes: 1_048_576 }

/** What else an import may name holds nothing that could write an event. */
const CODE: ReadonlySet<string> = new Set(['.ts', '.mts', '.cts', '.tsx', '.js', '.mjs', '.cjs', '.jsx', '.json'])

interface Read {
  readonly file: SourceFile | null
  readonly problems: StartProblem[]
}

export function createModuleGraph(root: string, bounds: GraphBounds = GRAPH_BOUNDS): ModuleGraph {
  const known = new Map<string, Read>()
  const nameOf = (path: string): string => relative(root, path).split(sep).join('/')

  // Read synchronously: the time goes into parsing, and a start has nothing else to do.
  function read(path: string): Read {
    const found = known.get(path) ?? load(path)
    known.set(path, found)
    return found
  }

  function load(path: string): Read {
    const name = nameOf(path)
    const start = { file: name, line: 1, column: 1 }
    const source = sourceOf(path, bounds.file_bytes)
    if (source.message !== undefined)
      return { file: null, problems: [problem('unreadable_module', start, source.message, source.remedy)] }
    const file = parseFile(path, name, source.text)
    if (file.error !== null) {
      const message = `This file does not parse: ${file.error.message}.`
      return { file: null, problems: [problem('unreadable_module', file.error.place, message, 'Correct the syntax.')] }
    }
    const problems: StartProblem[] = []
    for (const { specifier, start: offset } of file.requests) {
      const target = resolveImport(specifier, path, root)
      file.targets.set(specifier, target)
      if (target.kind === 'missing')
        problems.push(
          problem(
            'unreadable_module',
            file.place(offset),
            `The import of “${specifier}” leads to no file.`,
            'Correct the path, or create the file.',
          ),
        )
    }
    return { file, problems }
  }

  return {
    fileAt: (path) => known.get(path)?.file ?? null,
    forget(folder) {
      const isInside = (path: string): boolean => path.startsWith(folder + sep)
      for (const [path, { file }] of known)
        if (!isInside(path) && file?.targets.values().some((target) => target.kind === 'file' && isInside(target.path)))
          return
      for (const [path, { file }] of known)
        if (isInside(path)) {
          file?.release()
          known.delete(path)
        }
    },
    treeOf(entry) {
      const files: SourceFile[] = []
      const problems: StartProblem[] = []
      const paths = new Set([entry])
      for (const path of paths) {
        if (files.length === bounds.files) {
          const message = `This sub-agent imports more than ${bounds.files} files; the rest was not scanned.`
          const place = { file: nameOf(entry), line: 1, column: 1 }
          problems.push(problem('unreadable_module', place, message, 'Make a package of what it shares with others.'))
          break
        }
        const { file, problems: own } = read(path)
        problems.push(...own)
        if (file === null) continue
        files.push(file)
        for (const target of file.targets.values())
          if (target.kind === 'file' && CODE.has(extname(target.path))) paths.add(target.path)
      }
      return { files, problems }
    },
  }
}

function sourceOf(path: string, most: number): { text: string; message?: never } | { message: string; remedy: string } {
  const bytes = statSync(path).size
  if (bytes > most)
    return { message: `This file is too large to scan: ${bytes} bytes, at most ${most} are read.`, remedy: 'Split it.' }
  try {
    return { text: readFileSync(path, 'utf8').replace(/^\uFEFF/, '') }
  } catch {
    return { message: 'This file can’t be read.', remedy: 'Check who may read it.' }
  }
}
