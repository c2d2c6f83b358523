import { keyName, unwrap } from '../source/names.ts'
import type { CallNode } from '../source/syntax.ts'
import type { Frame } from './frame.ts'
import { argumentsOf, calledThrough, calleesOf, methodOf } from './invocations.ts'
import { retag, union, unknownFrom, type Evaluator, type Value } from './value.ts'

/** What a call expression gives back. */
export function evaluateCall(ev: Evaluator, call: CallNode, frame: Frame): Value {
  const { file } = frame.body
  const bound = boundValue(ev, call, frame)
  if (bound !== null) return bound
  const through = calledThrough(ev, call, frame)
  const method = through === null ? methodOf(ev, call, frame) : null
  if (method !== null) return retag(method.result(), file, call)
  const callees = through === null ? calleesOf(ev, call, frame) : []
  if (through === null && callees.every(({ kind }) => kind === 'unknown')) return callees.map(unknownFrom)
  const args = argumentsOf(ev, call, frame)
  const invocations = through ?? callees.map((callee) => ({ callee, args }))
  return retag(union(...invocations.map((invocation) => ev.apply(invocation, call, frame))), file, call)
}

/** `f.bind(this, …)` */
function boundValue(ev: Evaluator, call: CallNode, frame: Frame): Value | null {
  if (call.type !== 'CallExpression') return null
  const callee = unwrap(call.callee)
  if (callee.type !== 'MemberExpression' || keyName(callee.property, callee.computed) !== 'bind') return null
  const object = ev.evaluate(callee.object, frame)
  const bound = argumentsOf(ev, call, frame).values.slice(1)
  return object.map((found) =>
    found.kind === 'function' || found.kind === 'writer' || found.kind === 'known'
      ? { ...found, bound: [...found.bound, ...bound] }
      : unknownFrom(found),
  )
}
