import { alphanumeric, characterSet, has, isDigit, isQuote } from './characters.ts'
import type { ScanWindow } from './scan-window.ts'

/** Questions about the characters around a position, which decide whether a detector may find anything there. */

const [percent, hyphen, colon, backslash, letterB] = [37, 45, 58, 92, 98]
const isHexPair = (text: string, from: number): boolean => /^[0-9A-Fa-f]{2}$/.test(text.slice(from, from + 2))

export const isJoint = (code: number): boolean => code === 95 || code === 45
export const afterQuote = (text: string, at: number): boolean => isQuote(text.charCodeAt(at - 1))

/** Whether a text may be cut apart here. The characters around the first one exclude it for almost all words. */
export const mayBeCut = (text: string, at: number): boolean => !has(alphanumeric, text.charCodeAt(at + 1)) || afterQuote(text, at)

/** Whether a sign of dates follows the digits. */
export function mayBeDate(text: string, at: number): boolean {
  let to = at + 1
  while (to < at + 4 && isDigit(text.charCodeAt(to))) to++
  const sign = text.charCodeAt(to)
  return (sign > 44 && sign < 48) || sign === 0x5e74 || (sign === 32 && text.charCodeAt(to + 1) > 0x3ff)
}

/** Whether `2FA` is at this position, which begins with a digit. */
export const isSecondFactor = (text: string, at: number): boolean => text[at] === '2' && /^2fa$/i.test(text.slice(at, at + 3))

/** Position after the escape at `at`, a backslash or percent sign: `\n`, `\"`, `\u000a`, `%3D`. The text after it begins a new word. */
function afterEscape(text: string, at: number): number {
  const next = text[at + 1]
  if (text[at] === '%') return isHexPair(text, at + 1) ? at + 3 : at + 1
  if (next === 'u' && isHexPair(text, at + 2) && isHexPair(text, at + 4)) return at + 6
  return next !== undefined && 'nrtbf'.includes(next) ? at + 2 : at + 1
}

/** Whether the sign follows an emphasis: `_+49 …_`. */
export const isEmphasis = (text: string, at: number): boolean =>
  text[at - 1] === '_' && (at < 2 || text[at - 2] === '_' || !has(alphanumeric, text.charCodeAt(at - 2)))

/** Whether a quotation begins at `from`, perhaps escaped or of bytes. */
export function isQuotation(text: string, from: number): boolean {
  const code = text.charCodeAt(from)
  return code === 34 || code === 39 || (code === 92 && text[from + 1] === '"') || (code === letterB && text[from + 1] === "'")
}

/** Last characters of names for secrets, and of attributes. After other tags, the line ends without a value. */
const endsName = characterSet('DENTYdenty"\'')

/** Whether a tag ends here, and text follows. */
export function endsTag(text: string, at: number): boolean {
  const last = text.charCodeAt(at - 1)
  const next = text.charCodeAt(at + 1)
  return (has(alphanumeric, last) || last === 34 || last === 39) && next !== 60 && next !== 32 && (next !== 10 || has(endsName, last))
}

/** Position to continue at after a sign. A row of hyphens is one sign, and an escape one character. */
export function signEnd(window: ScanWindow, at: number, code: number): number {
  const { text, end } = window
  let to = at + 1
  if (code === hyphen) {
    while (to < end && text.charCodeAt(to) === hyphen) to++
    if (to === end && to - at > 1 && !window.final) window.short = true
  } else if (code === colon && text.startsWith('//', to)) to += 2
  else if (code === backslash || code === percent) {
    to = afterEscape(text, at)
    if (code === backslash || to > at + 1) window.fresh = to
  }
  return to
}
