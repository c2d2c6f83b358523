import type { CallNode } from '../source/syntax.ts'
import { builtIn } from './built-ins.ts'
import { instanceFrame } from './class-members.ts'
import { callFrame, entryFrame, type Budget, type Frame } from './frame.ts'
import { withHint } from './hinted-value.ts'
import { typeHint } from './hints.ts'
import { isReachable } from './reachable.ts'
import {
  NOTHING,
  UNKNOWN,
  carry,
  one,
  union,
  unknownFrom,
  type Alternative,
  type Arguments,
  type Evaluator,
  type Invocation,
  type Value,
} from './value.ts'

/** A call whose arguments have more combinations than this runs once, with all of them at once. */
const MAX_COMBINATIONS = 16

/** What one callee gives back for these arguments. */
export function apply(ev: Evaluator, { callee, args }: Invocation, call: CallNode, caller: Frame): Value {
  switch (callee.kind) {
    case 'function':
      return resultOf(ev, callee, args, caller)
    case 'class': {
      if (call.type !== 'NewExpression') return UNKNOWN
      return one({ kind: 'instance', frame: instanceOf(callee, args, caller, ev.budget) })
    }
    case 'writer':
      return NOTHING
    case 'known':
      return knownResult(callee, args, call, caller)
    case 'global':
      return builtIn(ev, callee.name, args, call.type === 'NewExpression', callee)
    case 'unknown':
    case 'config':
      return [unknownFrom(callee)]
    default:
      return UNKNOWN
  }
}

export const instanceOf = (
  { body, outer }: Extract<Alternative, { kind: 'class' }>,
  args: Arguments,
  caller: Frame,
  budget: Budget,
): Frame => instanceFrame(body, outer, { values: args.values.map(carry), open: args.open }, caller, budget)

function knownResult(
  callee: Extract<Alternative, { kind: 'known' }>,
  args: Arguments,
  call: CallNode,
  caller: Frame,
): Value {
  switch (callee.name) {
    case 'getStreamWriter':
    case 'getWriter':
      return one({ kind: 'writer', front: false, bound: [] })
    case 'emitterFor':
      return one({ kind: 'writer', front: true, bound: [] })
    case 'getConfig':
      return one({ kind: 'config' })
    case 'defineSubAgent':
      return call.type === 'CallExpression'
        ? one({ kind: 'definition', call, file: caller.body.file, argument: args.values[0] ?? NOTHING })
        : UNKNOWN
    default:
      return NOTHING
  }
}

/** Kinds that are what they are, wherever they are looked at. */
const SETTLED: ReadonlySet<Alternative['kind']> = new Set([
  'text',
  'words',
  'scalar',
  'nothing',
  'unknown',
  'writer',
  'known',
  'config',
  'global',
])
const VAGUE: ReadonlySet<Alternative['kind']> = new Set(['unknown', 'global'])

/** A call is followed only where its arguments can make a difference to what comes back. */
function resultOf(
  ev: Evaluator,
  callee: Extract<Alternative, { kind: 'function' }>,
  args: Arguments,
  caller: Frame,
): Value {
  const { body, outer, bound } = callee
  const entry = ev.returned(entryFrame(body, outer))
  if (entry.every(({ kind }) => SETTLED.has(kind))) {
    if (entry.length === 1 && entry.every(({ entered }) => !entered.includes(body))) return entry
    if ([...bound, ...args.values].every(isVague))
      return entry.map((found) => ({ ...found, entered: found.entered.filter((from) => from !== body) }))
  }
  const plain = { values: args.values.map((value) => (isVague(value) ? UNKNOWN : value)), open: args.open }
  return union(
    ...framesOf(callee, plain, caller, ev.budget).map((frame) => (frame === null ? UNKNOWN : ev.returned(frame))),
  )
}

/** Nothing is known of it, not even where it came from. */
const isVague = (value: Value): boolean => value.every(({ kind, entered }) => VAGUE.has(kind) && entered.length === 0)

/** The frames of one call: one for each combination of what its arguments may be. */
export function framesOf(
  { body, outer, bound }: Extract<Alternative, { kind: 'function' }>,
  args: Arguments,
  caller: Frame,
  budget: Budget,
): (Frame | null)[] {
  const values = [...bound, ...args.values].map(carry)
  const combinations = values.reduce((product, value) => product * value.length, 1)
  if (combinations === 1 || combinations > MAX_COMBINATIONS)
    return [callFrame(body, outer, { values, open: args.open }, caller, budget)]
  let lists: Value[][] = [[]]
  for (const value of values) lists = lists.flatMap((list) => value.map((found) => [...list, [found]]))
  return lists.map((list) => callFrame(body, outer, { values: list, open: args.open }, caller, budget))
}

/** What a function gives back when it runs in this frame. */
export function returned(ev: Evaluator, frame: Frame): Value {
  const { body } = frame
  const { node } = body
  if (!('params' in node) || node.generator) return UNKNOWN
  const known = frame.memo.get(body)
  if (known !== undefined) return known ?? UNKNOWN
  frame.memo.set(body, null)
  const values = body.returns.filter((found) => isReachable(ev, found, frame)).map((found) => ev.evaluate(found, frame))
  const value = values.length === 0 ? NOTHING : union(...values)
  const result = node.returnType ? withHint(value, typeHint(body.file, node.returnType.typeAnnotation)) : value
  frame.memo.set(body, result)
  return result
}
