import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { parseSync } from 'oxc-parser'
import { walk } from 'oxc-walker'

export type Import = {
  /** As it is written. */
  specifier: string
  line: number
  /** Gone when types are stripped. */
  typeOnly: boolean
  /** Loaded when it is called for, not with the file. */
  dynamic: boolean
}

/** Every import and re-export of a TypeScript file whose path is written out. */
export function readImports(path: string): Import[] {
  const source = readFileSync(path, 'utf8')
  const { program, module, errors } = parseSync(path, source)
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message}`)
  const found: Import[] = []
  const add = (start: number, specifier: string, typeOnly: boolean, dynamic = false) =>
    found.push({ specifier, line: source.slice(0, start).split('\n').length, typeOnly, dynamic })

  for (const { start, moduleRequest, entries } of module.staticImports)
    add(start, moduleRequest.value, entries.length > 0 && entries.every(({ isType }) => isType))
  for (const { start, entries } of module.staticExports)
    for (const request of new Set(entries.map(({ moduleRequest }) => moduleRequest?.value))) {
      const own = entries.filter(({ moduleRequest }) => moduleRequest?.value === request)
      if (request !== undefined)
        add(
          start,
          request,
          own.every(({ isType }) => isType),
        )
    }
  walk(program, {
    enter(node) {
      if (node.type === 'TSImportType') add(node.start, node.source.value, true, true)
      if (node.type === 'ImportExpression' && node.source.type === 'Literal' && typeof node.source.value === 'string')
        add(node.start, node.source.value, false, true)
    },
  })
  return found.sort((a, b) => a.line - b.line)
}

const OWN_NAMES: Readonly<Record<string, string>> = {
  '#kit': 'src/kit/index.ts',
  'onevoice/kit': 'src/kit/index.ts',
  onevoice: 'src/index.ts',
}

/** From a file of the tree to the file an import means, both from the root; undefined: a package. */
export function resolveImport(file: string, specifier: string): string | undefined {
  const own = OWN_NAMES[specifier]
  if (own !== undefined) return own
  if (!specifier.startsWith('.')) return undefined
  return posix.join(posix.dirname(file), specifier)
}
