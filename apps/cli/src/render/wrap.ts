import stringWidth from 'string-width'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/**
 * Wraps text into terminal lines of at most `columns`. Breaks at blanks, and inside a word only if it is wider than a line. Tabs become two blanks, because
 * their width depends on the position.
 */
export function wrap(text: string, columns: number): string[] {
  return text
    .replaceAll('\t', '  ')
    .split('\n')
    .flatMap((line) => (isNarrow(line, columns) ? [line] : wrapLine(line, columns)))
}

/** Whether a line is short and plain ASCII, as most lines are. */
const isNarrow = (line: string, columns: number): boolean => line.length <= columns && /^[\u0020-\u007E]*$/.test(line)

function wrapLine(line: string, columns: number): string[] {
  const lines: string[] = []
  let current = ''
  let width = 0
  for (const word of line.split(/(?<= )/)) {
    const wordWidth = stringWidth(word)
    // A blank at the end of a line needs no room.
    if (width > 0 && width + stringWidth(word.trimEnd()) > columns) feed()
    if (wordWidth <= columns) {
      current += word
      width += wordWidth
      continue
    }
    for (const { segment } of graphemes.segment(word)) {
      const more = stringWidth(segment)
      if (width + more > columns) feed()
      current += segment
      width += more
    }
  }
  lines.push(current)
  return lines

  function feed(): void {
    lines.push(current.trimEnd())
    current = ''
    width = 0
  }
}

/** Cuts text to a width. A cut text ends with `…`. */
export function truncate(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text
  let out = ''
  let width = 0
  for (const { segment } of graphemes.segment(text)) {
    const more = stringWidth(segment)
    if (width + more > columns - 1) break
    out += segment
    width += more
  }
  return `${out}…`
}
