/** A node of an ESTree syntax tree. */
export interface Node {
  type: string
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** The direct children of a node, in source order. */
export const nodesOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** The last name of an expression: `items` for `this.items`, `join` for `names.join`. Empty for expressions without a name. */
export function nameOf(node: Node): string {
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return node['name'] as string
  if (node.type === 'MemberExpression') return node['computed'] === true ? nameOf(node['object'] as Node) : nameOf(node['property'] as Node)
  const inner = node['expression']
  return isNode(inner) ? nameOf(inner) : ''
}

/** The key of a property. Empty for a computed key. */
export function keyOf({ key, computed }: Node): string {
  return computed === true || !isNode(key) ? '' : (literalOf(key) ?? nameOf(key))
}

/** The value of a string literal. */
export const literalOf = ({ type, value }: Node): string | undefined =>
  type === 'Literal' && typeof value === 'string' ? value : undefined
