import type { Node } from 'oxc-parser'
import { keyName, unwrap } from '../source/names.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { CallNode } from '../source/syntax.ts'
import type { Frame } from './frame.ts'
import { methodCall, scheduled, type MethodCall } from './method-calls.ts'
import {
  NOTHING,
  UNKNOWN,
  one,
  tagIfBare,
  text,
  unknownFrom,
  type Alternative,
  type Arguments,
  type Evaluator,
  type Invocation,
  type Value,
} from './value.ts'

/** Everything that one call expression calls: its callee, and callbacks that are known to be called. */
export function invocationsOf(ev: Evaluator, call: CallNode, frame: Frame): Invocation[] {
  const through = calledThrough(ev, call, frame)
  if (through !== null) return through
  const method = methodOf(ev, call, frame)
  if (method !== null) return method.invocations
  const callees = calleesOf(ev, call, frame)
  const args = callees.every(({ kind }) => kind === 'unknown')
    ? namedArguments(ev, call, frame)
    : argumentsOf(ev, call, frame)
  return callees.flatMap((callee) => scheduled(callee, args) ?? [{ callee, args }])
}

export function calleesOf(ev: Evaluator, call: CallNode, frame: Frame): Value {
  if (call.type === 'TaggedTemplateExpression') return ev.evaluate(call.tag, frame)
  return ev.evaluate(call.callee, frame)
}

export function argumentsOf(ev: Evaluator, call: CallNode, frame: Frame): Arguments {
  const { file } = frame.body
  if (call.type === 'TaggedTemplateExpression') {
    const strings = call.quasi.quasis.map(({ value }) => text(value.cooked ?? ''))
    const rest = call.quasi.expressions.map((node) => tagIfBare(ev.evaluate(node, frame), file, node))
    return { values: [one({ kind: 'array', items: strings, open: false }), ...rest], open: false }
  }
  const values: Value[] = []
  for (const argument of call.arguments) {
    if (argument.type !== 'SpreadElement') {
      values.push(tagIfBare(ev.evaluate(argument, frame), file, argument))
      continue
    }
    const [spread, ...others] = ev.evaluate(argument.argument, frame)
    if (spread?.kind !== 'array' || others.length > 0) {
      // Whatever it is, it begins with this.
      if (spread !== undefined) values.push([unknownFrom(spread)])
      return { values, open: true }
    }
    values.push(...spread.items.map((_, index) => ev.property([spread], String(index))))
    if (spread.open) return { values, open: true }
  }
  return { values, open: false }
}

const NO_WRITERS: ReadonlySet<string> = new Set([
  'Literal',
  'TemplateLiteral',
  'ObjectExpression',
  'ArrayExpression',
  'ArrowFunctionExpression',
  'FunctionExpression',
  'BinaryExpression',
])

/** The file that a name is imported from, when no way to a writer begins in it. It need not be read for everything. */
export function waylessFile(ev: Evaluator, name: Node, frame: Frame): SourceFile | null {
  if (name.type !== 'Identifier') return null
  const { file } = frame.body
  const declaration = file.syntax().scopes.declarationOf(name.name, name)
  if (declaration?.type !== 'Import') return null
  const target = file.targets.get(declaration.importNode.source.value)
  const imported = target?.kind === 'file' ? ev.fileAt(target.path) : null
  return imported?.hasWay === false ? imported : null
}

/** For a callee out of sight: only whether it is given a writer matters. */
function namedArguments(ev: Evaluator, call: CallNode, frame: Frame): Arguments {
  if (call.type === 'TaggedTemplateExpression') return { values: [], open: true }
  const nodes = call.arguments.filter((node) => !NO_WRITERS.has(node.type) && waylessFile(ev, node, frame) === null)
  return {
    values: nodes.map((node) => ev.evaluate(node.type === 'SpreadElement' ? node.argument : node, frame)),
    open: true,
  }
}

const CALLABLE: ReadonlySet<Alternative['kind']> = new Set(['function', 'writer', 'known'])

/** `f.call(this, …)`, `f.apply(this, […])`, `Reflect.apply(f, this, […])`; `f.bind(…)` calls nothing yet. */
export function calledThrough(ev: Evaluator, call: CallNode, frame: Frame): Invocation[] | null {
  if (call.type !== 'CallExpression') return null
  const callee = unwrap(call.callee)
  if (callee.type !== 'MemberExpression') return null
  const name = keyName(callee.property, callee.computed)
  if (name !== 'call' && name !== 'apply' && name !== 'bind') return null
  const object = ev.evaluate(callee.object, frame)
  const args = argumentsOf(ev, call, frame)
  if (object.some((found) => found.kind === 'global' && found.name === 'Reflect')) {
    const [target = UNKNOWN, , list] = args.values
    return target.map((found) => ({ callee: found, args: spreadArguments(list) }))
  }
  if (!object.some(({ kind }) => CALLABLE.has(kind))) return null
  if (name === 'bind') return []
  const rest = name === 'call' ? { values: args.values.slice(1), open: args.open } : spreadArguments(args.values[1])
  return object.map((found) => ({ callee: found, args: rest }))
}

function spreadArguments(list: Value | undefined): Arguments {
  const [only, ...others] = list ?? NOTHING
  if (only?.kind === 'nothing') return { values: [], open: false }
  if (only?.kind !== 'array' || others.length > 0) return { values: [], open: true }
  return { values: only.items, open: only.open }
}

/** A method of a list, a string, a Map or a promise. */
export function methodOf(ev: Evaluator, call: CallNode, frame: Frame): MethodCall | null {
  if (call.type !== 'CallExpression') return null
  const callee = unwrap(call.callee)
  if (callee.type !== 'MemberExpression') return null
  const name = keyName(callee.property, callee.computed)
  if (name === null) return null
  return methodCall(ev, name, ev.evaluate(callee.object, frame), call, frame)
}
