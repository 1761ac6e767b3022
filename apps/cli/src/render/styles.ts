import { styleText } from 'node:util'

export type TextStyle = 'dim' | 'bold' | 'cyan' | 'magenta' | 'yellow' | 'red' | 'green'

/** Applies a style to a text, and ends the style after it. The terminal is therefore reset even after an abort. */
export type Paint = (style: TextStyle, text: string) => string

export const noPaint: Paint = (_, text) => text

/** Styles for a stream: used in terminals without NO_COLOR, or with FORCE_COLOR. */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  const paint: Paint = (style, text) => styleText(style, text, { stream })
  return paint('dim', 'x') === 'x' ? noPaint : paint
}
