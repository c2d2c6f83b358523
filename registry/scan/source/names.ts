import type { BindingPattern, Expression, Node, PropertyKey } from 'oxc-parser'

/** What stands behind `as`, `satisfies`, `!`, `?.` and parentheses. */
export function unwrap(node: Node): Node {
  switch (node.type) {
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
      return unwrap(node.expression)
    default:
      return node
  }
}

/** The name of a key that stands there literally; null when it is computed. Private names keep their #. */
export function keyName(key: PropertyKey | Expression, computed: boolean): string | null {
  if (key.type === 'PrivateIdentifier') return `#${key.name}`
  if (key.type === 'Identifier' && !computed) return key.name
  if (key.type === 'Literal')
    return typeof key.value === 'string' || typeof key.value === 'number' ? String(key.value) : null
  if (key.type === 'TemplateLiteral' && key.expressions.length === 0) return key.quasis[0]?.value.cooked ?? null
  return null
}

/** The names that a pattern binds. */
export function* namesIn(pattern: Node): Generator<Extract<BindingPattern, { type: 'Identifier' }>> {
  switch (pattern.type) {
    case 'Identifier':
      yield pattern as Extract<BindingPattern, { type: 'Identifier' }>
      break
    case 'AssignmentPattern':
      yield* namesIn(pattern.left)
      break
    case 'RestElement':
      yield* namesIn(pattern.argument)
      break
    case 'TSParameterProperty':
      yield* namesIn(pattern.parameter)
      break
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element !== null) yield* namesIn(element)
      break
    case 'ObjectPattern':
      for (const property of pattern.properties)
        yield* namesIn(property.type === 'RestElement' ? property.argument : property.value)
      break
  }
}

export const contains = (outer: Node, inner: Node): boolean => outer.start <= inner.start && inner.end <= outer.end

/** The literal that an import(), or an import declaration, names its module by. */
export function specifierOf(source: Node): string | null {
  const bare = unwrap(source)
  return bare.type === 'Literal' || bare.type === 'TemplateLiteral' ? keyName(bare as Expression, true) : null
}
