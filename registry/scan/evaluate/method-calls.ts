import type { CallExpression } from 'oxc-parser'
import { add, textOf } from './evaluate-text.ts'
import type { Frame } from './frame.ts'
import {
  MAX_ALTERNATIVES,
  NOTHING,
  UNKNOWN,
  layered,
  make,
  map,
  one,
  scalar,
  text,
  union,
  unsure,
  type Alternative,
  type Arguments,
  type Evaluator,
  type Invocation,
  type Value,
} from './value.ts'

/** A method of a list, a string, a Map or a promise: the callbacks it calls, and what it gives back. */
export interface MethodCall {
  readonly invocations: Invocation[]
  result(): Value
}

type Of<Kind extends Alternative['kind']> = Extract<Alternative, { kind: Kind }>

/** Calls its callback with each item. */
const EACH: ReadonlySet<string> = new Set(['forEach', 'map', 'flatMap', 'filter', 'find', 'findLast', 'some', 'every'])
/** Gives back the list, or some of it. */
const SAME_LIST: ReadonlySet<string> = new Set(['reverse', 'toReversed', 'sort', 'toSorted', 'values', 'keys'])
const SOME_OF_LIST: ReadonlySet<string> = new Set(['slice', 'splice', 'filter'])
const ONE_OF_LIST: ReadonlySet<string> = new Set(['find', 'findLast', 'pop', 'shift', 'at'])
/** Calls its first argument with the rest, sooner or later: how many arguments are its own. */
const SCHEDULERS: Readonly<Record<string, number>> = {
  setTimeout: 2,
  setInterval: 2,
  setImmediate: 1,
  queueMicrotask: 1,
  'process.nextTick': 1,
}

export function methodCall(
  ev: Evaluator,
  name: string,
  receiver: Value,
  call: CallExpression,
  frame: Frame,
): MethodCall | null {
  const [first] = receiver
  if (first === undefined) return null
  const argumentsOf = () => ev.argumentsOf(call, frame)
  if (name === 'then' && receiver.every(({ kind }) => kind !== 'unknown' && kind !== 'global' && kind !== 'instance'))
    return chained(ev, receiver, argumentsOf(), call, frame)
  if (first.kind === 'array' && receiver.length === 1) return listMethod(ev, name, first, argumentsOf(), call, frame)
  if (first.kind === 'dictionary' && receiver.length === 1) return dictionaryMethod(ev, name, first, argumentsOf())
  if (receiver.every(({ kind }) => kind === 'text'))
    return textMethod(name, receiver as readonly Of<'text'>[], argumentsOf())
  return null
}

/** `promise.then(callback)`: the promise is taken for what it brings. */
function chained(ev: Evaluator, receiver: Value, args: Arguments, call: CallExpression, frame: Frame): MethodCall {
  const invocations = (args.values[0] ?? NOTHING).map((callee) => ({
    callee,
    args: { values: [receiver], open: false },
  }))
  return { invocations, result: () => union(...invocations.map((each) => ev.apply(each, call, frame))) }
}

const plain = (result: () => Value): MethodCall => ({ invocations: [], result })

function listMethod(
  ev: Evaluator,
  name: string,
  list: Of<'array'>,
  args: Arguments,
  call: CallExpression,
  frame: Frame,
): MethodCall | null {
  const [first = NOTHING] = args.values
  const any = (): Value => ev.property([list], null)
  if (EACH.has(name)) {
    const items = itemsOf(ev, list)
    const byItem = items.map((item) =>
      first.map((callee) => ({ callee, args: { values: [item, scalar(null), [list]], open: false } })),
    )
    return {
      invocations: byItem.flat(),
      result: () => {
        if (name === 'map') {
          const results = byItem.map((each) => union(...each.map((invocation) => ev.apply(invocation, call, frame))))
          return one({ kind: 'array', items: results, open: list.open })
        }
        if (name === 'filter') return unsure([list])
        return name === 'find' || name === 'findLast' ? unsure(any()) : name === 'flatMap' ? UNKNOWN : NOTHING
      },
    }
  }
  if (SAME_LIST.has(name)) return plain(() => [list])
  if (SOME_OF_LIST.has(name)) return plain(() => unsure([list]))
  if (ONE_OF_LIST.has(name))
    return plain(() => (name === 'at' && first[0]?.kind === 'scalar' ? atIndex(ev, list, first[0]) : any()))
  if (name === 'concat') return plain(() => concatenated(list, args))
  if (name === 'join') return plain(() => joined(list, first))
  return null
}

