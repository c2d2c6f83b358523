import { waylessFile } from '../evaluate/invocations.ts'
import type { Frame } from '../evaluate/frame.ts'
import type { Alternative, Evaluator, Invocation, Value } from '../evaluate/value.ts'
import type { SourceFile } from '../source/source-file.ts'
import type { Body, CallNode } from '../source/syntax.ts'

/** Which calls are worth following with their arguments. Most are not: what is called has been seen already. */

type Kinds = ReadonlySet<Alternative['kind']>
const HARMLESS: ReadonlySet<string> = new Set(['Literal', 'TemplateLiteral', 'BinaryExpression', 'UnaryExpression'])
const PLAIN: Kinds = new Set(['text', 'words', 'scalar', 'nothing', 'unknown', 'global'])
/** How far into objects and lists is looked. */
const DEPTH = 2

/** A call that is given nothing that could be a writer, or lead to one. */
export const isHarmless = (ev: Evaluator, call: CallNode, frame: Frame): boolean =>
  'arguments' in call &&
  call.arguments.every(
    (node) =>
      HARMLESS.has(node.type) ||
      waylessFile(ev, node, frame) !== null ||
      (node.type !== 'SpreadElement' &&
        ev.evaluate(node, frame).every(({ kind, entered }) => PLAIN.has(kind) && entered.length === 0)),
  )

/** Whether a file may keep the writer that one of its functions is given. */
export const mayKeepWriter = (file: SourceFile, invocations: readonly Invocation[]): boolean =>
  invocations.some(({ args }) => args.values.flat().some(({ kind }) => kind === 'writer' || kind === 'config')) &&
  file.syntax().assignings.length > 0

export interface Given {
  /** Whether the function has been looked at to its end. */
  readonly complete: boolean
  readonly values: readonly Value[]
  /** Looks at a function as entered from outside. */
  look(found: Extract<Alternative, { kind: 'function' }>): void
}

/** Whether what a function is given makes a difference. If not, it has been seen as entered from outside. */
export function matters(ev: Evaluator, body: Body, { complete, values, look }: Given): boolean {
  const given = values.flat()
  const calls = body.callsArguments || !complete
  if (calls)
    // What it does to its arguments, its callers do to theirs.
    for (const from of given.flatMap((found) => enteredIn(ev, found, DEPTH))) {
      from.callsArguments = true
      from.callsWriters ||= body.callsWriters || !complete
      from.writesArguments ||= !complete
    }
  return body.writesArguments || (calls && given.some((found) => mayLeadToWriter(ev, found, body, look, DEPTH)))
}

/** The functions whose arguments it holds. */
function enteredIn(ev: Evaluator, found: Alternative, depth: number): readonly Body[] {
  if (depth === 0) return found.entered
  if (found.kind === 'array') return found.items.flat().flatMap((item) => enteredIn(ev, item, depth - 1))
  if (found.kind !== 'object' && found.kind !== 'layers') return found.entered
  return ev.property([found], null).flatMap((member) => enteredIn(ev, member, depth - 1))
}

function mayLeadToWriter(ev: Evaluator, found: Alternative, body: Body, look: Given['look'], depth: number): boolean {
  const inside = (inner: Alternative): boolean => depth > 0 && mayLeadToWriter(ev, inner, body, look, depth - 1)
  switch (found.kind) {
    case 'config':
      // Any second parameter may be one.
      return found.sure || body.callsWriters
    case 'writer':
    case 'known':
    case 'instance':
    case 'module':
    case 'known_module':
      return true
    case 'function':
      look(found)
      return found.body.callsArguments || found.body.writesArguments
    case 'array':
      return found.items.flat().some(inside)
    case 'object':
    case 'layers':
      return depth > 0 && ev.property([found], null).some(inside)
    default:
      return false
  }
}
