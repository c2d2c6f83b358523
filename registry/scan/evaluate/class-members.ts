import type { Class, ClassElement, Node } from 'oxc-parser'
import { memberWritesOf } from '../source/definitions.ts'
import { MAX_DEPTH, baseFrame, callFrame, entryFrame, frameOf, type Budget, type Frame } from './frame.ts'
import { withHint } from './hinted-value.ts'
import { typeHint, type Hint } from './hints.ts'
import { keyName, namesIn } from '../source/names.ts'
import type { Body } from '../source/syntax.ts'
import {
  NOTHING,
  UNKNOWN,
  make,
  one,
  present,
  union,
  unsure,
  type Alternative,
  type Arguments,
  type Evaluator,
  type Value,
} from './value.ts'

/**
 * A class is a body of its own: its frame stands around its fields and methods, and holds the constructor's frame, so
 * that `this.write` is what this instance was given.
 */
export function instanceFrame(body: Body, outer: Frame, args: Arguments, caller: Frame, budget: Budget): Frame {
  const frame = callFrame(body, outer, args, caller, budget)
  return frame === null ? entryFrame(body, outer) : constructed(frame, budget)
}

/** With its constructor’s frame, which then is the one that `entryFrame` finds. */
function constructed(frame: Frame, budget: Budget): Frame {
  const constructor = constructorOf(frame.body)
  if (constructor === null || frame.args === null || frame.inner.has(constructor)) return frame
  const called = callFrame(constructor, frame, frame.args, frame, budget)
  if (called !== null) frame.inner.set(constructor, called)
  return frame
}

export function constructorOf(body: Body): Body | null {
  const found = elementsOf(body).find(
    (element) => element.type === 'MethodDefinition' && element.kind === 'constructor',
  )
  return (found?.type === 'MethodDefinition' && body.file.syntax().bodies.get(found.value)) || null
}

const elementsOf = (body: Body): readonly ClassElement[] => (body.node as Class).body.body

export function instanceMember(ev: Evaluator, frame: Frame, name: string | null): Value {
  if (name === null) return UNKNOWN
  const own = ownMember(ev, frame, name, false)
  if (own !== null) return own
  const base = baseInstance(ev, frame)
  if (base === null) return frame.args === null && frame.derived === null ? inDerived(frame.body) : NOTHING
  return union(...base.map((found) => ev.property([found], name)))
}

/** A class that extends this one may have it: then it is seen there. */
const inDerived = (body: Body): Value =>
  one({ kind: 'unknown' }, { origin: null, carried: false, sure: true, entered: [body] })

/** The same object seen as its base class; null when it has none. */
export function baseInstance(ev: Evaluator, frame: Frame): Value | null {
  const { superClass } = frame.body.node as Class
  if (superClass === null || frame.depth >= MAX_DEPTH) return null
  const bases = ev.evaluate(superClass, frame.outer as Frame)
  const constructor = constructorOf(frame.body)
  const call = constructor?.calls.find((found) => found.type === 'CallExpression' && found.callee.type === 'Super')
  return bases.map((base): Alternative => {
    if (base.kind !== 'class') return UNKNOWN[0] as Alternative
    const args = superArguments(ev, constructor, call, frame)
    return make({ kind: 'instance', frame: constructed(baseFrame(base.body, base.outer, args, frame), ev.budget) })
  })
}

/** Without a constructor of its own a class hands its arguments on. */
function superArguments(
  ev: Evaluator,
  constructor: Body | null,
  call: Node | undefined,
  frame: Frame,
): Arguments | null {
  if (constructor === null) return frame.args
  if (call?.type !== 'CallExpression') return null
  return ev.argumentsOf(call, entryFrame(constructor, frame))
}

export function staticMember(
  ev: Evaluator,
  found: Extract<Alternative, { kind: 'class' }>,
  name: string | null,
): Value {
  if (name === null) return UNKNOWN
  return ownMember(ev, entryFrame(found.body, found.outer), name, true) ?? UNKNOWN
}

function ownMember(ev: Evaluator, frame: Frame, name: string, fixed: boolean): Value | null {
  const { file } = frame.body
  const found: Value[] = []
  let hint: Hint | null = null
  let isDeclared = false
  for (const element of elementsOf(frame.body)) {
    if (!('key' in element) || element.static !== fixed || keyName(element.key, element.computed) !== name) continue
    if ('kind' in element) {
      const body = file.syntax().bodies.get(element.value)
      // Abstract.
      if (body === undefined) found.push(inDerived(frame.body))
      if (body === undefined || element.kind === 'set') continue
      if (element.kind === 'get') found.push(ev.returned(entryFrame(body, frame)))
      else found.push(one({ kind: 'function', body, outer: frame, bound: [] }))
    } else {
      if (element.typeAnnotation) hint = typeHint(file, element.typeAnnotation.typeAnnotation)
      if (element.value !== null) found.push(ev.evaluate(element.value, frame))
      else isDeclared = true
    }
  }
  if (!fixed) found.push(...parameterProperty(ev, frame, name))
  for (const { name: written, source, body } of memberWritesOf(file, frame.body.node))
    if (written === name) found.push(ev.evaluate(source, frameOf(body, frame)))
  if (found.length === 0) return isDeclared ? withHint(UNKNOWN, hint) : null
  const value = withHint(present(union(...found)), hint)
  return found.length === 1 ? value : unsure(value)
}

/** `constructor(private readonly write: StreamWriter) {}` */
function* parameterProperty(ev: Evaluator, frame: Frame, name: string): Generator<Value> {
  const constructor = constructorOf(frame.body)
  if (constructor === null || !('params' in constructor.node)) return
  for (const param of constructor.node.params)
    if (param.type === 'TSParameterProperty')
      for (const bound of namesIn(param))
        if (bound.name === name) yield ev.evaluate(bound, entryFrame(constructor, frame))
}
