import { characterSet, except } from '../characters.ts'

/** Number ranges of card issuers, with lengths. Ranges as published; longer prefixes first. */
const issuers: readonly (readonly [from: number, to: number, digits: number, lengths: readonly number[]])[] = [
  [2221, 2720, 4, [16]],
  [2200, 2204, 4, [16]],
  [3528, 3589, 4, [16]],
  [6011, 6011, 4, [16]],
  [5018, 5018, 4, [16]],
  [5020, 5020, 4, [16]],
  [5038, 5038, 4, [16]],
  [6304, 6304, 4, [16]],
  [5019, 5019, 4, [16]],
  [5893, 5893, 4, [16]],
  [5061, 5061, 4, [16, 19]],
  [5066, 5067, 4, [16]],
  [5085, 5090, 4, [16]],
  [6069, 6085, 4, [16]],
  [300, 305, 3, [14]],
  [644, 649, 3, [16]],
  [34, 34, 2, [15]],
  [36, 36, 2, [14]],
  [37, 37, 2, [15]],
  [38, 39, 2, [14]],
  [51, 55, 2, [16]],
  [62, 62, 2, [16, 17, 18, 19]],
  [65, 65, 2, [16]],
  [67, 67, 2, [16, 18, 19]],
  [81, 82, 2, [16]],
  [4, 4, 1, [16, 19]],
]

export function isCard(digits: string): boolean {
  const issuer = issuers.some(([from, to, length, lengths]) => {
    const head = Number(digits.slice(0, length))
    return head >= from && head <= to && lengths.includes(digits.length)
  })
  return issuer && luhn(digits)
}

export function luhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(digits.length - 1 - i) - 48
    const doubled = i % 2 === 1 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/** Digits in the groups of a card (4-4-4-4, 4-6-5, 4-6-4), or in one piece. Spaces and hyphens may be mixed; other signs must be the same throughout. */
const shape =
  /^(?:\d{13,19}|\d{4}(?:[ -]\d{4}[ -]\d{4}[ -]\d{4}(?:[ -]\d{3})?|([./_])\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?|[ -]\d{6}[ -]\d{4,5}|([./_])\d{6}\2\d{4,5}))(?!\d|[ -]?\d{4})/
/** Any groups with more separators. Only used after a word for cards. */
const loose = /^\d(?:[ \t\r\n./_+*-]{0,5}\d){12,18}(?!\d)/

/** Groups that a sign, a tag or an escaped line end divides. Only used after a word for cards. */
export const dividedCard = /^\d{4}( ?(?:[,|:;~x]|\] ?\[|["'], ?["']|<br ?\/?>) ?|<\/td> ?<td>|\\{1,4}[nrt])\d{4}\1\d{4}\1\d{4}(?!\d|\1\d)/
export const dividedChars = 48
export const notOfDivided = except(characterSet('0-9 ,|:;~x[]"\'\\nrt<>/bd'))
/** Signs after the first group. A blank may stand before them. */
export const dividers = characterSet(' ,|:;~x]"\'<\\')

/** Words for cards. Without one, numbers of more than sixteen digits in one piece are taken for identifiers. */
export const cardContext =
  /(?:\b|_)(?:cards?|cc|visa|mastercard|amex|maestro|union ?pay|pan|credit|debit|karten?|kreditkarte|tarjeta|carte|cart[aã]o|carta|kaart|karta|kort|kart[ıu]?)\w{0,8}\b[^\n]*\n?$|(?:カード|卡号|卡號|信用卡|银行卡|카드|карт[аыу]|κάρτα|بطاقة)[^\n]{0,24}\n?$/i

/** Card number at the start of `text`. `context` is the text before it. */
export function cardAt(text: string, context: string): string | undefined {
  const found = shape.exec(text)?.[0]
  if (found !== undefined && isCard(found.replace(/\D/g, '')))
    return /^\d{17}/.test(found) && !cardContext.test(context) ? undefined : found
  // After other digits, the number is the middle of a longer one.
  if (/\d[ \t\r\n./_+*-]{0,5}$/.test(context.slice(-6))) return undefined
  const wide = loose.exec(text)?.[0]
  return wide !== undefined && isCard(wide.replace(/\D/g, '')) && cardContext.test(context) ? wide : undefined
}
