import type { Node } from 'oxc-parser'
import type { ScopeTrackerNode } from 'oxc-walker'
import { definitionsOf, memberWritesOf, stepsTo, type Definition, type Step } from '../source/definitions.ts'
import { add } from './evaluate-text.ts'
import { frameOf, isAround, type Frame } from './frame.ts'
import { withHint } from './hinted-value.ts'
import { parameterHint, typeHint } from './hints.ts'
import { anyItem, keysOf } from './member-lists.ts'
import { reachingDefinitions } from '../source/reaching.ts'
import type { SourceFile } from '../source/source-file.ts'
import { bodyAround, isFunctionLike, type Body, type FunctionLike } from '../source/syntax.ts'
import {
  NOTHING,
  UNKNOWN,
  layered,
  make,
  map,
  one,
  present,
  retag,
  union,
  unknownFrom,
  unsure,
  type Alternative,
  type Evaluator,
  type Value,
} from './value.ts'

type Identifier = Extract<Node, { type: 'Identifier' }>
type Declared<Type extends ScopeTrackerNode['type']> = Extract<ScopeTrackerNode, { type: Type }>

/** What a name stands for, where it stands. */
export function evaluateName(ev: Evaluator, node: Identifier, frame: Frame): Value {
  const { file } = frame.body
  const declaration = file.syntax().scopes.declarationOf(node.name, node)
  if (declaration === null) return node.name === 'undefined' ? NOTHING : one({ kind: 'global', name: node.name })
  switch (declaration.type) {
    case 'Variable':
      return retag(patched(ev, evaluateVariable(ev, declaration, node, frame), declaration, frame), file, node)
    case 'FunctionParam':
      return patched(ev, evaluateParameter(ev, declaration, node, frame), declaration, frame)
    case 'Import':
      return retag(evaluateImport(ev, declaration, file), file, node)
    case 'Function':
      return functionValue(declaration.node, frame)
    case 'Identifier':
      return retag(evaluateDeclared(ev, declaration.node.parent, frame), file, node)
    default:
      return UNKNOWN
  }
}

export function functionValue(node: FunctionLike, frame: Frame): Value {
  const body = frame.body.file.syntax().bodies.get(node)
  if (body === undefined || body.parent === null) return UNKNOWN
  return one({ kind: 'function', body, outer: frameOf(body.parent, frame), bound: [] })
}

function evaluateDeclared(ev: Evaluator, node: Node | null | undefined, frame: Frame): Value {
  if (node?.type === 'ClassDeclaration' || node?.type === 'ClassExpression') return classValue(node, frame)
  if (node?.type !== 'TSEnumDeclaration') return UNKNOWN
  const members = new Map<string, Value>()
  for (const { id, initializer } of node.body.members) {
    const name = id.type === 'Identifier' ? id.name : id.type === 'Literal' ? id.value : null
    if (name !== null)
      members.set(
        name,
        initializer === null
          ? UNKNOWN
          : ev.evaluate(initializer, frameOf(bodyAround(frame.body.file.syntax(), node), frame)),
      )
  }
  return layered([members])
}

export function classValue(node: Extract<Node, { type: 'ClassDeclaration' | 'ClassExpression' }>, frame: Frame): Value {
  const body = frame.body.file.syntax().bodies.get(node)
  if (body === undefined || body.parent === null) return UNKNOWN
  return one({ kind: 'class', body, outer: frameOf(body.parent, frame) })
}

function evaluateImport(ev: Evaluator, { node, importNode }: Declared<'Import'>, file: SourceFile): Value {
  const module = moduleValue(ev, file, importNode.source.value)
  if (node.type === 'ImportNamespaceSpecifier') return module
  if (node.type === 'ImportDefaultSpecifier') return ev.property(module, 'default')
  return ev.property(module, node.imported.type === 'Identifier' ? node.imported.name : node.imported.value)
}

/** A module as a namespace. */
export function moduleValue(ev: Evaluator, file: SourceFile, specifier: string | null): Value {
  const target = specifier === null ? undefined : file.targets.get(specifier)
  if (target?.kind === 'kit' || target?.kind === 'langgraph') return one({ kind: 'known_module', module: target.kind })
  const imported = target?.kind === 'file' ? ev.fileAt(target.path) : null
  return imported === null ? UNKNOWN : one({ kind: 'module', file: imported })
}

function evaluateVariable(ev: Evaluator, declaration: Declared<'Variable'>, at: Node, frame: Frame): Value {
  const { file } = frame.body
  const definitions = definitionsOf(file, declaration)
  const { reaching, sure } = reachingDefinitions(definitions, at, frame.body)
  const found = present(union(...reaching.map((definition) => definedValue(ev, definition, frame))))
  // Declared without a value and never given one that can be seen.
  const value = reaching.every(({ source }) => source === null) ? UNKNOWN : found
  const annotation = annotationOf(declaration.node)
  const hinted = annotation === null ? value : withHint(value, typeHint(file, annotation))
  return sure ? hinted : unsure(hinted)
}

const annotationOf = (node: Node) =>
  node.type === 'Identifier' && node.typeAnnotation ? node.typeAnnotation.typeAnnotation : null

