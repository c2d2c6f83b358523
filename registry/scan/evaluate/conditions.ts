import type { Node } from 'oxc-parser'
import { definitionsOf } from '../source/definitions.ts'
import { frameOf, isCalled, type Frame } from './frame.ts'
import { keyName, unwrap } from '../source/names.ts'
import { property } from './members.ts'
import type { Alternative, Evaluator, Value } from './value.ts'

/**
 * A helper that takes an id or an event tells them apart: `typeof event === 'string' ? { event_type: event } : event`.
 * For one call of it the answer is known. Only conditions on the arguments of a call are decided: everything else may
 * go either way, so that an emission in a branch that looks dead is still seen.
 */
export function decide(ev: Evaluator, test: Node, frame: Frame): boolean | null {
  return isCalled(frame) ? decided(ev, unwrap(test), frame) : null
}

function decided(ev: Evaluator, test: Node, frame: Frame): boolean | null {
  switch (test.type) {
    case 'UnaryExpression': {
      if (test.operator !== '!') return null
      const inner = decided(ev, unwrap(test.argument), frame)
      return inner === null ? null : !inner
    }
    case 'LogicalExpression': {
      const left = decided(ev, unwrap(test.left), frame)
      const right = decided(ev, unwrap(test.right), frame)
      if (test.operator === '&&') return left === false || right === false ? false : left === true ? right : null
      if (test.operator === '||') return left === true || right === true ? true : left === false ? right : null
      return null
    }
    case 'BinaryExpression':
      return compared(ev, test as Extract<Node, { type: 'BinaryExpression' }>, frame)
    case 'CallExpression': {
      const callee = unwrap(test.callee)
      const [argument] = test.arguments
      if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier' || callee.object.name !== 'Array')
        return null
      if (keyName(callee.property, callee.computed) !== 'isArray' || argument === undefined) return null
      return agreed(argumentValue(ev, argument, frame), ({ kind }) => (kind === 'unknown' ? null : kind === 'array'))
    }
    case 'Identifier': {
      const source = constSource(frame, test)
      if (source !== null && !['Identifier', 'MemberExpression'].includes(source.type))
        return decided(ev, source, frame)
      return agreed(argumentValue(ev, test, frame), isTruthy)
    }
    case 'MemberExpression':
      return agreed(argumentValue(ev, test, frame), isTruthy)
    default:
      return null
  }
}

function compared(ev: Evaluator, test: Extract<Node, { type: 'BinaryExpression' }>, frame: Frame): boolean | null {
  const { operator } = test
  const right = unwrap(test.right)
  const left = unwrap(test.left)
  if (operator === 'in') {
    const name = left.type === 'Literal' && typeof left.value === 'string' ? left.value : null
    if (name === null) return null
    return agreed(argumentValue(ev, right, frame), (found) => hasMember(ev, found, name))
  }
  const equal = operator === '===' || operator === '==' ? true : operator === '!==' || operator === '!=' ? false : null
  if (equal === null) return null
  const result =
    typeCompared(ev, left, right, frame) ??
    typeCompared(ev, right, left, frame) ??
    valueCompared(ev, left, right, frame)
  return result === null ? null : result === equal
}

function typeCompared(ev: Evaluator, left: Node, right: Node, frame: Frame): boolean | null {
  if (left.type !== 'UnaryExpression' || left.operator !== 'typeof') return null
  if (right.type !== 'Literal' || typeof right.value !== 'string') return null
  const expected = right.value
  return agreed(argumentValue(ev, left.argument, frame), (found) => {
    const type = typeName(found)
    return type === null ? null : type === expected
  })
}

function valueCompared(ev: Evaluator, left: Node, right: Node, frame: Frame): boolean | null {
  const own = argumentValue(ev, left, frame) ?? argumentValue(ev, right, frame)
  if (own === null) return null
  const [a, ...moreA] = ev.evaluate(left, frame)
  const [b, ...moreB] = ev.evaluate(right, frame)
  if (a === undefined || b === undefined || moreA.length > 0 || moreB.length > 0) return null
  if (a.kind === 'text' && b.kind === 'text') return a.value === b.value
  if (a.kind === 'scalar' && b.kind === 'scalar')
    return a.value === null || b.value === null ? null : a.value === b.value
  if (a.kind === 'nothing' && b.kind === 'nothing') return null
  const kinds = [typeName(a), typeName(b)]
  return kinds.includes(null) || (a.kind === 'words' && b.kind === 'text') || (a.kind === 'text' && b.kind === 'words')
    ? null
    : kinds[0] === kinds[1]
      ? null
      : false
}

const agreed = (value: Value | null, ask: (found: Alternative) => boolean | null): boolean | null => {
  if (value === null) return null
  const answers = new Set(value.map(ask))
  const [answer] = answers
  return answers.size === 1 ? (answer ?? null) : null
}

/** The value of a test's operand, when it is an argument of a call that is followed, or a member of one. */
export function argumentValue(ev: Evaluator, node: Node, frame: Frame): Value | null {
  return isArgument(unwrap(node), frame) ? ev.evaluate(node, frame) : null
}

function isArgument(node: Node, frame: Frame): boolean {
  if (node.type === 'MemberExpression') return isArgument(unwrap(node.object), frame)
  if (node.type !== 'Identifier') return false
  const { file } = frame.body
  const declaration = file.syntax().scopes.declarationOf(node.name, node)
  if (declaration?.type === 'FunctionParam') {
    const body = file.syntax().bodies.get(declaration.fnNode)
    return body !== undefined && frameOf(body, frame).args !== null && definitionsOf(file, declaration).length === 0
  }
  const source = constSource(frame, node)
  return source !== null && isArgument(unwrap(source), frame)
}

/** What a name that is assigned once stands for. */
function constSource(frame: Frame, node: Extract<Node, { type: 'Identifier' }>): Node | null {
  const { file } = frame.body
  const declaration = file.syntax().scopes.declarationOf(node.name, node)
  if (declaration?.type !== 'Variable') return null
  const [only, ...others] = definitionsOf(file, declaration)
  return only !== undefined && others.length === 0 && only.body === frame.body
    ? only.source && unwrap(only.source)
    : null
}

function typeName({ kind }: Alternative): string | null {
  switch (kind) {
    case 'text':
    case 'words':
      return 'string'
    case 'object':
    case 'layers':
    case 'array':
    case 'instance':
    case 'config':
    case 'module':
      return 'object'
    case 'function':
    case 'class':
    case 'writer':
    case 'known':
      return 'function'
    case 'nothing':
      return 'undefined'
    default:
      return null
  }
}

function isTruthy(found: Alternative): boolean | null {
  switch (found.kind) {
    case 'text':
      return found.value !== ''
    case 'scalar':
      return found.value === null ? null : Boolean(found.value)
    case 'nothing':
      return false
    case 'unknown':
    case 'words':
    case 'global':
    case 'config':
      return null
    default:
      return true
  }
}

function hasMember(ev: Evaluator, found: Alternative, name: string): boolean | null {
  if (found.kind !== 'object' && found.kind !== 'layers') return null
  const member = property(ev, [found], name)
  if (member.every(({ kind }) => kind === 'nothing')) return false
  return member.some(({ kind }) => kind === 'nothing' || kind === 'unknown') ? null : true
}
