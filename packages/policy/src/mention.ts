import type { Beside } from './literal-scan.ts'

/** Signs that quote what stands between them. */
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

/** Whether a literal stands between quotation marks, brackets or marks of emphasis. */
export const isQuoted = ({ before, after }: Beside): boolean => {
  const closing = quotes.get(signOf(before))
  return closing !== undefined && signOf(after) === closing
}

/** Whether a literal stands in a sentence like a word: behind a blank, and before one or a punctuation mark. */
export const isMention = ({ before, after }: Beside): boolean =>
  (before === space || before === tab) && after !== undefined && /[ \t.,;:!?)…]/.test(signOf(after))

const space = 32
const tab = 9
