import type { Lexer, MarkedOptions, Tokens } from 'marked'

type Extensions = NonNullable<MarkedOptions['extensions']>

/** Closing delimiter of a formula, by its opening delimiter. */
const closers: Readonly<Record<string, string>> = { $$: '$$', $: '$', '\\(': '\\)', '\\[': '\\]' }
const opener = /^(?:\$\$?|\\[([])/
const blankLine = /\n[^\S\n]*\n/

/**
 * Extension for formulas in the notation of models. Formulas are shown unchanged. As Markdown, `\(`, `\,` and `\\` would lose their backslashes, `*` would
 * become emphasis, and a line that begins with `-` or `=` a list or heading.
 */
export const maths: Extensions = {
  childTokens: {},
  renderers: {},
  inline: [(src) => formulaOf(lengthOf(src), src)],
  startInline: [(src) => placeOf(src, /\$|\\[([]/)],
  block: [(src) => formulaOf(blockLengthOf(src), src)],
  startBlock: [(src) => placeOf(src, /\n {0,3}(?:\$\$|\\\[)/)],
}

/** Whether a text may contain formulas. Most answers contain none. */
export const mayHaveMaths = (text: string): boolean => /\$|\\[([]/.test(text)

type Tokenizer = (this: { lexer: Lexer }, src: string, tokens: Tokens.Generic[]) => Tokens.Generic | undefined
const formulaOf = (length: number | undefined, src: string): ReturnType<Tokenizer> =>
  length === undefined ? undefined : { type: 'maths', raw: src.slice(0, length) }

const placeOf = (src: string, what: RegExp): number | undefined => {
  const at = src.search(what)
  return at === -1 ? undefined : at
}

/** Length of the inline formula at the start of a text. Undefined if there is none. */
function lengthOf(src: string): number | undefined {
  const open = opener.exec(src)?.[0]
  if (open === undefined) return undefined
  const close = closers[open]!
  const at = src.indexOf(close, open.length)
  const inner = src.slice(open.length, Math.max(at, open.length))
  if (inner.trim() === '' || blankLine.test(inner)) return undefined
  const end = at + close.length
  // Prices, not a formula: `$5 and $10`, `$5-$10`.
  if (open === '$' && (/^\s|\s$/.test(inner) || /^\d/.test(src.slice(end, end + 1)))) return undefined
  return end
}

/**
 * Length of the block formula at the start of a text. Undefined if there is none. An unfinished formula takes the rest of the text, so that it is not parsed as
 * a list meanwhile.
 */
function blockLengthOf(src: string): number | undefined {
  const [begin, open] = /^ {0,3}(\$\$|\\\[)/.exec(src) ?? []
  if (begin === undefined) return undefined
  const close = closers[open!]!
  const at = src.indexOf(close, begin.length)
  const blank = src.search(blankLine)
  if (at === -1) return blank === -1 ? src.length : undefined
  if (blank !== -1 && blank < at) return undefined
  const rest = /^[^\S\n]*(?:[.,;:][^\S\n]*)?(?:\n+|$)/.exec(src.slice(at + close.length))
  return rest === null ? undefined : at + close.length + rest[0].length
}
