/** UTF-16 units that have a meaning in JSON. */
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

/** Whether the unit is a quote. Models write some objects with apostrophes, as in Python. */
export const isQuote = (unit: number): boolean => unit === sign.quote || unit === sign.apostrophe

/** Whitespace of JSON, the byte order mark, and the no-break space. */
export const isBlank = (unit: number): boolean =>
  unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09 || unit === 0xfeff || unit === 0xa0

/** Index of the first non-blank at or after `at`, or `text.length`. */
export function afterBlanks(text: string, at: number): number {
  while (at < text.length && isBlank(text.charCodeAt(at))) at++
  return at
}

/** Whether the unit ends a scalar. A quote does, if the comma before the next name is missing. */
export const endsScalar = (unit: number): boolean =>
  unit === sign.comma || unit === sign.quote || unit === sign.closeBrace || unit === sign.closeBracket

/** Index of the first match at or after `from`, or `text.length`. */
export function next(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}
