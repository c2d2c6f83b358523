import type { Node } from 'oxc-parser'
import { baseInstance } from './class-members.ts'
import { decide } from './conditions.ts'
import { thisOwner } from '../source/definitions.ts'
import { evaluateCall } from './evaluate-call.ts'
import { classValue, evaluateName, functionValue, moduleValue } from './evaluate-name.ts'
import { add, evaluateTemplate } from './evaluate-text.ts'
import { exportedValue } from './exports.ts'
import { MAX_CALLS, callFrame, frameOf, type Frame } from './frame.ts'
import { withHint } from './hinted-value.ts'
import { typeHint } from './hints.ts'
import { argumentsOf } from './invocations.ts'
import { property } from './members.ts'
import { keyName, specifierOf } from '../source/names.ts'
import { apply, returned } from './results.ts'
import type { SourceFile } from '../source/source-file.ts'
import { bodyAround } from '../source/syntax.ts'
import {
  NOTHING,
  UNKNOWN,
  map,
  one,
  retag,
  scalar,
  tagIfBare,
  union,
  type Alternative,
  type Evaluator,
  type Value,
} from './value.ts'

/** Expressions nested deeper than this can't be known. */
const MAX_NESTING = 400
/** Nor are more expressions than this worked out for one sub-agent. */
const MAX_STEPS = 2_000_000

/**
 *   expression ─► evaluate ─┬─ a name: its declaration, its assignments, the argument behind it, the import behind it
 *                           ├─ a member: of a literal, an instance, a module, a config
 *                           └─ a call: what the function gives back for these arguments
 */
export function createEvaluator(fileAt: (path: string) => SourceFile | null, maxSteps = MAX_STEPS): Evaluator {
  let nesting = 0
  let steps = 0
  const ev: Evaluator = {
    budget: { calls: MAX_CALLS, exceeded: false },
    fileAt,
    evaluate(node, frame) {
      const known = frame.memo.get(node)
      // Null: it depends on itself.
      if (known !== undefined) return known ?? UNKNOWN
      if (nesting >= MAX_NESTING) return UNKNOWN
      steps += 1
      if (steps > maxSteps) {
        ev.budget.exceeded = true
        return UNKNOWN
      }
      frame.memo.set(node, null)
      nesting += 1
      const value = evaluateNode(ev, node, frame)
      nesting -= 1
      frame.memo.set(node, value)
      return value
    },
    seen: new Map(),
    seenCalls(body, entry, reader) {
      body.keepsArguments = true
      const calls = ev.seen.get(body) ?? []
      return calls
        .map((args) => callFrame(body, entry.outer ?? entry, args, reader, ev.budget))
        .filter((frame) => frame !== null)
    },
    property: (value, name) => property(ev, value, name),
    exported: (file, name) => exportedValue(ev, file, name),
    argumentsOf: (call, caller) => argumentsOf(ev, call, caller),
    apply: (invocation, call, caller) => apply(ev, invocation, call, caller),
    returned: (frame) => returned(ev, frame),
  }
  return ev
}

function evaluateNode(ev: Evaluator, node: Node, frame: Frame): Value {
  const { file } = frame.body
  switch (node.type) {
    case 'Identifier':
      return evaluateName(ev, node, frame)
    case 'Literal':
      return literal(node, file)
    case 'TemplateLiteral':
      return tagIfBare(evaluateTemplate(ev, node, frame), file, node)
    case 'BinaryExpression':
      if (node.operator !== '+') return scalar(null)
      return tagIfBare(add(ev.evaluate(node.left, frame), ev.evaluate(node.right, frame)), file, node)
    case 'ObjectExpression':
      return one({ kind: 'object', node, frame })
    case 'ArrayExpression':
      return arrayValue(ev, node, frame)
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return functionValue(node, frame)
    case 'ClassDeclaration':
    case 'ClassExpression':
      return classValue(node, frame)
    case 'CallExpression':
    case 'NewExpression':
    case 'TaggedTemplateExpression':
      return evaluateCall(ev, node, frame)
    case 'MemberExpression':
      return retag(memberValue(ev, node, frame), file, node)
    case 'ConditionalExpression':
      return conditional(ev, node, frame)
    case 'LogicalExpression':
      return logical(ev, node, frame)
    case 'AssignmentExpression':
      return node.operator === '=' ? ev.evaluate(node.right, frame) : UNKNOWN
    case 'SequenceExpression':
      return ev.evaluate(node.expressions.at(-1) as Node, frame)
    case 'AwaitExpression':
      return ev.evaluate(node.argument, frame)
    case 'ImportExpression':
      return moduleValue(ev, file, specifierOf(node.source))
    case 'ThisExpression':
      return thisValue(node, frame)
    case 'Super':
      return superValue(ev, node, frame)
    case 'UnaryExpression':
      return unary(ev, node, frame)
    case 'TSAsExpression':
    case 'TSTypeAssertion':
    case 'TSSatisfiesExpression':
      return withHint(ev.evaluate(node.expression, frame), typeHint(file, node.typeAnnotation))
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
    case 'TSInstantiationExpression':
      return ev.evaluate(node.expression, frame)
    default:
      return UNKNOWN
  }
}

