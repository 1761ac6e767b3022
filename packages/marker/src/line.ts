export const markerLines = ['whole', 'start', 'anywhere'] as const

/** Where a marker counts. */
export type MarkerLine = (typeof markerLines)[number]

/**
 * A sign around it says that a marker is meant to stand alone; a phrase goes on with the answer on its line. A marker that was
 * mentioned in prose would end the reasoning too early, so neither counts in the middle of a line.
 */
export const defaultLine = (marker: string): MarkerLine =>
  /^[^\p{L}\p{N}].*[^\p{L}\p{N}]$/su.test(marker.trim()) && !marker.includes(':') ? 'whole' : 'start'

/** A word between signs that neither prose nor Markdown has: `===FINAL===`, and neither `Final Answer:` nor `###`. */
export const isStructural = (marker: string): boolean => /^[=<>[\]{}|^].*\p{L}{2}.*[=<>[\]{}|^]$/su.test(marker.trim())

const lineFeed = 0x0a
const carriageReturn = 0x0d

const isLineEnd = (unit: number): boolean => unit === lineFeed || unit === carriageReturn

/** Space, tab, no-break space, and Markdown's signs for bold text and headings: what models put around a marker without meaning anything by it. */
const blanks = new Set([...' \t\u00a0*_#'].map((sign) => sign.charCodeAt(0)))
const isBlank = (unit: number): boolean => blanks.has(unit)

/**
 * Whether only blanks stand between the start of a line and `at`.
 *
 * @param before - The same, for where the text begins.
 */
export function isLineStart(text: string, at: number, before: boolean): boolean {
  while (at > 0 && isBlank(text.charCodeAt(at - 1))) at--
  return at === 0 ? before : isLineEnd(text.charCodeAt(at - 1))
}

/** More blanks than this after a marker are text. Bounds what is held until the line ends. */
const mostBlanks = 16

/** Whether only blanks stand between `at` and the end of the line. `undecided`: the text ends before that. */
export function isLineRest(text: string, at: number): 'yes' | 'no' | 'undecided' {
  const most = at + mostBlanks
  while (at < text.length && at <= most && isBlank(text.charCodeAt(at))) at++
  if (at > most) return 'no'
  if (at === text.length) return 'undecided'
  return isLineEnd(text.charCodeAt(at)) ? 'yes' : 'no'
}
