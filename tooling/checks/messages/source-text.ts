import { literalOf, nameOf, nodesOf, type Node } from './syntax.ts'

/** Text of a string, a template or a concatenation. Undefined for other expressions. */
export function textOf(node: Node): string | undefined {
  const text = writtenText(node)
  return text?.replaceAll(/\s+/g, ' ').trim()
}

function writtenText(node: Node): string | undefined {
  const literal = literalOf(node)
  if (literal !== undefined) return literal
  if (node.type === 'TemplateLiteral') {
    const expressions = node['expressions'] as Node[]
    return (node['quasis'] as { value: { cooked: string } }[])
      .map(({ value }, index) => value.cooked + (expressions[index] === undefined ? '' : placeholderOf(expressions[index])))
      .join('')
  }
  if (node.type === 'BinaryExpression' && node['operator'] === '+') {
    const sides = [node['left'], node['right']] as [Node, Node]
    const texts = sides.map(writtenText)
    return texts.some((text) => text !== undefined) ? texts.map((text, side) => text ?? placeholderOf(sides[side]!)).join('') : undefined
  }
  return undefined
}

/** Placeholder for a value: its name, or its possible texts. */
function placeholderOf(node: Node): string {
  const text = writtenText(node)
  if (text !== undefined) return text
  if (node.type === 'ConditionalExpression') {
    const texts = [placeholderOf(node['consequent'] as Node), placeholderOf(node['alternate'] as Node)]
      .map(bare)
      .filter((one) => one !== '')
    return `‹${[...new Set(texts)].join('¦')}›`
  }
  if (node.type === 'LogicalExpression') return placeholderOf(node['left'] as Node)
  return `‹${valueName(node)}›`
}

/** Removes the angle quotes of a text that is a single placeholder. */
const bare = (text: string): string => /^‹([^‹›]*)›$/.exec(text)?.[1] ?? text

/** Name of a value for readers. For a formatting call, the name of the formatted value. */
function valueName(node: Node): string {
  if (node.type === 'CallExpression') {
    const args = node['arguments'] as Node[]
    const callee = node['callee'] as Node
    const named = args.map(valueName).find((name) => name !== '…')
    const owner = callee.type === 'MemberExpression' ? valueName(callee['object'] as Node) : '…'
    if (owner !== '…' && !/^(?:JSON|Math|Object|Array|Number)$/.test(owner)) return owner
    return named ?? (nameOf(callee) || '…')
  }
  if (node.type === 'ArrowFunctionExpression' || node.type === 'Literal' || node.type === 'ObjectExpression') return '…'
  return (
    readable(nameOf(node)) ||
    nodesOf(node)
      .map(valueName)
      .find((name) => name !== '…') ||
    '…'
  )
}

/** Writes the name of a constant in camel case: `SECRET_BYTES` becomes `secretBytes`. */
const readable = (name: string): string =>
  /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)+$/.test(name) ? name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) : name
