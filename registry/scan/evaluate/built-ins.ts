import { nextKey } from '../source/keys.ts'
import { textOf } from './evaluate-text.ts'
import { membersOf } from './member-lists.ts'
import {
  NOTHING,
  UNKNOWN,
  layered,
  make,
  map,
  one,
  scalar,
  text,
  union,
  unknownFrom,
  type Alternative,
  type Arguments,
  type Evaluator,
  type Layer,
  type Value,
} from './value.ts'

type BuiltIn = (ev: Evaluator, args: readonly Value[], open: boolean) => Value

const same: BuiltIn = (_ev, [first = NOTHING]) => first
const words: BuiltIn = () => one({ kind: 'words' })

/** What the language brings, as far as ids and events pass through it. */
const FUNCTIONS: Readonly<Record<string, BuiltIn>> = {
  'Object.freeze': same,
  'Object.seal': same,
  'Object.preventExtensions': same,
  'Object.assign': (_ev, args, open) => layered([...args, ...(open ? [UNKNOWN] : [])]),
  'Object.keys': (ev, [first = NOTHING]) => listOf(ev, first, (name) => text(name)),
  'Object.values': (ev, [first = NOTHING]) => listOf(ev, first, (_name, value) => value),
  'Object.entries': (ev, [first = NOTHING]) =>
    listOf(ev, first, (name, value) => one({ kind: 'array', items: [text(name), value], open: false })),
  'Object.fromEntries': (ev, [first = NOTHING]) =>
    map(first, (found) => {
      const members = membersFrom(ev, found)
      if (members === null) return [unknownFrom(found)]
      const layers: Layer[] = members.open ? [UNKNOWN, members.members] : [members.members]
      return layered(layers)
    }),
  'Array.of': (_ev, args, open) => one({ kind: 'array', items: args, open }),
  'Array.from': (_ev, [first = NOTHING, change]) => (change === undefined ? first : UNKNOWN),
  'Promise.resolve': same,
  'Promise.all': same,
  structuredClone: same,
  String: (_ev, [first = NOTHING]) =>
    map(first, (found) => {
      const known = textOf(found)
      return [known === null ? make({ kind: 'words' }, found) : make({ kind: 'text', value: known }, found)]
    }),
  'JSON.stringify': words,
  'String.raw': words,
  Number: () => scalar(null),
  Boolean: () => scalar(null),
}

const CONSTRUCTORS: Readonly<Record<string, BuiltIn>> = {
  Set: (_ev, [first]) => first ?? one({ kind: 'array', items: [], open: true }),
  Map: (ev, [first]) => {
    const [found] = first ?? []
    const members = found === undefined ? null : membersFrom(ev, found)
    return one({
      kind: 'dictionary',
      key: nextKey(),
      members: members?.members ?? new Map(),
      open: members?.open ?? true,
    })
  },
}

export function builtIn(ev: Evaluator, name: string, args: Arguments, isNew: boolean, tag: Alternative): Value {
  const table = isNew ? CONSTRUCTORS : FUNCTIONS
  return Object.hasOwn(table, name) ? (table[name] as BuiltIn)(ev, args.values, args.open) : [unknownFrom(tag)]
}

/** The list of something for each member of an object. */
function listOf(ev: Evaluator, value: Value, item: (name: string, value: Value) => Value): Value {
  return map(value, (found) => {
    const members = membersOf(ev, found)
    if (members === null) return [unknownFrom(found)]
    const items = members.entries.map(([name, member]) => item(name, member))
    return [make({ kind: 'array', items, open: members.open }, found)]
  })
}

/** The members that a list of pairs names. */
function membersFrom(ev: Evaluator, list: Alternative): { members: ReadonlyMap<string, Value>; open: boolean } | null {
  if (list.kind !== 'array') return null
  const members = new Map<string, Value>()
  let open = list.open
  for (const pair of list.items) {
    const [key, ...others] = ev.property(pair, '0')
    if (key?.kind === 'text' && others.length === 0) {
      const before = members.get(key.value)
      const value = ev.property(pair, '1')
      members.set(key.value, before === undefined ? value : union(before, value))
    } else open = true
  }
  return { members, open }
}
