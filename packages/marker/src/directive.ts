import { defaultMarker } from './config.ts'

/** Writes the directive for a marker. */
export type DirectiveText = (marker: string) => string

const english: DirectiveText = (marker) =>
  `First think the task through in plain text. When you are done, write ${marker} once, on a line of its own, ` +
  `and after that line nothing but your answer for the user. Do not mention this line.`

export interface DirectiveOptions {
  /** Default `===FINAL===`. */
  marker?: string
  /** Writes the directive in another language or style. Must use the marker. */
  text?: DirectiveText
}

/** Text that asks a model to mark its final answer. The marker is never alone on a line in it, so an echo does not count as a marker. */
export function directive({ marker = defaultMarker, text = english }: DirectiveOptions = {}): string {
  const made = text(marker)
  if (made.includes(marker)) return made
  throw new TypeError(`The text of the directive does not use the marker "${marker}". Put it in: (marker) => \`… \${marker} …\`.`)
}

/** Finds the marker of a directive in a text. Undefined if there is no directive. */
export function findDirective(within: string, { text = english }: Pick<DirectiveOptions, 'text'> = {}): string | undefined {
  const [head = '', next = ''] = text(placeholder).split(placeholder)
  for (let at = within.indexOf(head); at !== -1 && at < within.length; at = within.indexOf(head, at + 1)) {
    const from = at + head.length
    const line = lineEnd(within, from)
    // If the directive ends with the marker, the end of the line ends it.
    const to = next === '' ? line : within.indexOf(next, from)
    const marker = within.slice(from, Math.max(from, Math.min(to, line)))
    if (marker !== '' && within.startsWith(text(marker), at)) return marker
  }
  return undefined
}

/** Represents the marker while a directive is taken apart. No text contains it. */
const placeholder = '\u0000marker\u0000'

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at === -1 ? text.length : at
}
