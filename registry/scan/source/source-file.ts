import { parseSync, type OxcError, type Program } from 'oxc-parser'
import type { Place } from '../../../src/contract/index.ts'
import { nextKey } from './keys.ts'
import { readSyntax, type Syntax } from './syntax.ts'

/** A module named by a literal in an import, an export … from, or an import(). */
export interface ModuleRequest {
  readonly specifier: string
  readonly start: number
}

/** What a module request leads to. */
export type Target =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'kit' | 'langgraph' | 'langchain' | 'package' | 'missing' }

/** One file of the tree. Its syntax is read when it is first asked for: many files are never asked. */
export interface SourceFile {
  /** Its own among all. */
  readonly key: number
  readonly path: string
  /** Relative to the root, with forward slashes. */
  readonly file: string
  readonly text: string
  readonly requests: readonly ModuleRequest[]
  readonly error: { readonly message: string; readonly place: Place } | null
  /** Whether a way to a writer begins in it; told by `markWays`. */
  hasWay: boolean
  /** By specifier; filled in by the module graph. */
  readonly targets: Map<string, Target>
  /** What `perFile` functions worked out about it. */
  readonly derived: Map<object, unknown>
  syntax(): Syntax
  place(offset: number): Place
  /** Lets its syntax go, and what was worked out from it. */
  release(): void
}

/** Works something out once for each file, and keeps it as long as the file is kept. */
export function perFile<T>(make: (file: SourceFile) => T): (file: SourceFile) => T {
  return (file) => {
    const known = file.derived.get(make) as T | undefined
    if (known !== undefined) return known
    const made = make(file)
    file.derived.set(make, made)
    return made
  }
}

export function parseFile(path: string, file: string, source: string): SourceFile {
  const json = path.endsWith('.json')
  // So that the ids of a JSON module can be read like any others.
  const text = json ? `export default ${source}` : source
  const result = parseSync(json ? `${path}.ts` : path, text, { preserveParens: false, sourceType: 'module' })
  let syntax: Syntax | undefined
  let lines: number[] | undefined
  const place = (offset: number): Place => {
    lines ??= lineStarts(text)
    let low = 0
    let high = lines.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((lines[middle] as number) <= offset) low = middle
      else high = middle - 1
    }
    return { file, line: low + 1, column: offset - (lines[low] as number) + 1 }
  }
  const error = result.errors.find((found) => found.severity === 'Error')
  const parsed: SourceFile = {
    key: nextKey(),
    path,
    file,
    text,
    requests: error === undefined ? requestsOf(result, text) : [],
    error: error === undefined ? null : { message: error.message, place: place(startOf(error)) },
    hasWay: false,
    targets: new Map(),
    derived: new Map(),
    syntax: () => (syntax ??= readSyntax(result.program as Program, parsed)),
    place,
    release() {
      // The parser's result keeps its tree until the next full collection: emptied, there is nothing to keep.
      if (syntax !== undefined) syntax.program.body = []
      syntax = undefined
      parsed.derived.clear()
    },
  }
  return parsed
}

const startOf = (error: OxcError): number => error.labels[0]?.start ?? 0

function requestsOf({ module }: ReturnType<typeof parseSync>, text: string): ModuleRequest[] {
  const requests: ModuleRequest[] = []
  for (const { start, moduleRequest, entries } of module.staticImports) {
    // `import type` is erased; `import { type A }` still loads the module.
    const erased =
      entries.length > 0 && entries.every((entry) => entry.isType) && /^import\s+type\b/.test(text.slice(start))
    if (!erased) requests.push({ specifier: moduleRequest.value, start: moduleRequest.start })
  }
  for (const { start, entries } of module.staticExports) {
    const erased = /^export\s+type\b/.test(text.slice(start, start + 40))
    for (const { moduleRequest } of entries)
      if (moduleRequest !== null && !erased)
        requests.push({ specifier: moduleRequest.value, start: moduleRequest.start })
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const specifier = literalSpecifier(text.slice(moduleRequest.start, moduleRequest.end))
    if (specifier !== null) requests.push({ specifier, start: moduleRequest.start })
  }
  return requests
}

/** The text of a string literal, or of a template without substitutions; null for anything else. */
const literalSpecifier = (source: string): string | null =>
  /^[\s(]*(['"`])((?:(?!\1|\\|\$\{).)*)\1[\s)]*$/s.exec(source)?.[2] ?? null

/** As ECMAScript counts lines. */
function lineStarts(text: string): number[] {
  const starts = [0]
  for (const found of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) starts.push(found.index + found[0].length)
  return starts
}
