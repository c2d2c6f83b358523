import type { Node } from 'oxc-parser'
import { rootFrame } from './frame.ts'
import { moduleValue } from './evaluate-name.ts'
import { namesIn } from '../source/names.ts'
import { perFile, type SourceFile } from '../source/source-file.ts'
import { NOTHING, UNKNOWN, type Evaluator, type Value } from './value.ts'

/** What one export of a module is. */
type Exported =
  | { readonly kind: 'here'; readonly node: Node }
  | { readonly kind: 'elsewhere'; readonly specifier: string; readonly name: string }
  | { readonly kind: 'namespace'; readonly specifier: string }

interface ExportTable {
  readonly names: ReadonlyMap<string, Exported>
  /** `export * from` */
  readonly stars: readonly string[]
  /** Null while one is being worked out. */
  readonly values: Map<string, Value | null>
}

export const exportTable = perFile((file): ExportTable => {
  const names = new Map<string, Exported>()
  const stars: string[] = []
  for (const statement of file.syntax().program.body) {
    if (statement.type === 'ExportDefaultDeclaration')
      names.set('default', { kind: 'here', node: statement.declaration })
    else if (statement.type === 'ExportAllDeclaration' && statement.exportKind !== 'type') {
      if (statement.exported === null) stars.push(statement.source.value)
      else names.set(exportName(statement.exported), { kind: 'namespace', specifier: statement.source.value })
    } else if (statement.type === 'ExportNamedDeclaration' && statement.exportKind !== 'type') {
      for (const node of declaredIn(statement.declaration)) names.set(node.name, { kind: 'here', node: node.at })
      for (const { local, exported, exportKind } of statement.specifiers) {
        if (exportKind === 'type') continue
        const name = exportName(exported)
        if (statement.source === null) names.set(name, { kind: 'here', node: local })
        else names.set(name, { kind: 'elsewhere', specifier: statement.source.value, name: exportName(local) })
      }
    }
  }
  return { names, stars, values: new Map() }
})

const exportName = (node: Node): string =>
  node.type === 'Identifier' ? node.name : node.type === 'Literal' ? String(node.value) : ''

function* declaredIn(declaration: Node | null): Generator<{ name: string; at: Node }> {
  if (declaration?.type === 'VariableDeclaration')
    for (const { id } of declaration.declarations) for (const name of namesIn(id)) yield { name: name.name, at: name }
  else if (declaration && 'id' in declaration && declaration.id?.type === 'Identifier')
    yield { name: declaration.id.name, at: declaration.type === 'TSEnumDeclaration' ? declaration.id : declaration }
}

/** What a module exports under a name; `nothing` when it exports no such name. */
export function exportedValue(ev: Evaluator, file: SourceFile, name: string): Value {
  const table = exportTable(file)
  const known = table.values.get(name)
  if (known !== undefined) return known ?? UNKNOWN
  table.values.set(name, null)
  const value = evaluateExport(ev, file, table, name)
  table.values.set(name, value)
  return value
}

function evaluateExport(ev: Evaluator, file: SourceFile, { names, stars }: ExportTable, name: string): Value {
  const found = names.get(name)
  switch (found?.kind) {
    case 'here':
      return ev.evaluate(found.node, rootFrame(file))
    case 'elsewhere':
      return ev.property(moduleValue(ev, file, found.specifier), found.name)
    case 'namespace':
      return moduleValue(ev, file, found.specifier)
  }
  if (name === 'default') return NOTHING
  const through = stars.map((specifier) => ev.property(moduleValue(ev, file, specifier), name))
  const given = through.filter((value) => value.some(({ kind }) => kind !== 'nothing'))
  const certain = given.find((value) => value.every(({ kind }) => kind !== 'unknown'))
  return certain ?? given[0] ?? NOTHING
}
