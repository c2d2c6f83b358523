import type { Node, Statement } from 'oxc-parser'
import { contains } from './names.ts'
import type { Definition } from './definitions.ts'
import { perFile } from './source-file.ts'
import type { Body } from './syntax.ts'

/**
 * Which of a variable's values can be there where it is read. Told by the shape of the code around: what is certainly
 * assigned before hides what came earlier, a loop brings back what comes later.
 */
export function reachingDefinitions(definitions: readonly Definition[], at: Node, body: Body): Reaching {
  if (definitions.length < 2) return { reaching: definitions, sure: true }
  const known = remembered(body.file)
  const found = known.get(at) ?? findReaching(definitions, at, body)
  known.set(at, found)
  return found
}

export interface Reaching {
  readonly reaching: readonly Definition[]
  /** False when the order can’t be told. */
  readonly sure: boolean
}

const remembered = perFile(() => new Map<Node, Reaching>())

function findReaching(definitions: readonly Definition[], at: Node, body: Body): Reaching {
  // Another function assigns it.
  if (definitions.some((definition) => definition.body !== body)) return { reaching: definitions, sure: false }
  const hider = hidingStatement(definitions, at, body)
  const reaching = definitions.filter((definition) => {
    if (isInOtherArm(definition, at, body)) return false
    if (hider !== null && contains(hider, definition.node)) return true
    if (comesBackByLoop(definition, hider, at, body)) return true
    if (leavesBefore(definition, at)) return false
    return definition.node.end <= at.start && (hider === null || definition.node.start >= hider.end)
  })
  return { reaching: reaching.length === 0 ? definitions : reaching, sure: true }
}

/** The last statement before, in any block around, after which the variable has certainly been assigned. */
function hidingStatement(definitions: readonly Definition[], at: Node, body: Body): Node | null {
  for (let node = at; node !== body.node && node.parent; node = node.parent) {
    const siblings = statementsOf(node.parent)
    for (let index = siblings.indexOf(node as Statement) - 1; index >= 0; index -= 1) {
      const statement = siblings[index] as Statement
      if (assigns(statement, definitions)) return statement
    }
  }
  return null
}

export function statementsOf(node: Node): readonly Statement[] {
  switch (node.type) {
    case 'Program':
    case 'BlockStatement':
    case 'StaticBlock':
      return node.body as Statement[]
    case 'SwitchCase':
      return node.consequent
    default:
      return []
  }
}

/** Whether the variable has certainly been assigned once this is over, if it is ever over. */
function assigns(node: Node, definitions: readonly Definition[]): boolean {
  switch (node.type) {
    case 'ExpressionStatement':
      return definitions.some((definition) => definition.node === node.expression)
    case 'VariableDeclaration':
      return node.declarations.some((declarator) => definitions.some((definition) => definition.node === declarator))
    case 'ExportNamedDeclaration':
      return node.declaration !== null && assigns(node.declaration, definitions)
    case 'BlockStatement':
      return node.body.some((statement) => assigns(statement, definitions))
    case 'IfStatement':
      return node.alternate !== null && assigns(node.consequent, definitions) && assigns(node.alternate, definitions)
    case 'TryStatement':
      return (
        (node.finalizer !== null && assigns(node.finalizer, definitions)) ||
        (assigns(node.block, definitions) && (node.handler === null || assigns(node.handler.body, definitions)))
      )
    case 'SwitchStatement':
      return (
        node.cases.some((found) => found.test === null) &&
        node.cases.every(
          (found, index) =>
            (found.consequent.length === 0 && index < node.cases.length - 1) ||
            found.consequent.some((statement) => assigns(statement, definitions)),
        )
      )
    case 'LabeledStatement':
      return assigns(node.body, definitions)
    default:
      return exits(node)
  }
}

/** Whether what follows it in its block is never reached. */
export function exits(node: Node): boolean {
  switch (node.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
    case 'ContinueStatement':
    case 'BreakStatement':
      return true
    case 'BlockStatement':
      return node.body.some(exits)
    case 'IfStatement':
      return node.alternate !== null && exits(node.consequent) && exits(node.alternate)
    default:
      return false
  }
}

const isLoop = (node: Node): boolean =>
  node.type === 'ForStatement' ||
  node.type === 'ForOfStatement' ||
  node.type === 'ForInStatement' ||
  node.type === 'WhileStatement' ||
  node.type === 'DoWhileStatement'

function comesBackByLoop(definition: Definition, hider: Node | null, at: Node, body: Body): boolean {
  for (let node: Node | null | undefined = at; node && node !== body.node; node = node.parent)
    if (isLoop(node) && contains(node, definition.node) && (hider === null || !contains(node, hider))) return true
  return false
}

/** In the other arm of an if, and no loop leads from there to here. */
function isInOtherArm(definition: Definition, at: Node, body: Body): boolean {
  let other: Node | null = null
  for (let node = at; node !== body.node && node.parent; node = node.parent) {
    const parent: Node = node.parent
    if (other !== null && isLoop(parent)) return false
    if (other !== null || parent.type !== 'IfStatement') continue
    const arm = parent.consequent === node ? parent.alternate : parent.alternate === node ? parent.consequent : null
    if (arm !== null && contains(arm, definition.node)) other = arm
  }
  return other !== null
}

/** In a block that returns or throws before it could lead here. */
function leavesBefore(definition: Definition, at: Node): boolean {
  for (let node: Node | null | undefined = definition.node; node && !contains(node, at); node = node.parent)
    if (statementsOf(node).some(({ type }) => type === 'ReturnStatement' || type === 'ThrowStatement')) return true
  return false
}
