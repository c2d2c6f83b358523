import type { Node } from 'oxc-parser'
import type { Frame } from './frame.ts'
import {
  MAX_TEXTS,
  joinTags,
  make,
  text,
  union,
  unknownFrom,
  type Alternative,
  type Evaluator,
  type Value,
} from './value.ts'

/** Longer ones are no ids. */
const MAX_TEXT = 4_096

export function evaluateTemplate(ev: Evaluator, node: Extract<Node, { type: 'TemplateLiteral' }>, frame: Frame): Value {
  let value = text(node.quasis[0]?.value.cooked ?? '')
  for (const [index, expression] of node.expressions.entries()) {
    const part = ev.evaluate(expression, frame).map((found) => (isText(found) ? found : make({ kind: 'words' }, found)))
    value = add(add(value, part), text(node.quasis[index + 1]?.value.cooked ?? ''))
  }
  return value
}

/** `a + b`, for every alternative of both. */
export function add(left: Value, right: Value): Value {
  if (left.length * right.length > MAX_TEXTS)
    return [make({ kind: 'words' }, joinTags(left[0] as Alternative, right[0] as Alternative))]
  const sums: Value[] = []
  for (const a of left) for (const b of right) sums.push([sum(a, b)])
  return union(...sums)
}

function sum(a: Alternative, b: Alternative): Alternative {
  const tag = joinTags(a, b)
  const texts = [textOf(a), textOf(b)]
  const isString = [a, b].some(({ kind }) => kind === 'text' || kind === 'words')
  if (!isString) return unknownFrom(tag)
  const [first, second] = texts
  return first === null ||
    second === null ||
    first === undefined ||
    second === undefined ||
    first.length + second.length > MAX_TEXT
    ? make({ kind: 'words' }, tag)
    : make({ kind: 'text', value: first + second }, tag)
}

const isText = (found: Alternative): boolean => textOf(found) !== null

/** As a string, when that can be known. */
export function textOf(found: Alternative): string | null {
  if (found.kind === 'text') return found.value
  return found.kind === 'scalar' && found.value !== null ? String(found.value) : null
}
