import { defaultMarker } from './config.ts'

/** The text of the directive for a marker. */
export type DirectiveText = (marker: string) => string

const english: DirectiveText = (marker) =>
  `First think the task through in plain text. When you are done, write ${marker} once, on a line of its own, ` +
  `and after that line nothing but your answer for the user. Do not mention this line.`

export interface DirectiveOptions {
  /** Default `===FINAL===`. */
  marker?: string
  /** The directive in another language or style. Must use the marker. */
  text?: DirectiveText
}

/** What asks a model to mark its final answer. The marker never stands alone on a line of it, so an echo does not count as one. */
export function directive({ marker = defaultMarker, text = english }: DirectiveOptions = {}): string {
  const made = text(marker)
  if (made.includes(marker)) return made
  throw new TypeError(`The text of the directive does not use the marker "${marker}". Put it in: (marker) => \`… \${marker} …\`.`)
}

/** The marker that a directive in this text asks for; undefined: there is none. */
export function findDirective(within: string, { text = english }: Pick<DirectiveOptions, 'text'> = {}): string | undefined {
  const [head = '', next = ''] = text(placeholder).split(placeholder)
  for (let at = within.indexOf(head); at !== -1 && at < within.length; at = within.indexOf(head, at + 1)) {
    const from = at + head.length
    const line = lineEnd(within, from)
    // What ends with the marker is ended by the line.
    const to = next === '' ? line : within.indexOf(next, from)
    const marker = within.slice(from, Math.max(from, Math.min(to, line)))
    if (marker !== '' && within.startsWith(text(marker), at)) return marker
  }
  return undefined
}

/** Stands for the marker where a directive is taken apart; no text has it. */
const placeholder = '\u0000marker\u0000'

function lineEnd(text: string, from: number): number {
  const at = text.indexOf('\n', from)
  return at === -1 ? text.length : at
}
