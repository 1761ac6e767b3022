import { characterSet, except } from '../characters.ts'

/** Number ranges of card issuers, as published, by the lengths of their numbers. */
const issuers = [
  {
    lengths: [16],
    ranges: '2221-2720 2200-2204 3528-3589 6011 5018 5020 5038 6304 5019 5893 5066-5067 5085-5090 6069-6085 644-649 51-55 65 81-82',
  },
  { lengths: [16, 19], ranges: '5061 4' },
  { lengths: [14], ranges: '300-305 36 38-39' },
  { lengths: [15], ranges: '34 37' },
  { lengths: [16, 17, 18, 19], ranges: '62' },
  { lengths: [16, 18, 19], ranges: '67' },
].flatMap(({ lengths, ranges }) =>
  ranges.split(' ').map((range) => {
    const [from, to = from] = range.split('-') as [string, string?]
    return { lengths, from, to }
  }),
)

export function isCard(digits: string): boolean {
  const issuer = issuers.some(({ lengths, from, to }) => {
    const head = digits.slice(0, from.length)
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
export const dividedCard =
  /^\d{4}( ?(?:[,|:;~x→•–—]|\] ?\[|["'], ?["']|<br ?\/?>) ?|<\/td> ?<td>|\\{1,4}[nrt])\d{4}\1\d{4}\1\d{4}(?!\d|\1\d)/
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
