import { memberWritesOf } from '../source/definitions.ts'
import { entryFrame, frameOf } from './frame.ts'
import { keyName } from '../source/names.ts'
import { instanceMember, staticMember } from './class-members.ts'
import {
  NOTHING,
  UNKNOWN,
  map,
  one,
  retag,
  scalar,
  tagIfBare,
  text,
  union,
  unknownFrom,
  unsure,
  type Alternative,
  type Evaluator,
  type KnownModule,
  type Layer,
  type Value,
} from './value.ts'

type Of<Kind extends Alternative['kind']> = Extract<Alternative, { kind: Kind }>

const KNOWN_EXPORTS: Readonly<Record<KnownModule, ReadonlySet<string>>> = {
  kit: new Set(['getStreamWriter', 'emitStatus', 'emitterFor', 'defineSubAgent']),
  langgraph: new Set(['getWriter', 'getConfig']),
}

/** The member of a value; null for a name that can't be known: then any of them. Absent is `nothing`. */
export const property = (ev: Evaluator, value: Value, name: string | null): Value =>
  map(value, (found) => tagged(found, memberOf(ev, found, name)))

/** What is read from something that came from elsewhere leads there too. */
function tagged({ origin, carried, sure }: Alternative, member: Value): Value {
  let value = member
  if (origin !== null) value = retag(value, origin.file, origin.node, true)
  if (carried) value = value.map((found) => (found.carried ? found : { ...found, carried }))
  return sure ? value : unsure(value)
}

function memberOf(ev: Evaluator, found: Alternative, name: string | null): Value {
  switch (found.kind) {
    case 'object':
      return objectMember(ev, found, name)
    case 'layers':
      return layeredMember(ev, found.layers, name)
    case 'array':
      return arrayMember(found, name)
    case 'instance':
      return instanceMember(ev, found.frame, name)
    case 'class':
      return staticMember(ev, found, name)
    case 'module':
      return name === null ? UNKNOWN : ev.exported(found.file, name)
    case 'known_module':
      if (name === 'default') return [found]
      return name !== null && KNOWN_EXPORTS[found.module].has(name) ? one({ kind: 'known', name, bound: [] }) : UNKNOWN
    case 'global':
      if (name === null) return UNKNOWN
      return one({ kind: 'global', name: found.name === 'globalThis' ? name : `${found.name}.${name}` })
    case 'config':
      if (name === 'writer') return one({ kind: 'writer', front: false, bound: [] }, found)
      return name === 'config' || name === 'runtime' ? [found] : [unknownFrom(found)]
    case 'nothing':
      return NOTHING
    case 'unknown':
      // Likely LangGraph's: `request.runtime.writer`, `this.config.writer`.
      return name === 'config' || name === 'runtime'
        ? one({ kind: 'config' }, { ...found, sure: false })
        : one({ kind: 'unknown', ofWriter: name === 'writer' }, found)
    default:
      return [unknownFrom(found)]
  }
}

function objectMember(ev: Evaluator, found: Of<'object'>, name: string | null): Value {
  const { members } = found.frame
  const key = `${found.node.start} ${name ?? ''}`
  const known = members.get(key)
  // Null: it is spread into itself, which adds nothing.
  if (known !== undefined) return known ?? NOTHING
  members.set(key, null)
  const value = literalMember(ev, found, name)
  members.set(key, value)
  return value
}

/** From the last property to the first: a later one wins, a spread may hide what stands before it. */
function literalMember(ev: Evaluator, { node, frame }: Of<'object'>, name: string | null): Value {
  const { file } = frame.body
  const found: Value[] = []
  let open: Value | null = null
  // `this.name = …` in one of its methods.
  for (const { name: written, source, body } of memberWritesOf(file, node))
    if (written === name) found.push(unsure(ev.evaluate(source, frameOf(body, frame))))
  for (let index = node.properties.length - 1; index >= 0; index -= 1) {
    const member = node.properties[index]
    if (member === undefined) continue
    if (member.type === 'SpreadElement') {
      const spread = spreadMember(ev, ev.evaluate(member.argument, frame), name)
      found.push(...spread.found)
      open ??= spread.open
      if (spread.certain && name !== null) return union(...found)
      continue
    }
    const names = keyName(member.key, member.computed)
    const keys = names === null ? ev.evaluate(member.key, frame) : text(names)
    const matches = keys.filter((key) => key.kind === 'text' && (name === null || key.value === name))
    if (matches.length === 0) {
      if (keys.some(({ kind }) => kind !== 'text' && kind !== 'scalar')) open ??= UNKNOWN
      continue
    }
    const value =
      member.kind === 'get'
        ? getterValue(ev, member.value, frame)
        : tagIfBare(ev.evaluate(member.value, frame), file, member.value)
    if (member.kind !== 'set') found.push(value)
    if (name !== null && keys.length === 1) return union(...found)
  }
  // A spread that can't be seen through matters where nothing else gives the member.
  if (open !== null && found.length === 0) return open
  if (name === null && found.length === 0) return UNKNOWN
  return union(...(name === null ? found.toReversed() : found), NOTHING)
}

function spreadMember(
  ev: Evaluator,
  spread: Value,
  name: string | null,
): { found: Value[]; open: Value | null; certain: boolean } {
  const found: Value[] = []
  let open: Value | null = null
  let certain = true
  for (const source of spread) {
    if (source.kind === 'scalar' || source.kind === 'nothing') {
      certain = false
      continue
    }
    const member = property(ev, [source], name)
    if (
      source.kind === 'unknown' ||
      (member.length === 1 && member[0]?.kind === 'unknown' && source.kind !== 'object')
    ) {
      open ??= [unknownFrom(source)]
      certain = false
    } else {
      const there = member.filter(({ kind }) => kind !== 'nothing')
      if (there.length < member.length || member.length === 0) certain = false
      if (there.length > 0) found.push(there)
    }
  }
  return { found, open, certain }
}

function getterValue(ev: Evaluator, node: object, frame: Of<'object'>['frame']): Value {
  const body = frame.body.file.syntax().bodies.get(node as never)
  return body === undefined ? UNKNOWN : ev.returned(entryFrame(body, frame))
}

function layeredMember(ev: Evaluator, layers: readonly Layer[], name: string | null): Value {
  const found: Value[] = []
  let open: Value | null = null
  for (const layer of layers.toReversed()) {
    if (isMap(layer)) {
      if (name === null) found.push(...[...layer.values()].toReversed())
      else if (layer.has(name)) return union(...found, layer.get(name) as Value)
      continue
    }
    const spread = spreadMember(ev, layer, name)
    found.push(...spread.found)
    open ??= spread.open
    if (spread.certain && name !== null) return union(...found)
  }
  if (open !== null && found.length === 0) return open
  if (name === null && found.length === 0) return UNKNOWN
  return union(...(name === null ? found.toReversed() : found), NOTHING)
}

export const isMap = (layer: Layer): layer is ReadonlyMap<string, Value> => layer instanceof Map

function arrayMember({ items, open }: Of<'array'>, name: string | null): Value {
  const rest = open ? [UNKNOWN] : []
  if (name === null) return items.length + rest.length === 0 ? UNKNOWN : union(...items, ...rest, NOTHING)
  if (/^\d+$/.test(name)) return items[Number(name)] ?? (open ? UNKNOWN : NOTHING)
  return name === 'length' ? scalar(null) : UNKNOWN
}
