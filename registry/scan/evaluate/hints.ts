import type { Node, ParamPattern, TSType } from 'oxc-parser'
import type { SourceFile } from '../source/source-file.ts'
import type { FunctionLike } from '../source/syntax.ts'
import { keyName, unwrap } from '../source/names.ts'

/** What a type or a name says about a value that can't be known otherwise. */
export type Hint =
  | { readonly kind: 'config'; readonly sure: boolean }
  | { readonly kind: 'writer' }
  | { readonly kind: 'words' }
  | { readonly kind: 'texts'; readonly values: readonly string[] }
  /** A type, but none of these. */
  | { readonly kind: 'other' }

const CONFIG_TYPES: ReadonlySet<string> = new Set([
  'LangGraphRunnableConfig',
  'RunnableConfig',
  'Runtime',
  'ToolRuntime',
  'ToolRunnableConfig',
])
const WRITER_FACTORIES: ReadonlySet<string> = new Set(['getStreamWriter', 'getWriter'])
const CONFIG_NAME = /^_?(?:config|cfg|runtime|(?:run|runnable|tool|node|graph|langgraph)(?:Config|Runtime))$/i
/** They hand a config or a runtime to the functions they are given. */
const NODE_TAKERS: ReadonlySet<string> = new Set(['addNode', 'tool', 'task', 'entrypoint', 'RunnableLambda'])
const WRAPPERS: ReadonlySet<string> = new Set(['Partial', 'Required', 'Readonly', 'NonNullable', 'Awaited'])
/** Types that are named after one another further than this say nothing. */
const MAX_TYPE_DEPTH = 8

const OTHER: Hint = { kind: 'other' }

/** What a parameter is when its function is entered from outside. */
export function parameterHint(file: SourceFile, fn: FunctionLike, param: ParamPattern, index: number): Hint | null {
  const pattern = param.type === 'TSParameterProperty' ? param.parameter : param
  const target = pattern.type === 'AssignmentPattern' ? pattern.left : pattern
  const annotation = 'typeAnnotation' in target ? target.typeAnnotation : null
  const typed = annotation ? typeHint(file, annotation.typeAnnotation) : null
  if (typed !== null && typed !== OTHER) return typed
  if (target.type === 'Identifier' && CONFIG_NAME.test(target.name)) return { kind: 'config', sure: typed === null }
  if (index === 1 && (target.type === 'Identifier' || takesWriter(target)))
    return { kind: 'config', sure: typed === null && (target.type !== 'Identifier' || isGivenToNodeTaker(fn)) }
  return typed
}

const takesWriter = (pattern: Node): boolean =>
  pattern.type === 'ObjectPattern' &&
  pattern.properties.some(
    (property) => property.type === 'Property' && keyName(property.key, property.computed) === 'writer',
  )

function isGivenToNodeTaker(fn: FunctionLike): boolean {
  const call = fn.parent
  if (call?.type !== 'CallExpression' && call?.type !== 'NewExpression') return false
  const callee = unwrap(call.callee)
  const names = callee.type === 'MemberExpression' ? [unwrap(callee.object), callee.property] : [callee]
  return names.some((name) => name.type === 'Identifier' && NODE_TAKERS.has(name.name))
}

/** What a value of this type is; null where the type says nothing. */
export function typeHint(file: SourceFile, type: TSType, depth = 0): Hint | null {
  if (depth > MAX_TYPE_DEPTH) return null
  switch (type.type) {
    case 'TSAnyKeyword':
    case 'TSUnknownKeyword':
      return null
    case 'TSStringKeyword':
    case 'TSTemplateLiteralType':
      return { kind: 'words' }
    case 'TSLiteralType':
      return type.literal.type === 'Literal' && typeof type.literal.value === 'string'
        ? { kind: 'texts', values: [type.literal.value] }
        : OTHER
    case 'TSUnionType': {
      const parts = type.types.filter((part) => part.type !== 'TSUndefinedKeyword' && part.type !== 'TSNullKeyword')
      return together(parts.map((part) => typeHint(file, part, depth + 1)))
    }
    case 'TSIntersectionType': {
      const parts = type.types.map((part) => typeHint(file, part, depth + 1))
      return parts.find((part) => part?.kind === 'config' || part?.kind === 'writer') ?? OTHER
    }
    case 'TSIndexedAccessType':
      return typeHint(file, type.objectType, depth + 1)?.kind === 'config' &&
        type.indexType.type === 'TSLiteralType' &&
        type.indexType.literal.type === 'Literal' &&
        type.indexType.literal.value === 'writer'
        ? { kind: 'writer' }
        : OTHER
    case 'TSTypeReference': {
      if (type.typeName.type !== 'Identifier') return null
      const argument = type.typeArguments?.params[0]
      return namedHint(file, type.typeName.name, type, argument, depth)
    }
    default:
      return OTHER
  }
}

function together(parts: readonly (Hint | null)[]): Hint | null {
  const [first] = parts
  if (parts.length === 1) return first ?? null
  if (parts.every((part) => part?.kind === 'texts'))
    return { kind: 'texts', values: parts.flatMap((part) => (part?.kind === 'texts' ? part.values : [])) }
  if (parts.every((part) => part?.kind === 'texts' || part?.kind === 'words')) return { kind: 'words' }
  if (parts.every((part) => part?.kind === first?.kind)) return first ?? null
  return OTHER
}

function namedHint(
  file: SourceFile,
  name: string,
  at: TSType,
  argument: TSType | undefined,
  depth: number,
): Hint | null {
  const declaration = file.syntax().scopes.declarationOf(name, at, 'type')
  if (declaration === null) {
    if (WRAPPERS.has(name) && argument !== undefined) return typeHint(file, argument, depth + 1)
    if (name === 'ReturnType' && argument?.type === 'TSTypeQuery' && argument.exprName.type === 'Identifier')
      return WRITER_FACTORIES.has(argument.exprName.name) ? { kind: 'writer' } : OTHER
    return name === 'Record' ? OTHER : null
  }
  if (declaration.type === 'Import') {
    const target = file.targets.get(declaration.importNode.source.value)
    const source = declaration.importNode.source.value
    const imported =
      declaration.node.type === 'ImportSpecifier' && declaration.node.imported.type === 'Identifier'
        ? declaration.node.imported.name
        : name
    if (source === '#kit' || source === 'onevoice/kit' || target?.kind === 'kit')
      return imported === 'StreamWriter' ? { kind: 'writer' } : OTHER
    if (/^(?:@langchain\/|langchain(?:\/|$))/.test(source))
      return CONFIG_TYPES.has(imported) ? { kind: 'config', sure: true } : OTHER
    return null
  }
  const declared = declaration.node.parent
  if (declared?.type === 'TSTypeAliasDeclaration') return typeHint(file, declared.typeAnnotation, depth + 1)
  if (declared?.type === 'TSInterfaceDeclaration') {
    const bases = declared.extends.map(({ expression }) =>
      expression.type === 'Identifier' ? namedHint(file, expression.name, at, undefined, depth + 1) : null,
    )
    return bases.find((base) => base?.kind === 'config') ?? OTHER
  }
  return declaration.type === 'Identifier' ? OTHER : null
}
