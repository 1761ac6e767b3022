/** Reads the heads of HTTP that a text begins with. It reads line by line, so that pieces of any size cost time in proportion to their length. */
export interface HeadReader {
  /** Reads the next piece of the text. Not to be called once `isWhole` is true. */
  push(piece: string): void
  readonly found: Readonly<Heads>
}

export interface Heads {
  /** True if no further head can follow. */
  isWhole: boolean
  /** Index after the last head, in characters. */
  end: number
  last?: { status: number; fields: ReadonlyMap<string, string> }
}

const mark = '\u00EF\u00BB\u00BF'
const statusLine = /^HTTP\/\d(?:\.\d)? (\d{3})(?: [^\r\n]*)?\r?\n$/
const field = /^([!#$%&'*+.^_`|~\w-]+):([^\r\n]*)\r?\n$/
const emptyLine = /^\r?\n$/

/** Number of characters that decide whether a line is a status line: `HTTP/1.1 200 ` has 13, and any text may follow. */
const decisive = 16

export function createHeadReader(): HeadReader {
  const found: Heads = { isWhole: false, end: 0 }
  /** The head that is being read. Undefined: a status line or the body comes next. */
  let open: { status: number; fields: Map<string, string> } | undefined
  let line = ''
  /** First characters of the line, kept separately because inspecting a concatenated string copies it. */
  let lineStart = ''
  let at = 0

  return { push, found }

  function push(piece: string): void {
    for (let from = 0; from < piece.length && !found.isWhole;) {
      const feed = piece.indexOf('\n', from)
      const part = piece.slice(from, feed === -1 ? piece.length : feed + 1)
      line += part
      const isNews = lineStart.length < decisive
      if (isNews) lineStart += part.slice(0, decisive - lineStart.length)
      from += part.length
      if (feed !== -1) endLine()
      else if (open === undefined && isNews) found.isWhole = !mayBecomeHead(lineStart, at === 0)
    }
  }

  function endLine(): void {
    const text = at === 0 && line.startsWith(mark) ? line.slice(mark.length) : line
    at += line.length
    line = ''
    lineStart = ''
    if (open === undefined) {
      const status = statusLine.exec(text)?.[1]
      if (status === undefined) found.isWhole = true
      else open = { status: Number(status), fields: new Map() }
    } else if (emptyLine.test(text)) {
      found.end = at
      found.last = open
      open = undefined
    } else {
      const read = field.exec(text)
      if (read === null) found.isWhole = true
      else open.fields.set(read[1]!.toLowerCase(), read[2]!.replace(/^[\t ]+/, ''))
    }
  }
}

/** Tells whether a truncated line may become a status line. */
function mayBecomeHead(lineStart: string, isFirst: boolean): boolean {
  if (isFirst && mark.startsWith(lineStart)) return true
  const text = isFirst && lineStart.startsWith(mark) ? lineStart.slice(mark.length) : lineStart
  return 'HTTP/'.startsWith(text) || /^HTTP\/[\d.]{0,3}(?:$| \d{0,3}(?:$|[ \r]))/.test(text)
}