function literal(node: Extract<Node, { type: 'Literal' }>, file: SourceFile): Value {
  if (typeof node.value === 'string') return retag(one({ kind: 'text', value: node.value }), file, node)
  if (node.value === null && node.raw === 'null') return NOTHING
  return scalar(typeof node.value === 'number' || typeof node.value === 'boolean' ? node.value : null)
}

function arrayValue(ev: Evaluator, node: Extract<Node, { type: 'ArrayExpression' }>, frame: Frame): Value {
  const items: Value[] = []
  let open = false
  for (const element of node.elements) {
    if (element === null) items.push(NOTHING)
    else if (element.type !== 'SpreadElement')
      items.push(tagIfBare(ev.evaluate(element, frame), frame.body.file, element))
    else {
      const [spread, ...others] = ev.evaluate(element.argument, frame)
      if (spread?.kind !== 'array' || others.length > 0) open = true
      else {
        items.push(...spread.items.map((_, index) => ev.property([spread], String(index))))
        open ||= spread.open
      }
    }
  }
  return one({ kind: 'array', items, open })
}

function memberValue(ev: Evaluator, node: Extract<Node, { type: 'MemberExpression' }>, frame: Frame): Value {
  const object = ev.evaluate(node.object, frame)
  const name = keyName(node.property, node.computed)
  if (name !== null || !node.computed) return ev.property(object, name)
  const keys = ev.evaluate(node.property, frame)
  return map(keys, (key) =>
    ev.property(
      object,
      key.kind === 'text' || (key.kind === 'scalar' && key.value !== null) ? String(key.value) : null,
    ),
  )
}

/** Neither null nor undefined nor false. */
const CERTAIN: ReadonlySet<Alternative['kind']> = new Set([
  'text',
  'object',
  'layers',
  'array',
  'function',
  'class',
  'writer',
  'known',
])

function conditional(ev: Evaluator, node: Extract<Node, { type: 'ConditionalExpression' }>, frame: Frame): Value {
  const decided = decide(ev, node.test, frame)
  if (decided !== null) return ev.evaluate(decided ? node.consequent : node.alternate, frame)
  return union(ev.evaluate(node.consequent, frame), ev.evaluate(node.alternate, frame))
}

function logical(ev: Evaluator, node: Extract<Node, { type: 'LogicalExpression' }>, frame: Frame): Value {
  const right = () => ev.evaluate(node.right, frame)
  const left = ev.evaluate(node.left, frame)
  if (node.operator === '&&') {
    const decided = decide(ev, node.left, frame)
    return decided === true ? right() : decided === false ? NOTHING : union(right(), NOTHING)
  }
  const isEmpty = (found: Alternative) => node.operator === '||' && found.kind === 'text' && found.value === ''
  const kept = left.filter((found) => found.kind !== 'nothing' && !isEmpty(found))
  return kept.length === left.length && kept.every(({ kind }) => CERTAIN.has(kind)) ? left : union(kept, right())
}

function unary(ev: Evaluator, { operator, argument }: Extract<Node, { type: 'UnaryExpression' }>, frame: Frame): Value {
  if (operator === 'void') return NOTHING
  if (operator === 'typeof') return one({ kind: 'words' })
  const [number] = operator === '-' ? ev.evaluate(argument, frame) : []
  return scalar(number?.kind === 'scalar' && typeof number.value === 'number' ? -number.value : null)
}

function thisValue(node: Node, frame: Frame): Value {
  const owner = thisOwner(node)
  const syntax = frame.body.file.syntax()
  if (owner === null) return UNKNOWN
  if (owner.node.type === 'ObjectExpression')
    return one({ kind: 'object', node: owner.node, frame: frameOf(bodyAround(syntax, owner.node), frame) })
  const body = syntax.bodies.get(owner.node)
  if (body === undefined || body.parent === null) return UNKNOWN
  if (owner.fixed) return one({ kind: 'class', body, outer: frameOf(body.parent, frame) })
  const own = frameOf(body, frame)
  return one({ kind: 'instance', frame: own.derived ?? own })
}

function superValue(ev: Evaluator, node: Node, frame: Frame): Value {
  const owner = thisOwner(node)
  const body = owner === null ? undefined : frame.body.file.syntax().bodies.get(owner.node)
  if (body === undefined || owner?.fixed !== false) return UNKNOWN
  return baseInstance(ev, frameOf(body, frame)) ?? UNKNOWN
}
