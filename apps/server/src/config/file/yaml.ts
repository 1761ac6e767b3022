import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument, type Document, type Node, type YAMLParseError } from 'yaml'
import { ConfigError } from '../config-error.ts'
import { placeAt, tooDeep, type ConfigDocument, type DocumentPosition, type Path } from './document.ts'

/**
 * Reads YAML 1.2: `no` and `off` are text. Anchors and `<<` work.
 *
 * @throws {ConfigError} with every syntax error
 */
export function readYaml(file: string, text: string): ConfigDocument {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true })
  if (document.errors.length > 0) {
    throw new ConfigError(document.errors.map((error) => `${placeAt(file, positionAt(error.pos[0]))}: ${wordsOf(error)}.`))
  }
  return { file, value: valueOf(document, file), positionOf }

  function positionOf(path: Path, what: 'key' | 'value'): DocumentPosition | undefined {
    const offset = nodeAt(document, path, what)?.range?.[0]
    return offset === undefined ? undefined : positionAt(offset)
  }

  function positionAt(offset: number): DocumentPosition {
    const { line, col } = lines.linePos(offset)
    return { line, column: col }
  }
}

/** The parser's error, reworded where its message is about the parser. */
const wordsOf = ({ code, message }: YAMLParseError): string => wordsOfCode[code] ?? message

const wordsOfCode: Partial<Record<YAMLParseError['code'], string>> = {
  MULTIPLE_DOCS: 'another document begins here. Keep one of them',
  RESOURCE_EXHAUSTION: tooDeep,
}

function valueOf(document: Document, file: string): unknown {
  try {
    return document.toJS()
  } catch (error) {
    // Thrown for nested aliases, where a few lines would expand to gigabytes.
    throw new ConfigError([`${file} cannot be used: ${(error as Error).message}.`])
  }
}

/** The node of a path, or the last one that is on the way to it. */
function nodeAt(document: Document, path: Path, what: 'key' | 'value'): Node | undefined {
  let node: Node | undefined = document.contents ?? undefined
  for (const [index, step] of path.entries()) {
    const inner: Node | undefined = isAlias(node) ? node.resolve(document) : node
    if (isSeq(inner)) {
      const item = inner.items[step as number] as Node | undefined
      if (item === undefined) return node
      node = item
      continue
    }
    const pair = isMap(inner) ? inner.items.find(({ key }) => String(isScalar(key) ? key.value : key) === String(step)) : undefined
    if (pair === undefined) return node
    const isLast = index === path.length - 1
    const value = pair.value as Node | null
    node = (isLast && what === 'key') || value === null ? (pair.key as Node) : value
  }
  return node
}
