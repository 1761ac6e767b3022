import stringWidth from 'string-width'
import { truncate } from './wrap.ts'
import { safeText } from './safe-text.ts'
import type { Paint, TextStyle } from './styles.ts'

/** A piece of a line, with its style. */
export type StyledSpan = string | readonly [TextStyle | undefined, string]

export type StyledLine = readonly StyledSpan[]

/** Paints a line, cut to the width of the terminal. Control characters in names of clients are made visible. */
export function paintLine(line: StyledLine, columns: number, paint: Paint): string {
  let out = ''
  let left = columns
  for (const span of line) {
    const [style, text] = typeof span === 'string' ? [undefined, span] : span
    const shown = truncate(oneLine(text), left)
    if (shown !== '') out += style === undefined ? shown : paint(style, shown)
    left -= stringWidth(shown)
    if (left <= 0) break
  }
  return out.trimEnd()
}

/** Text of a column, cut and padded to its width. */
export function cell(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const shown = truncate(oneLine(text), width)
  const blank = ' '.repeat(Math.max(0, width - stringWidth(shown)))
  return align === 'left' ? shown + blank : blank + shown
}

const oneLine = (text: string): string => safeText(text).replaceAll(/[\n\t]/g, ' ')