function joined({ items, open }: Of<'array'>, separator: Value): Value {
  const between = separator === NOTHING ? text(',') : separator
  if (open || items.length === 0) return one({ kind: 'words' })
  return items.reduce((sum, item) => add(add(sum, between), item))
}

const atIndex = (ev: Evaluator, list: Of<'array'>, { value }: Of<'scalar'>): Value =>
  typeof value === 'number' && !list.open
    ? ev.property([list], String(value < 0 ? list.items.length + value : value))
    : ev.property([list], null)

function concatenated(list: Of<'array'>, args: Arguments): Value {
  const items = [...list.items]
  let open = list.open || args.open
  for (const value of args.values) {
    const [only, ...others] = value
    if (only?.kind === 'array' && others.length === 0) {
      items.push(...only.items)
      open ||= only.open
    } else items.push(value)
  }
  return one({ kind: 'array', items, open })
}

/** Each item on its own; all at once when there are too many. */
function itemsOf(ev: Evaluator, list: Of<'array'>): Value[] {
  if (list.items.length > MAX_ALTERNATIVES) return [ev.property([list], null)]
  const items = list.items.map((_, index) => ev.property([list], String(index)))
  return list.open ? [...items, UNKNOWN] : items
}

function dictionaryMethod(ev: Evaluator, name: string, found: Of<'dictionary'>, args: Arguments): MethodCall | null {
  const members = [...found.members]
  const list = (items: Value[]): MethodCall => ({
    invocations: [],
    result: () => one({ kind: 'array', items, open: found.open }),
  })
  switch (name) {
    case 'get':
      return {
        invocations: [],
        result: () => {
          const keys = args.values[0] ?? NOTHING
          const layer = layered(found.open ? [UNKNOWN, found.members] : [found.members], found)
          return map(keys, (key) => ev.property(layer, key.kind === 'text' ? key.value : null))
        },
      }
    case 'values':
      return list(members.map(([, value]) => value))
    case 'keys':
      return list(members.map(([key]) => text(key)))
    case 'entries':
      return list(members.map(([key, value]) => one({ kind: 'array', items: [text(key), value], open: false })))
    case 'forEach':
      return {
        invocations: members.flatMap(([key, value]) =>
          (args.values[0] ?? NOTHING).map((callee) => ({ callee, args: { values: [value, text(key)], open: false } })),
        ),
        result: () => NOTHING,
      }
    default:
      return null
  }
}

const TEXT_METHODS: ReadonlyMap<string, (value: string) => string> = new Map([
  ['toLowerCase', (value) => value.toLowerCase()],
  ['toUpperCase', (value) => value.toUpperCase()],
  ['trim', (value) => value.trim()],
  ['toString', (value) => value],
  ['valueOf', (value) => value],
])

function textMethod(name: string, receiver: readonly Of<'text'>[], args: Arguments): MethodCall | null {
  const change = TEXT_METHODS.get(name)
  if (change !== undefined)
    return { invocations: [], result: () => receiver.map((found) => ({ ...found, value: change(found.value) })) }
  if (name === 'replace' || name === 'replaceAll') {
    const [from, to] = args.values.map((value) => (value.length === 1 ? value[0] : undefined))
    if (from?.kind === 'text' && to?.kind === 'text')
      return plain(() => receiver.map((found) => ({ ...found, value: found.value[name](from.value, () => to.value) })))
  }
  if (name === 'concat') {
    const parts = args.values.map((value) => (value.length === 1 && value[0] !== undefined ? textOf(value[0]) : null))
    const known = !args.open && parts.every((part) => part !== null)
    const end = parts.join('')
    return {
      invocations: [],
      result: () =>
        receiver.map((found) => (known ? { ...found, value: found.value + end } : make({ kind: 'words' }, found))),
    }
  }
  return { invocations: [], result: () => receiver.map((found) => make({ kind: 'words' }, found)) }
}

/** `setTimeout(write, 50, event)` */
export function scheduled(callee: Alternative, args: Arguments): Invocation[] | null {
  if (callee.kind !== 'global' || !Object.hasOwn(SCHEDULERS, callee.name)) return null
  const own = SCHEDULERS[callee.name] as number
  const rest: Arguments = { values: args.values.slice(own), open: args.open }
  return (args.values[0] ?? NOTHING).map((callback) => ({ callee: callback, args: rest }))
}
