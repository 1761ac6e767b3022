import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser'
import { ConfigError } from '../config-error.ts'
import { placeAt, positionAt, type ConfigDocument, type Path } from './document.ts'

/**
 * Reads JSON with comments and trailing commas, as in the files of editors.
 *
 * @throws {ConfigError} with every syntax error
 */
export function readJson(file: string, text: string): ConfigDocument {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { allowTrailingComma: true })
  const problems = errors.map(
    ({ error, offset }) => `${placeAt(file, positionAt(text, offset))}: this is not JSON: ${wordsOf(printParseErrorCode(error))}.`,
  )
  const value = root === undefined ? undefined : valueOf(root, (key) => problems.push(repeated(key)))
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    file,
    value,
    positionOf(path, what) {
      const node = nodeAt(root, path, what)
      return node === undefined ? undefined : positionAt(text, node.offset)
    },
  }

  function repeated(key: Node): string {
    return `${placeAt(file, positionAt(text, key.offset))}: ${JSON.stringify(key.value)} is given twice in one object. Keep one of them.`
  }
}

/** `PropertyNameExpected` ▶ `property name expected` */
const wordsOf = (code: string): string => code.replaceAll(/(?<=[a-z])[A-Z]/g, ' $&').toLowerCase()

function valueOf(node: Node, onRepeated: (key: Node) => void): unknown {
  const { type, children = [], value } = node
  if (type === 'array') return children.map((child) => valueOf(child, onRepeated))
  if (type !== 'object') return value as unknown
  const found = new Map<string, unknown>()
  for (const { children: [key, inner] = [] } of children) {
    if (key === undefined || inner === undefined) continue
    if (found.has(key.value as string)) onRepeated(key)
    found.set(key.value as string, valueOf(inner, onRepeated))
  }
  return Object.fromEntries(found)
}

/** The node of a path, or the last one that is on the way to it. */
function nodeAt(root: Node | undefined, path: Path, what: 'key' | 'value'): Node | undefined {
  let node = root
  for (const [index, step] of path.entries()) {
    if (node?.type === 'array') {
      const item: Node | undefined = node.children?.[step as number]
      if (item === undefined) return node
      node = item
      continue
    }
    const property: Node | undefined =
      node?.type === 'object' ? node.children?.find(({ children }) => children?.[0]?.value === step) : undefined
    if (property === undefined) return node
    node = property.children![index === path.length - 1 && what === 'key' ? 0 : 1]
  }
  return node
}
