import type { Findings } from '../emissions/findings.ts'
import { nextKey } from '../source/keys.ts'
import { perFile } from '../source/source-file.ts'
import type { Body } from '../source/syntax.ts'
import { keyOfValue, type Arguments, type Value } from './value.ts'

/**
 * One body as it runs: with the arguments of one call, or entered from outside with arguments that can't be known.
 * The same body, surroundings and arguments are always the same frame, so that recursion ends.
 */
export interface Frame {
  /** Its own among all. */
  readonly key: number
  readonly body: Body
  /** The frame that its free names are looked up in. */
  readonly outer: Frame | null
  /** Null when entered from outside: by the graph, by a package, by nobody that can be seen. */
  readonly args: Arguments | null
  readonly depth: number
  /** Of a base class’s frame: the frame of the class that the object really is of. */
  readonly derived: Frame | null
  /** Values of its expressions; null while one is being worked out. */
  readonly memo: Map<object, Value | null>
  /** The same for members of its object literals. */
  readonly members: Map<string, Value | null>
  readonly inner: Map<Body | string, Frame>
  /** What the scan found in it, once it has looked. */
  findings: Findings | null
}

/** Calls deeper than this are not followed: what is called there counts as entered from outside. */
export const MAX_DEPTH = 24
/** Nor are more different calls than this in one sub-agent, for what they write, and as many for what they give back. */
export const MAX_CALLS = 5_000

export interface Budget {
  calls: number
  /** Whether something was left out for want of it. */
  exceeded: boolean
}

const newFrame = (
  body: Body,
  outer: Frame | null,
  args: Arguments | null,
  depth: number,
  derived: Frame | null = null,
): Frame => ({
  key: nextKey(),
  body,
  outer,
  args,
  depth,
  derived,
  memo: new Map(),
  members: new Map(),
  inner: new Map(),
  findings: null,
})

/** The module itself. */
export const rootFrame = perFile((file) => newFrame(file.syntax().root, null, null, 0))

/** A function entered from outside, or a class whose constructor is. */
export function entryFrame(body: Body, outer: Frame): Frame {
  const known = outer.inner.get(body) ?? newFrame(body, outer, null, outer.depth)
  outer.inner.set(body, known)
  return known
}

/** One call of a function, or null when it is not followed. */
export function callFrame(body: Body, outer: Frame, args: Arguments, caller: Frame, budget: Budget): Frame | null {
  const key = `${args.open ? '+' : ''}${args.values.map(keyOfValue).join(' ')} ${body.key}`
  const known = outer.inner.get(key)
  if (known !== undefined) return known
  budget.exceeded ||= budget.calls <= 0
  if (caller.depth >= MAX_DEPTH || budget.calls <= 0) return null
  budget.calls -= 1
  const frame = newFrame(body, outer, args, caller.depth + 1)
  outer.inner.set(key, frame)
  return frame
}

/** A base class as a part of an object of this class. */
export function baseFrame(body: Body, outer: Frame, args: Arguments | null, derived: Frame): Frame {
  const key = `${derived.key} ${body.key}`
  const known = outer.inner.get(key) ?? newFrame(body, outer, args, derived.depth + 1, derived.derived ?? derived)
  outer.inner.set(key, known)
  return known
}

/** The frame of this body among those around, made as an entry where there is none. */
export function frameOf(body: Body, frame: Frame): Frame {
  for (let at: Frame | null = frame; at !== null; at = at.outer) if (at.body === body) return at
  return body.parent === null ? rootFrame(body.file) : entryFrame(body, frameOf(body.parent, frame))
}

/** Whether this body’s frame is among those around. */
export function isAround(body: Body, frame: Frame): boolean {
  for (let at: Frame | null = frame; at !== null; at = at.outer) if (at.body === body) return true
  return body.parent === null
}

/** Whether it, or one around it, runs with the arguments of a call. */
export function isCalled(frame: Frame): boolean {
  for (let at: Frame | null = frame; at !== null; at = at.outer) if (at.args !== null) return true
  return false
}
