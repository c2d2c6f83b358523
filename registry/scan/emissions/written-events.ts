import type { Node } from 'oxc-parser'
import { frameOf, type Frame } from '../evaluate/frame.ts'
import { isMap } from '../evaluate/members.ts'
import { contains, unwrap } from '../source/names.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Body, CallNode } from '../source/syntax.ts'
import {
  NOTHING,
  UNKNOWN,
  present,
  type Alternative,
  type Evaluator,
  type Invocation,
  type Origin,
  type Value,
} from '../evaluate/value.ts'

/** One thing that a call of a writer may write. */
export interface Written {
  readonly file: SourceFile
  /** Where a reader is led to. */
  readonly node: Node
  readonly what: 'id' | 'prose' | 'dynamic'
  readonly id: string | null
  /** False when it is only likely: then it is no reason to refuse a start. */
  readonly sure: boolean
  /** The functions whose arguments, unknown when entered from outside, it depends on. */
  readonly entered: readonly Body[]
}

type Kinds = ReadonlySet<Alternative['kind']>
/** Can't be an event, nor an id. */
const NEITHER: Kinds = new Set(['scalar', 'nothing', 'array', 'dictionary', 'function', 'class', 'writer', 'known'])
const STRINGS: Kinds = new Set(['text', 'words'])
const OBJECTS: Kinds = new Set(['object', 'layers', 'instance'])

/** What a call of a writer, or of emitStatus, writes: one for each thing that its argument may be. */
export function writtenEvents(ev: Evaluator, { callee, args }: Invocation, call: CallNode, frame: Frame): Written[] {
  const bound = callee.kind === 'writer' || callee.kind === 'known' ? callee.bound : []
  const first = present([...bound, ...args.values][0] ?? (args.open ? UNKNOWN : NOTHING))
  const here = { call, frame, callee }
  const isFront = callee.kind === 'known' || (callee.kind === 'writer' && callee.front)
  return isFront
    ? first.map((found) => writtenId(found, here, true))
    : first.flatMap((found) => writtenEvent(ev, found, here))
}

interface Here {
  readonly call: CallNode
  readonly frame: Frame
  readonly callee: Alternative
}

function writtenEvent(ev: Evaluator, event: Alternative, here: Here): Written[] {
  const id: Value | null = OBJECTS.has(event.kind) ? present(ev.property([event], 'event_type')) : null
  const isAbsent = id?.every(({ kind }) => kind === 'nothing') ?? false
  // Likely no writer of ours, unless it is given an event.
  if (!here.callee.sure && (id === null || isAbsent)) return []
  if (id !== null && !isAbsent) return id.map((found) => writtenId(found, here, false))
  const isProse =
    STRINGS.has(event.kind) || NEITHER.has(event.kind) || (isAbsent && !isFilledElsewhere(ev, event, here))
  return [written(isProse ? 'prose' : 'dynamic', null, event, here, false)]
}

function writtenId(found: Alternative, here: Here, isFront: boolean): Written {
  if (found.kind === 'text')
    return isFront && /\s/.test(found.value)
      ? written('prose', null, found, here, true)
      : written('id', found.value, found, here, true)
  return written(NEITHER.has(found.kind) || OBJECTS.has(found.kind) ? 'prose' : 'dynamic', null, found, here, true)
}

/** Led to is the id where it stands; else the call that writes it, or what hands it to the one that does. */
function written(what: Written['what'], id: string | null, found: Alternative, here: Here, isId: boolean): Written {
  const { call, frame, callee } = here
  const { file } = frame.body
  const origin = originOf(found)
  const isInCall = origin === null || (origin.file === file && contains(call, origin.node))
  const isThere = origin !== null && (!isInCall || (isId && what !== 'prose' && !origin.indirect))
  const place = isThere ? { file: origin.file, node: origin.node } : { file, node: call }
  const entered = callee.entered.length === 0 ? found.entered : [...new Set([...callee.entered, ...found.entered])]
  return { ...place, what, id, sure: found.sure, entered }
}

const originOf = (found: Alternative): Origin | null =>
  found.origin ?? (found.kind === 'object' ? { file: found.frame.body.file, node: found.node, indirect: true } : null)

/** An object under a name that is also given to others, who may fill it. */
function isFilledElsewhere(ev: Evaluator, event: Alternative, { call, frame }: Here): boolean {
  const [argument] = 'arguments' in call ? call.arguments : []
  const name = argument === undefined ? null : unwrap(argument)
  if (name?.type === 'Identifier' && isGivenToOthers(ev, name, call, frame)) return true
  return objectsIn(event).some(({ node, frame: around }) => {
    let holder: Node | null | undefined = node.parent
    while (holder && holder.type !== 'VariableDeclarator' && unwrap(holder) === node) holder = holder.parent
    return (
      holder?.type === 'VariableDeclarator' &&
      holder.id.type === 'Identifier' &&
      isGivenToOthers(ev, holder.id, call, around)
    )
  })
}

const objectsIn = (event: Alternative): Extract<Alternative, { kind: 'object' }>[] =>
  event.kind === 'object'
    ? [event]
    : event.kind === 'layers'
      ? event.layers.flatMap((layer) => (isMap(layer) ? [] : layer.flatMap(objectsIn)))
      : []

/** Whether a variable is an argument of another call than this, of anything but a writer. */
function isGivenToOthers(
  ev: Evaluator,
  name: Extract<Node, { type: 'Identifier' }>,
  call: CallNode,
  frame: Frame,
): boolean {
  const { bodies, scopes } = frame.body.file.syntax()
  const declared = scopes.declarationOf(name.name, name)?.node
  const isIt = (node: Node): boolean =>
    node.type === 'Identifier' && node.name === name.name && scopes.declarationOf(node.name, node)?.node === declared
  for (const body of bodies.values())
    for (const other of body.calls)
      if (other !== call && 'arguments' in other && other.arguments.some(isIt))
        if (ev.evaluate(other.callee, frameOf(body, frame)).some(({ kind }) => kind !== 'writer')) return true
  return false
}
