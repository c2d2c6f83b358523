import type { CallExpression, Node, ObjectExpression } from 'oxc-parser'
import type { Budget, Frame } from './frame.ts'
import { nextKey } from '../source/keys.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Body, CallNode } from '../source/syntax.ts'

/**
 * What an expression may be, as far as the source tells: a list of alternatives, never empty.
 */
export type Value = readonly Alternative[]
export type Alternative = (
  | { readonly kind: 'text'; readonly value: string }
  /** A string that can't be known. */
  | { readonly kind: 'words' }
  | { readonly kind: 'scalar'; readonly value: number | boolean | null }
  /** undefined or null */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'object'; readonly node: ObjectExpression; readonly frame: Frame }
  /** Objects laid over one another; the last one wins. */
  | { readonly kind: 'layers'; readonly key: number; readonly layers: readonly Layer[] }
  | { readonly kind: 'array'; readonly items: readonly Value[]; readonly open: boolean }
  /** new Map([…]) */
  | {
      readonly kind: 'dictionary'
      readonly key: number
      readonly members: ReadonlyMap<string, Value>
      readonly open: boolean
    }
  | { readonly kind: 'function'; readonly body: Body; readonly outer: Frame; readonly bound: readonly Value[] }
  | { readonly kind: 'class'; readonly body: Body; readonly outer: Frame }
  /** Made by a class of the tree: its frame holds the constructor's arguments. */
  | { readonly kind: 'instance'; readonly frame: Frame }
  | { readonly kind: 'module'; readonly file: SourceFile }
  | { readonly kind: 'known_module'; readonly module: KnownModule }
  /** An export of the kit or of LangGraph. */
  | { readonly kind: 'known'; readonly name: string; readonly bound: readonly Value[] }
  | { readonly kind: 'global'; readonly name: string }
  /** Takes events, or as `front` an id first (emitStatus). */
  | { readonly kind: 'writer'; readonly front: boolean; readonly bound: readonly Value[] }
  /** A LangGraph config or runtime: it has a writer. */
  | { readonly kind: 'config' }
  | { readonly kind: 'definition'; readonly call: CallExpression; readonly file: SourceFile; readonly argument: Value }
  /** `ofWriter`: it was read from a member of that name. */
  | { readonly kind: 'unknown'; readonly ofWriter?: boolean }
) &
  Tag

export type Layer = ReadonlyMap<string, Value> | Value
export type KnownModule = 'kit' | 'langgraph'

export interface Tag {
  /** The expression that a reader is led to; null when it is where the value is used. */
  readonly origin: Origin | null
  /** Came in through a parameter: its origin is the caller's, and stays. */
  readonly carried: boolean
  /** False when it is only likely: then it is never a reason to refuse a start. */
  readonly sure: boolean
  /** The functions whose parameters, unknown when entered from outside, it depends on. */
  readonly entered: readonly Body[]
}

export interface Origin {
  readonly file: SourceFile
  readonly node: Node
  /** The id does not stand there itself: an object that holds it does. */
  readonly indirect: boolean
}

export interface Arguments {
  readonly values: readonly Value[]
  /** More may follow: `f(...unknown)`. */
  readonly open: boolean
}

/** What one call expression calls. */
export interface Invocation {
  readonly callee: Alternative
  readonly args: Arguments
}

/** The parts of the evaluation that need one another. */
export interface Evaluator {
  /** How many more calls are followed for what they give back. */
  readonly budget: Budget
  evaluate(node: Node, frame: Frame): Value
  /** Of any of the alternatives; null for a name that can't be known. Absent is `nothing`. */
  property(value: Value, name: string | null): Value
  exported(file: SourceFile, name: string): Value
  fileAt(path: string): SourceFile | null
  argumentsOf(call: CallNode, caller: Frame): Arguments
  /** The frames of the calls of a function that assigns its arguments to something outside it, as far as they were seen. */
  seenCalls(body: Body, entry: Frame, reader: Frame): Frame[]
  /** Arguments that functions were seen to be called with. */
  readonly seen: Map<Body, Arguments[]>
  /** What a call gives back. */
  apply(invocation: Invocation, call: CallNode, caller: Frame): Value
  /** What a function gives back when it runs in this frame. */
  returned(frame: Frame): Value
}

/** More alternatives than this are not told apart; of texts alone there may be more, for a table of ids. */
export const MAX_ALTERNATIVES = 64
export const MAX_TEXTS = 512

const PLAIN: Tag = { origin: null, carried: false, sure: true, entered: [] }
type Bare = Alternative extends infer A ? (A extends Tag ? Omit<A, keyof Tag> : never) : never

export const make = (bare: Bare, tag: Tag = PLAIN): Alternative => ({
  ...bare,
  origin: tag.origin,
  carried: tag.carried,
  sure: tag.sure,
  entered: tag.entered,
})
export const one = (bare: Bare, tag?: Tag): Value => [make(bare, tag)]

/** Objects laid over one another. */
export const layered = (layers: readonly Layer[], tag?: Tag): Value =>
  one({ kind: 'layers', key: nextKey(), layers }, tag)