function definedValue(ev: Evaluator, definition: Definition, frame: Frame): Value {
  if (definition.source === null) return definition.node.type === 'VariableDeclarator' ? NOTHING : UNKNOWN
  return assignedIn(ev, definition.body, frame, (at) => definedIn(ev, definition, at))
}

function definedIn(ev: Evaluator, { node, source, steps, operator }: Definition, at: Frame): Value {
  const value = takeSteps(ev, ev.evaluate(source as Node, at), steps, at)
  if (operator === '=' || node.type !== 'AssignmentExpression') return value
  const before = ev.evaluate(node.left, at)
  if (operator === '+=') return add(before, value)
  return operator === '??=' || operator === '||=' || operator === '&&=' ? union(present(before), value) : UNKNOWN
}

/**
 * What a body assigns to something outside it. When that body is not the one that runs here, it is what any call of it
 * that was seen assigns.
 */
function assignedIn(ev: Evaluator, body: Body, frame: Frame, evaluateIn: (at: Frame) => Value): Value {
  const at = frameOf(body, frame)
  const value = evaluateIn(at)
  if (isAround(body, frame)) return value
  const calls = value.some(({ entered }) => entered.includes(body)) ? ev.seenCalls(body, at, frame) : []
  return calls.length === 0 ? value : union(...calls.map(evaluateIn))
}

function evaluateParameter(ev: Evaluator, declaration: Declared<'FunctionParam'>, at: Node, frame: Frame): Value {
  const fn = declaration.fnNode
  const { file } = frame.body
  const body = isFunctionLike(fn) ? file.syntax().bodies.get(fn) : undefined
  if (body === undefined) return UNKNOWN
  const own = frameOf(body, frame)
  const param = fn.params.find((found) => found.start <= declaration.node.start && declaration.node.end <= found.end)
  if (param === undefined) return UNKNOWN
  // TypeScript's `this` parameter takes no argument.
  const params = fn.params.filter((found) => !(found.type === 'Identifier' && found.name === 'this'))
  const index = params.indexOf(param)
  const passed = argumentAt(own, index, param.type === 'RestElement')
  const hint = param.type === 'RestElement' ? null : parameterHint(file, fn, param, index)
  const value = takeSteps(ev, withHint(passed, hint), stepsTo(declaration.node, param), own)
  const later = definitionsOf(file, declaration)
  if (later.length === 0) return value
  const initial: Definition = { node: param, body, source: null, steps: [], operator: '=' }
  const { reaching, sure } = reachingDefinitions([initial, ...later], at, frame.body)
  const all = union(...reaching.map((found) => (found.node === param ? value : definedValue(ev, found, frame))))
  return sure ? present(all) : unsure(present(all))
}

function argumentAt({ args, body }: Frame, index: number, rest: boolean): Value {
  if (args === null) return one({ kind: 'unknown' }, { origin: null, carried: false, sure: true, entered: [body] })
  if (rest) return one({ kind: 'array', items: args.values.slice(index), open: args.open })
  return args.values[index] ?? (args.open ? UNKNOWN : NOTHING)
}

function takeSteps(ev: Evaluator, start: Value, steps: readonly Step[], frame: Frame): Value {
  let value = start
  for (const step of steps) {
    switch (step.kind) {
      case 'property':
        value = ev.property(value, step.name)
        break
      case 'item':
        value = ev.property(value, String(step.index))
        break
      case 'any_item':
        value = map(value, (found) => anyItem(ev, found))
        break
      case 'any_key':
        value = map(value, (found) => keysOf(ev, found))
        break
      case 'rest':
        value = map(value, (found) => restOf(found, step.from))
        break
      case 'default':
        value = map(value, (found) => {
          if (found.kind === 'nothing') return ev.evaluate(step.node, frame)
          const isVague = found.kind === 'unknown' || (found.kind === 'config' && !found.sure)
          return isVague ? union([found], ev.evaluate(step.node, frame)) : [found]
        })
    }
  }
  return value
}

function restOf(found: Alternative, from: number): Value {
  if (found.kind === 'array') return [make({ kind: 'array', items: found.items.slice(from), open: found.open }, found)]
  return found.kind === 'object' || found.kind === 'layers' ? [found] : [unknownFrom(found)]
}

/** An object together with what is written to its members elsewhere. */
function patched(ev: Evaluator, value: Value, declaration: ScopeTrackerNode, frame: Frame): Value {
  const writes = memberWritesOf(frame.body.file, declaration.node)
  if (writes.length === 0) return value
  const late = new Map<string, Value>()
  for (const { name, source, body } of writes) {
    if (name === null) continue
    const written = assignedIn(ev, body, frame, (at) => ev.evaluate(source, at))
    const before = late.get(name)
    late.set(name, before === undefined ? written : union(before, written))
  }
  const open: Value[] = writes.some(({ name }) => name === null) ? [UNKNOWN] : []
  return map(value, (found) => {
    if (!['object', 'layers', 'unknown', 'instance'].includes(found.kind)) return [found]
    // Whether a member has been written when it is read is not told: what was there before counts too.
    const members = new Map(
      [...late].map(([name, written]) => {
        const before = ev.property([found], name)
        return [
          name,
          before.every(({ kind }) => kind === 'nothing' || kind === 'unknown')
            ? written
            : unsure(union(before, written)),
        ]
      }),
    )
    return layered([[found], ...open, members], found)
  })
}
