/** A step of a path: the name of a field, the index of an item. */
export type PathSegment = string | number

/** Maximum number of steps in a path. Arguments of real tools are not as deep, and deeper values could not be serialised. */
const maxSegments = 100

const segment = /\.([^.[\]]+)|\[(\d{1,9})\]|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]/y

/**
 * Reads the names and indexes of a JSON Path (RFC 9535) that points at one value: `$.places[0]['zip code']`.
 *
 * @returns Undefined for anything else: a query, a nonstandard syntax, more than 100 steps.
 */
export function parseJsonPath(path: string): PathSegment[] | undefined {
  if (!path.startsWith('$')) return undefined
  const segments: PathSegment[] = []
  segment.lastIndex = 1
  for (let at = 1; at < path.length; at = segment.lastIndex) {
    const found = segment.exec(path)
    if (found === null || segments.length === maxSegments) return undefined
    const [, name, index, single, double] = found
    segments.push(name ?? (index === undefined ? unescape(single ?? double!) : Number(index)))
  }
  return segments
}

const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' }

const unescape = (text: string): string =>
  text.replaceAll(/\\(?:u([0-9a-fA-F]{4})|([^]))/g, (_, code: string | undefined, char: string) =>
    code === undefined ? (escapes[char] ?? char) : String.fromCharCode(Number.parseInt(code, 16)),
  )
