import type { Expression, Node } from 'oxc-parser'
import type { ScopeTrackerNode } from 'oxc-walker'
import { keyName, namesIn, unwrap } from './names.ts'
import { perFile, type SourceFile } from './source-file.ts'
import { bodyAround, isFunctionLike, type Assigning, type Body } from './syntax.ts'

/** How one name gets its value out of what is assigned to its pattern. */
export type Step =
  | { readonly kind: 'property'; readonly name: string | null }
  | { readonly kind: 'item'; readonly index: number }
  /** One of the items, of a for … of. */
  | { readonly kind: 'any_item' }
  | { readonly kind: 'any_key' }
  | { readonly kind: 'rest'; readonly from: number }
  | { readonly kind: 'default'; readonly node: Expression }

/** One place where a variable gets a value. */
export interface Definition {
  /** Where it happens, for the order of things. */
  readonly node: Node
  readonly body: Body
  /** Null: what it gets can't be known. */
  readonly source: Expression | null
  readonly steps: readonly Step[]
  /** `+=`, `??=` and the like: what it was before matters too. */
  readonly operator: string
}

/** From the outermost pattern to the name. */
export function stepsTo(name: Node, top: Node): Step[] {
  const steps: Step[] = []
  for (let at = name; at !== top && at.parent; at = at.parent) {
    const parent: Node = at.parent
    if (parent.type === 'AssignmentPattern' && parent.left === at) steps.push({ kind: 'default', node: parent.right })
    else if (parent.type === 'Property' && parent.value === at)
      steps.push({ kind: 'property', name: keyName(parent.key, parent.computed) })
    else if (parent.type === 'ArrayPattern') {
      const index = parent.elements.indexOf(at as never)
      steps.push(at.type === 'RestElement' ? { kind: 'rest', from: index } : { kind: 'item', index })
    } else if (parent.type === 'ObjectPattern' && at.type === 'RestElement') steps.push({ kind: 'rest', from: 0 })
    if (parent === top) break
  }
  return steps.toReversed()
}

/** What is assigned to a name after its declaration, anywhere in its file. Keyed by the declaring identifier. */
const assignmentsOf = perFile((file) => {
  const found = new Map<Node, Definition[]>()
  const { assignings, scopes } = file.syntax()
  for (const assigning of assignings)
    for (const { name, definition } of definitionsIn(assigning)) {
      const declaration = scopes.declarationOf(name.name, name)
      if (declaration === null || declaration.node === name) continue
      const all = found.get(declaration.node) ?? []
      all.push(definition)
      found.set(declaration.node, all)
    }
  return found
})

function* definitionsIn({
  node,
  body,
}: Assigning): Generator<{ name: ReturnType<typeof nameOf>; definition: Definition }> {
  switch (node.type) {
    case 'UpdateExpression': {
      const target = unwrap(node.argument)
      if (target.type === 'Identifier')
        yield { name: nameOf(target), definition: { node, body, source: null, steps: [], operator: '=' } }
      break
    }
    case 'VariableDeclarator':
      if (node.init !== null)
        for (const name of namesIn(node.id))
          yield { name, definition: { node, body, source: node.init, steps: stepsTo(name, node), operator: '=' } }
      break
    case 'AssignmentExpression': {
      const left = unwrap(node.left)
      for (const name of namesIn(left)) {
        const definition = { node, body, source: node.right, steps: stepsTo(name, left), operator: node.operator }
        yield { name, definition }
      }
      break
    }
    default: {
      const first: Step = { kind: node.type === 'ForOfStatement' ? 'any_item' : 'any_key' }
      for (const name of namesIn(node.left)) {
        const definition = {
          node,
          body,
          source: node.right,
          steps: [first, ...stepsTo(name, node.left)],
          operator: '=',
        }
        yield { name, definition }
      }
    }
  }
}

const nameOf = (node: Node) => node as Extract<Node, { type: 'Identifier' }>

/** Every place where a declared variable gets a value; its declaration first. A parameter's own value is not among them. */
export function definitionsOf(file: SourceFile, declaration: ScopeTrackerNode): readonly Definition[] {
  const all = definitions(file)
  const known = all.get(declaration.node)
  if (known !== undefined) return known
  const found = findDefinitions(file, declaration)
  all.set(declaration.node, found)
  return found
}

const definitions = perFile(() => new Map<Node, readonly Definition[]>())

function findDefinitions(file: SourceFile, declaration: ScopeTrackerNode): readonly Definition[] {
  const later = assignmentsOf(file).get(declaration.node) ?? []
  if (declaration.type !== 'Variable') return later
  const first = declared(file, declaration.node)
  return first === null ? later : [first, ...later]
}

function declared(file: SourceFile, name: Node): Definition | null {
  let declarator: Node | null | undefined = name
  while (declarator && declarator.type !== 'VariableDeclarator') declarator = declarator.parent
  if (!declarator) return null
  const body = bodyAround(file.syntax(), declarator)
  const steps = stepsTo(name, declarator)
  const loop = declarator.parent?.parent
  if ((loop?.type === 'ForOfStatement' || loop?.type === 'ForInStatement') && loop.left === declarator.parent) {
    const first: Step = { kind: loop.type === 'ForOfStatement' ? 'any_item' : 'any_key' }
    return { node: declarator, body, source: loop.right, steps: [first, ...steps], operator: '=' }
  }
  return { node: declarator, body, source: declarator.init, steps, operator: '=' }
}

/** One `x.name = …` or `this.name = …`. */
export interface MemberWrite {
  /** Null when the name is computed. */
  readonly name: string | null
  readonly source: Expression
  readonly body: Body
}

/** By the declaring identifier of the object, or by the class or object literal that `this` is. */
const memberWrites = perFile((file) => {
  const all = new Map<Node, MemberWrite[]>()
  const { assignings, scopes } = file.syntax()
  for (const { node, body } of assignings) {
    if (node.type !== 'AssignmentExpression') continue
    const left = unwrap(node.left)
    if (left.type !== 'MemberExpression') continue
    const object = unwrap(left.object)
    const written =
      object.type === 'Identifier'
        ? scopes.declarationOf(object.name, object)?.node
        : object.type === 'ThisExpression'
          ? thisOwner(object)?.node
          : undefined
    if (written === undefined) continue
    const writes = all.get(written) ?? []
    writes.push({ name: keyName(left.property, left.computed), source: node.right, body })
    all.set(written, writes)
  }
  return all
})

export const memberWritesOf = (file: SourceFile, owner: Node): readonly MemberWrite[] =>
  memberWrites(file).get(owner) ?? []

/** What `this` is where it stands: the class whose member holds it, or the object literal whose method does. */
export function thisOwner(at: Node): { node: Node; fixed: boolean } | null {
  for (let node = at; node.parent; node = node.parent) {
    const parent: Node = node.parent
    if (parent.type === 'PropertyDefinition' || parent.type === 'AccessorProperty')
      return classAround(parent, parent.static)
    if (parent.type === 'StaticBlock') return classAround(parent, true)
    if (!isFunctionLike(parent) || parent.type === 'ArrowFunctionExpression') continue
    const holder = parent.parent
    if (holder?.type === 'MethodDefinition') return classAround(holder, holder.static)
    if (holder?.type === 'Property' && holder.parent?.type === 'ObjectExpression')
      return { node: holder.parent, fixed: false }
    return null
  }
  return null
}

const classAround = (member: Node, fixed: boolean): { node: Node; fixed: boolean } | null => {
  const found = member.parent?.parent
  return found ? { node: found, fixed } : null
}
