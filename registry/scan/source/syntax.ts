import type {
  ArrowFunctionExpression,
  AssignmentExpression,
  CallExpression,
  Class,
  Expression,
  ForInStatement,
  ForOfStatement,
  Function as FunctionNode,
  NewExpression,
  Node,
  Program,
  TaggedTemplateExpression,
  UpdateExpression,
  VariableDeclarator,
} from 'oxc-parser'
import { ScopeTracker, walk, type ScopeTrackerNode } from 'oxc-walker'
import { nextKey } from './keys.ts'
import type { SourceFile } from './source-file.ts'

export type FunctionLike = FunctionNode | ArrowFunctionExpression
export type CallNode = CallExpression | NewExpression | TaggedTemplateExpression

/** What runs as one piece: a module, a function, or the fields of a class. */
export interface Body {
  /** Its own among all. */
  readonly key: number
  readonly node: Program | FunctionLike | Class
  readonly file: SourceFile
  readonly parent: Body | null
  /** The bodies directly inside. */
  readonly children: Body[]
  /** The calls directly inside, not those of the children. */
  readonly calls: CallNode[]
  readonly returns: Expression[]
  /** Told by the scan: something that it writes depends on its arguments. */
  writesArguments: boolean
  /** Told by the scan: it calls one of its arguments, or hands it on. */
  callsArguments: boolean
  /** Told by the scan: what it calls is a `writer` of one of them. */
  callsWriters: boolean
  /** Told by the scan: others read what it assigned from its arguments. */
  keepsArguments: boolean
}

/** What gives a variable another value than its declaration did. */
export type AssigningNode =
  | AssignmentExpression
  | UpdateExpression
  | ForOfStatement
  | ForInStatement
  | VariableDeclarator

export interface Assigning {
  readonly node: AssigningNode
  readonly body: Body
}

/** One file's tree with what one walk over it finds. Every node knows its parent. */
export interface Syntax {
  readonly program: Program
  readonly root: Body
  readonly bodies: ReadonlyMap<Node, Body>
  readonly assignings: readonly Assigning[]
  readonly scopes: FileScopes
}

class Scopes extends ScopeTracker {
  // Asked after the walk, so that what is declared further down is known too.
  lookUp(scope: string, name: string, mode: 'value' | 'type'): ScopeTrackerNode | null {
    this.scopeIndexKey = scope
    return this.getDeclaration(name, { mode })
  }
}

/** Which declaration a name means. */
export interface FileScopes {
  /** `at` is the name itself, where it stands. */
  declarationOf(name: string, at: Node, mode?: 'value' | 'type'): ScopeTrackerNode | null
}

export function readSyntax(program: Program, file: SourceFile): Syntax {
  const tracker = new Scopes({ preserveExitedScopes: true })
  const scopeKeys = new Map<Node, string>()
  const bodies = new Map<Node, Body>()
  const assignings: Assigning[] = []
  const newBody = (node: Body['node'], parent: Body | null): Body => ({
    key: nextKey(),
    node,
    file,
    parent,
    children: [],
    calls: [],
    returns: [],
    writesArguments: false,
    callsArguments: false,
    callsWriters: false,
    keepsArguments: false,
  })
  const root = newBody(program, null)
  let body = root
  let scope: string | null = null
  walk(program, {
    scopeTracker: tracker,
    enter(node) {
      const key = tracker.getCurrentScope()
      if (key !== scope) {
        scopeKeys.set(node, key)
        scope = key
      }
      switch (node.type) {
        case 'Program':
          bodies.set(node, root)
          break
        case 'FunctionDeclaration':
        case 'FunctionExpression':
        case 'ArrowFunctionExpression':
        case 'ClassDeclaration':
        case 'ClassExpression': {
          const inner = newBody(node, body)
          if (node.type === 'ArrowFunctionExpression' && node.body.type !== 'BlockStatement')
            inner.returns.push(node.body)
          body.children.push(inner)
          bodies.set(node, inner)
          body = inner
          break
        }
        case 'CallExpression':
        case 'NewExpression':
        case 'TaggedTemplateExpression':
          body.calls.push(node)
          break
        case 'ReturnStatement':
          if (node.argument !== null) body.returns.push(node.argument)
          break
        case 'AssignmentExpression':
        case 'UpdateExpression':
          assignings.push({ node, body })
          break
        case 'ForOfStatement':
        case 'ForInStatement':
          if (node.left.type !== 'VariableDeclaration') assignings.push({ node, body })
          break
        case 'VariableDeclaration':
          // A name may be declared by `var` more than once.
          if (node.kind === 'var')
            for (const declarator of node.declarations) assignings.push({ node: declarator, body })
          break
      }
    },
    leave(node, parent) {
      // Set on the way out: on the way in the walk would follow it.
      node.parent = parent as never
      scope = tracker.getCurrentScope()
      if (node === body.node && body.parent !== null) body = body.parent
    },
  })
  const declarations = new Map<Node, ScopeTrackerNode | null>()
  const scopeOf = (node: Node): string => {
    for (let at: Node | null | undefined = node; at; at = at.parent) {
      const key = scopeKeys.get(at)
      if (key !== undefined) return key
    }
    return ''
  }
  return {
    program,
    root,
    bodies,
    assignings,
    scopes: {
      declarationOf(name, at, mode = 'value') {
        if (mode === 'type') return tracker.lookUp(scopeOf(at), name, mode)
        const known = declarations.get(at)
        if (known !== undefined) return known
        const found = tracker.lookUp(scopeOf(at), name, mode)
        declarations.set(at, found)
        return found
      },
    },
  }
}

export const isFunctionLike = (node: Node): node is FunctionLike =>
  node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression' || node.type === 'ArrowFunctionExpression'

/** The body that a node stands in directly. */
export function bodyAround(syntax: Syntax, node: Node): Body {
  for (let at = node.parent; at; at = at.parent) {
    const found = syntax.bodies.get(at)
    if (found !== undefined) return found
  }
  return syntax.root
}
