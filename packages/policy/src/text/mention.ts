import type { Neighbours } from './literal-scan.ts'

/** Pairs of characters that quote the text between them. */
const quotes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
  ['“', '”'],
  ['„', '“'],
  ['‘', '’'],
  ['‚', '‘'],
  ['«', '»'],
  ['»', '«'],
  ['「', '」'],
  ['『', '』'],
  ['(', ')'],
  ['[', ']'],
  ['*', '*'],
  ['_', '_'],
  ['|', '|'],
])

const signOf = (unit: number | undefined): string => (unit === undefined ? '' : String.fromCharCode(unit))

/** Whether a literal is between quotation marks, brackets or emphasis marks. */
export const isQuoted = ({ before, after }: Neighbours): boolean => {
  const closing = quotes.get(signOf(before))
  return closing !== undefined && signOf(after) === closing
}

/**
 * Whether a literal is used like a word in a sentence: after a blank or a quotation mark, and before a blank or a punctuation mark. On a line of its own it
 * is indented code.
 */
export const isMention = ({ before, after }: Neighbours): boolean => {
  if (isInPattern(signOf(before), signOf(after))) return true
  const isInLine = /[ \t.,;:!?)…]/.test(signOf(after))
  return /[ \t]/.test(signOf(before)) ? isInLine || after === lineFeed : isInLine && marks.test(signOf(before))
}

/** Whether a literal begins or ends the text of a regular expression: `"<think>(.*?)</think>"`. */
const isInPattern = (before: string, after: string): boolean =>
  (/["'`/]/.test(before) && /[(.[\\]/.test(after)) || (/[)?*+]/.test(before) && /["'`/]/.test(after))

/** Marks that begin a quotation, or end one. Before a delimiter, a letter precedes those that end one. */
const marks = /["'`“„‘‚«»「『(]/
const lineFeed = 10
