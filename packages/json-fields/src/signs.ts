/** UTF-16 units that JSON gives a meaning. */
export const sign = {
  quote: 0x22,
  apostrophe: 0x27,
  comma: 0x2c,
  colon: 0x3a,
  openBracket: 0x5b,
  backslash: 0x5c,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
} as const

/** Models write some objects as Python does, with apostrophes. */
export const isQuote = (unit: number): boolean => unit === sign.quote || unit === sign.apostrophe

/** Whitespace of JSON, the byte order mark, and the no-break space. */
export const isBlank = (unit: number): boolean =>
  unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09 || unit === 0xfeff || unit === 0xa0

/** The first place at or after `at` that is not blank; `text.length`: there is none. */
export function afterBlanks(text: string, at: number): number {
  while (at < text.length && isBlank(text.charCodeAt(at))) at++
  return at
}

/** A quote: the comma before the next name is missing. */
export const endsScalar = (unit: number): boolean =>
  unit === sign.comma || unit === sign.quote || unit === sign.closeBrace || unit === sign.closeBracket

/** The first place at or after `from` that the pattern fits; `text.length`: none. */
export function next(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}
