export const markerLines = ['whole', 'start', 'anywhere'] as const

/** Where a marker counts. */
export type MarkerLine = (typeof markerLines)[number]

/**
 * Default line rule. A marker between signs is meant to be alone on its line, while a phrase is followed by the answer. Neither counts inside a line,
 * because a marker mentioned in prose would end the reasoning too early.
 */
export const defaultLine = (marker: string): MarkerLine =>
  /^[^\p{L}\p{N}].*[^\p{L}\p{N}]$/su.test(marker.trim()) && !marker.includes(':') ? 'whole' : 'start'

/** Whether a marker has a word between signs that occur in neither prose nor Markdown: `===FINAL===`, but not `Final Answer:` or `###`. */
export const isStructural = (marker: string): boolean => /^[=<>[\]{}|^].*\p{L}{2}.*[=<>[\]{}|^]$/su.test(marker.trim())

const lineFeed = 0x0a
const carriageReturn = 0x0d

const isLineEnd = (unit: number): boolean => unit === lineFeed || unit === carriageReturn

/** Space, tab, no-break space, and Markdown's signs for bold text and headings, which models write around a marker without any meaning. */
const blanks = new Set([...' \t\u00a0*_#'].map((sign) => sign.charCodeAt(0)))
const isBlank = (unit: number): boolean => blanks.has(unit)

/**
 * Whether only blanks are between the start of a line and `at`.
 *
 * @param before - The same for the beginning of the text.
 */
export function isLineStart(text: string, at: number, before: boolean): boolean {
  while (at > 0 && isBlank(text.charCodeAt(at - 1))) at--
  return at === 0 ? before : isLineEnd(text.charCodeAt(at - 1))
}

/** Limit of blanks after a marker, which bounds the text that is held until the line ends. */
const mostBlanks = 16

/** Whether only blanks are between `at` and the end of the line. `undecided`: the text ends before that. */
export function isLineRest(text: string, at: number): 'yes' | 'no' | 'undecided' {
  const most = at + mostBlanks
  while (at < text.length && at <= most && isBlank(text.charCodeAt(at))) at++
  if (at > most) return 'no'
  if (at === text.length) return 'undecided'
  return isLineEnd(text.charCodeAt(at)) ? 'yes' : 'no'
}
