import { styleText } from 'node:util'

export type Style = 'dim' | 'bold' | 'cyan' | 'magenta' | 'yellow' | 'red' | 'green'

/** Text in a style, which also ends with it: whatever stops us, the terminal is as it was. */
export type Paint = (style: Style, text: string) => string

export const noPaint: Paint = (_, text) => text

/** Styles where the stream shows them: a terminal, and no NO_COLOR (or FORCE_COLOR). */
export function paintFor(stream: NodeJS.WriteStream): Paint {
  const paint: Paint = (style, text) => styleText(style, text, { stream })
  return paint('dim', 'x') === 'x' ? noPaint : paint
}
