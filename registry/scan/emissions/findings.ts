import type { Node } from 'oxc-parser'
import type { Frame } from '../evaluate/frame.ts'
import type { Evaluator } from '../evaluate/value.ts'
import type { Body, CallNode } from '../source/syntax.ts'
import type { Written } from './written-events.ts'

/** What was found in one frame. */
export interface Findings {
  /** False while it is being looked at: a function that calls itself. */
  complete: boolean
  readonly emissions: Written[]
  /** Frames that its calls and its inner functions lead to. */
  readonly frames: Set<Frame>
  readonly called: Set<Body>
  /** Functions that were called, but not followed. */
  readonly notFollowed: Set<Body>
  /** Calls of what is out of sight. */
  readonly escapes: CallNode[]
}

export const newFindings = (): Findings => ({
  complete: false,
  emissions: [],
  frames: new Set(),
  called: new Set(),
  notFollowed: new Set(),
  escapes: [],
})

/**
 * All emissions that these frames lead to. What depends on the arguments of a function entered from outside counts
 * only where that may happen: where nobody calls the function, or where it was handed out of sight.
 */
export function gather(ev: Evaluator, roots: readonly Frame[], isUnused: (frame: Frame) => boolean): Written[] {
  const emissions: Written[] = []
  const called = new Set<Body>()
  const outside = new Set<Body>()
  const frames = new Set(roots)
  for (const frame of frames) {
    const { findings } = frame
    if (findings === null || isUnused(frame)) continue
    emissions.push(...findings.emissions)
    for (const body of findings.called) called.add(body)
    for (const body of findings.notFollowed) outside.add(body)
    for (const inner of findings.frames) frames.add(inner)
  }
  const candidates = new Set(emissions.flatMap(({ entered }) => entered).filter((body) => called.has(body)))
  if (candidates.size === 0) return emissions
  for (const frame of frames) for (const body of handedOut(ev, frame)) outside.add(body)
  return emissions.filter(({ entered }) => entered.every((body) => !candidates.has(body) || outside.has(body)))
}

/** The functions that a frame hands to somebody out of sight, by their names. */
function* handedOut(ev: Evaluator, frame: Frame): Generator<Body> {
  for (const call of frame.findings?.escapes ?? [])
    for (const node of namesAmong('arguments' in call ? call.arguments : []))
      for (const found of ev.evaluate(node, frame)) if (found.kind === 'function') yield found.body
}

/** The names among arguments, also inside objects and lists. A function that stands there itself has no other caller. */
function* namesAmong(nodes: readonly (Node | null)[]): Generator<Node> {
  for (const node of nodes)
    switch (node?.type) {
      case 'Identifier':
      case 'MemberExpression':
        yield node
        break
      case 'SpreadElement':
        yield* namesAmong([node.argument])
        break
      case 'ArrayExpression':
        yield* namesAmong(node.elements)
        break
      case 'ObjectExpression':
        yield* namesAmong(node.properties.map((property) => (property.type === 'Property' ? property.value : property)))
        break
      case 'TSAsExpression':
      case 'TSSatisfiesExpression':
        yield* namesAmong([node.expression])
        break
    }
}
