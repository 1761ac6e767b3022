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

/** Whether a literal is used like a word in a sentence: after a blank, and before a blank or a punctuation mark. */
export const isMention = ({ before, after }: Neighbours): boolean =>
  (before === space || before === tab) && after !== undefined && /[ \t.,;:!?)…]/.test(signOf(after))

const space = 32
const tab = 9
