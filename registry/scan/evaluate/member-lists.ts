import { keyName } from '../source/names.ts'
import { isMap } from './members.ts'
import {
  UNKNOWN,
  make,
  one,
  present,
  text,
  union,
  unknownFrom,
  type Alternative,
  type Evaluator,
  type Value,
} from './value.ts'

export interface Members {
  readonly entries: readonly (readonly [string, Value])[]
  /** There may be more. */
  readonly open: boolean
}

/** All members by name, in order; null when it is no object that can be seen. */
export function membersOf(ev: Evaluator, found: Alternative): Members | null {
  if (found.kind !== 'object' && found.kind !== 'layers') return null
  const names = new Set<string>()
  const open = collectNames(ev, found, names)
  return { entries: [...names].map((name) => [name, ev.property([found], name)] as const), open }
}

function collectNames(ev: Evaluator, found: Alternative, names: Set<string>, seen = new Set<object>()): boolean {
  if (found.kind === 'nothing') return false
  const self = found.kind === 'object' ? found.node : found.kind === 'layers' ? found.layers : found
  if (seen.has(self)) return false
  seen.add(self)
  if (found.kind === 'layers') {
    let open = false
    for (const layer of found.layers) {
      if (isMap(layer)) for (const name of layer.keys()) names.add(name)
      else open = layer.map((part) => collectNames(ev, part, names, seen)).some(Boolean) || open
    }
    return open
  }
  if (found.kind !== 'object') return true
  let open = false
  for (const member of found.node.properties) {
    if (member.type === 'SpreadElement')
      open =
        ev
          .evaluate(member.argument, found.frame)
          .map((part) => collectNames(ev, part, names, seen))
          .some(Boolean) || open
    else {
      const literal = keyName(member.key, member.computed)
      const keys = literal === null ? ev.evaluate(member.key, found.frame) : text(literal)
      for (const key of keys) {
        if (key.kind === 'text') names.add(key.value)
        else open = true
      }
    }
  }
  return open
}

/** The names of its members, as a for … in gives them. */
export function keysOf(ev: Evaluator, found: Alternative): Value {
  const members = membersOf(ev, found)
  if (members === null) return [found.kind === 'unknown' ? unknownFrom(found) : make({ kind: 'words' }, found)]
  const names = members.entries.map(([name]) => text(name))
  return members.open || names.length === 0 ? union(...names, UNKNOWN) : union(...names)
}

/** What a for … of over it gives. */
export function anyItem(ev: Evaluator, found: Alternative): Value {
  if (found.kind === 'array') return present(ev.property([found], null))
  if (found.kind !== 'dictionary') return [unknownFrom(found)]
  const pairs = [...found.members].map(([key, value]) => one({ kind: 'array', items: [text(key), value], open: false }))
  return found.open || pairs.length === 0 ? union(...pairs, UNKNOWN) : union(...pairs)
}