export const UNKNOWN: Value = one({ kind: 'unknown' })
export const NOTHING: Value = one({ kind: 'nothing' })
export const text = (value: string): Value => one({ kind: 'text', value })
export const scalar = (value: number | boolean | null): Value => one({ kind: 'scalar', value })
export const unknownFrom = (tag: Tag): Alternative => make({ kind: 'unknown' }, tag)

export function union(...values: readonly Value[]): Value {
  const [first = NOTHING] = values
  if (values.every((value) => value === first)) return first
  const all = new Map<string, Alternative>()
  for (const value of values) for (const alternative of value) all.set(keyOf(alternative), alternative)
  if (all.size === 0) return NOTHING
  const alternatives = [...all.values()]
  const isTexts = alternatives.every(({ kind }) => kind === 'text' || kind === 'nothing')
  return alternatives.length > (isTexts ? MAX_TEXTS : MAX_ALTERNATIVES) ? UNKNOWN : alternatives
}

export const map = (value: Value, change: (alternative: Alternative) => Value): Value =>
  value.length === 1 ? change(value[0] as Alternative) : union(...value.map(change))

/** What can be, or can hold, an id: only of these it matters where they came from. */
const TRACED: ReadonlySet<Alternative['kind']> = new Set([
  'text',
  'words',
  'scalar',
  'object',
  'layers',
  'array',
  'dictionary',
  'unknown',
])

/** Leads to this expression, unless a caller's leads closer to the id. */
export const retag = (value: Value, file: SourceFile, node: Node, indirect = false): Value =>
  value.some(isRetagged)
    ? value.map((found) => (isRetagged(found) ? { ...found, origin: { file, node, indirect } } : found))
    : value

/** What is not known leads, without a tag, to where it is used: that is as good. */
const isRetagged = ({ carried, kind, origin }: Alternative): boolean =>
  !carried && TRACED.has(kind) && (kind !== 'unknown' || origin !== null)

/** Leads to this expression what leads nowhere yet. An object's own text leads to what it holds. */
export const tagIfBare = (value: Value, file: SourceFile, node: Node): Value =>
  value.map((found) =>
    found.origin !== null || !TRACED.has(found.kind) || found.kind === 'object'
      ? found
      : { ...found, origin: { file, node, indirect: false } },
  )

/** As an argument: from now on it leads to where it was handed over. */
export const carry = (value: Value): Value =>
  value.map((found) => (found.carried || !TRACED.has(found.kind) ? found : { ...found, carried: true }))

/** Only likely, from now on. */
export const unsure = (value: Value): Value =>
  value.map((found) => (found.sure && TRACED.has(found.kind) ? { ...found, sure: false } : found))

export const joinTags = (a: Tag, b: Tag): Tag => ({
  origin: a.carried ? a.origin : b.carried ? b.origin : null,
  carried: a.carried || b.carried,
  sure: a.sure && b.sure,
  entered:
    a.entered.length === 0
      ? b.entered
      : b.entered.length === 0
        ? a.entered
        : [...new Set([...a.entered, ...b.entered])],
})

/** The value without the chance of being absent, when there is another. */
export function present(value: Value): Value {
  if (value.length < 2) return value
  const rest = value.filter((found) => found.kind !== 'nothing')
  return rest.length === 0 ? value : rest
}

/** Equal for alternatives that can't be told apart. */
export function keyOf(alternative: Alternative): string {
  const { origin, entered } = alternative
  const tag = `${alternative.kind}|${origin === null ? '' : `${origin.file.key}.${origin.node.start}.${origin.node.end}${origin.indirect ? 'i' : ''}`}|${alternative.carried ? 'c' : ''}${alternative.sure ? '' : 'u'}|${entered.map(({ key }) => key).join()}`
  switch (alternative.kind) {
    case 'text':
      return `${tag}|${alternative.value}`
    case 'scalar':
      return `${tag}|${alternative.value}`
    case 'object':
      return `${tag}|${alternative.node.start}|${alternative.frame.key}`
    case 'layers':
      return `${tag}|${alternative.key}`
    case 'dictionary':
      return `${tag}|${alternative.key}`
    case 'array':
      return `${tag}|${alternative.open}|[${alternative.items.map(keyOfValue).join()}]`
    case 'function':
      return `${tag}|${alternative.body.key}|${alternative.outer.key}|${alternative.bound.map(keyOfValue).join()}`
    case 'class':
      return `${tag}|${alternative.body.key}|${alternative.outer.key}`
    case 'instance':
      return `${tag}|${alternative.frame.key}`
    case 'module':
      return `${tag}|${alternative.file.key}`
    case 'known_module':
      return `${tag}|${alternative.module}`
    case 'known':
    case 'global':
      return `${tag}|${alternative.name}`
    case 'writer':
      return `${tag}|${alternative.front}|${alternative.bound.map(keyOfValue).join()}`
    case 'definition':
      return `${tag}|${alternative.call.start}`
    default:
      return tag
  }
}

export const keyOfValue = (value: Value): string =>
  value.length === 1 ? keyOf(value[0] as Alternative) : value.map(keyOf).sort().join(';')
