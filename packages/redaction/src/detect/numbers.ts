import { characterSet, has, hexadecimal, isDigit, runEnd } from '../characters.ts'
import type { RedactionConfig } from '../config.ts'
import { before, type Detected, type Window } from '../window.ts'
import { cardAt } from './card.ts'
import { ibanAt, maxIbanChars } from './iban.ts'
import { ip4At, isIp6, maxIp6Chars } from './ip.ts'
import { nationalIds, type NationalId } from './national.ts'
import { internationalAt, nationalAt } from './phone.ts'

/** Numbers with spaces in them are no longer than this, with what follows them. */
const spanChars = 64
/** What may stand in a number, or in the words around it. Anything else ends it. */
const numeric = characterSet('A-Za-z0-9 .()/+_:-')
const [dot, colon, noBreakSpace] = [46, 58, 0xa0]
const ip6 = characterSet('0-9A-Fa-f:.')
const telegram = /^\d{8,10}:[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/

export interface NumberDetector {
  addresses: boolean
  /** At a digit that begins a word. */
  atDigit(window: Window, at: number): Detected
  /** At the first letter of a word that ends at `to`. */
  atLetter(window: Window, at: number, to: number): Detected
  /** At a `+` or `(`. */
  atSign(window: Window, at: number): Detected
  /** At the first colon of `::`. */
  atColon(window: Window, at: number): Detected
}

/** Numbers that say something of a person, and tokens that begin with digits. */
export function createNumberDetector({ secrets, personal, nationalIds: wanted, localAddresses }: RedactionConfig): NumberDetector {
  const [card, phone, iban, ip] = (['card', 'phone', 'iban', 'ip'] as const).map((type) => personal.includes(type)) as [
    boolean,
    boolean,
    boolean,
    boolean,
  ]
  const ids = nationalIds.filter(({ rule }) => wanted.includes(rule))
  const ranges = { local: localAddresses }
  return { addresses: ip, atDigit, atLetter, atSign, atColon }

  function atDigit(window: Window, at: number): Detected {
    if (unsettled(window, at)) return 'more'
    const { text } = window
    // For 8 KB of equations two fifths less.
    if (ids.length === 0 && isSmall(text, at)) return undefined
    const span = text.slice(at, at + spanChars)
    if (secrets && telegram.test(span)) return found(at, telegram.exec(span)![0], 'secret', 'telegram-token')
    const previous = text[at - 1] ?? ''
    if (previous === '.' && /\d/.test(text[at - 2] ?? '')) return undefined
    if (ip) {
      const address = previous === '.' ? undefined : ip4At(span, before(window, at, 64), ranges)
      if (address !== undefined) return found(at, address, 'ip')
      const wide = wideAddress(window, at)
      if (wide !== undefined) return wide
    }
    if (previous === '.' || (previous === '-' && /[\w]/.test(text[at - 2] ?? ''))) return undefined
    if (card) {
      const number = cardAt(span, before(window, at, 48))
      if (number !== undefined) return found(at, number, 'card', undefined, digits(number))
    }
    return identity(window, at, span) ?? (phone ? domestic(window, at, span) : undefined)
  }

  function atLetter(window: Window, at: number, to: number): Detected {
    const { text } = window
    if (ip && text.charCodeAt(to) === 58 && to - at <= 4) {
      const wide = wideAddress(window, at)
      if (wide !== undefined) return wide
    }
    const account = iban && isIbanStart(text, at)
    if (!account && (ids.length === 0 || to - at > 16)) return undefined
    if (account || hasDigit(text, at, to + 2)) {
      if (unsettled(window, at)) return 'more'
      const number = account ? ibanAt(text.slice(at, at + maxIbanChars)) : undefined
      if (number !== undefined) return found(at, number, 'iban', undefined, number.replace(/[ -]/g, '').toUpperCase())
      return identity(window, at, text.slice(at, at + spanChars))
    }
    return undefined
  }

  function atSign(window: Window, at: number): Detected {
    const { text } = window
    const next = text.charCodeAt(at + 1)
    if (!phone || !((next >= 48 && next <= 57) || next === 40)) return undefined
    if (unsettled(window, at)) return 'more'
    const span = text.slice(at, at + spanChars)
    if (text[at] === '(') return domestic(window, at, span)
    const number = internationalAt(span)
    return number === undefined ? undefined : found(at, number, 'phone', undefined, `+${digits(number.replace('(0)', ''))}`)
  }

  function atColon(window: Window, at: number): Detected {
    // With digits before it, it was seen from there.
    return at > 0 && has(hexadecimal, window.text.charCodeAt(at - 1)) ? undefined : wideAddress(window, at)
  }

  function domestic(window: Window, at: number, span: string): Detected {
    const number = nationalAt(span, before(window, at, 64))
    return number === undefined ? undefined : found(at, number, 'phone', undefined, digits(number))
  }

  function identity(window: Window, at: number, span: string): Detected {
    for (const id of ids) {
      const number = id.shape.exec(span)?.[0]
      if (number === undefined || !id.valid(plain(number)) || !named(id, window, at)) continue
      return found(at, number, 'national-id', id.rule, plain(number))
    }
    return undefined
  }

  function wideAddress({ text, end, final }: Window, at: number): Detected {
    // In the middle of more pairs than an address has: a fingerprint.
    if (text[at - 1] === ':' && has(hexadecimal, text.charCodeAt(at - 2))) return undefined
    const to = runEnd(text, ip6, at, Math.min(end, at + maxIp6Chars + 1))
    if (to === end && !final && to - at <= maxIp6Chars) return 'more'
    let stop = to
    while (stop > at && (text[stop - 1] === '.' || (text[stop - 1] === ':' && text[stop - 2] !== ':'))) stop--
    const address = text.slice(at, stop)
    if (!address.includes(':') || /^[\w]/.test(text[to] ?? '') || to - at > maxIp6Chars || !isIp6(address, ranges)) return undefined
    return found(at, address, 'ip')
  }
}

const named = ({ context }: NationalId, window: Window, at: number): boolean =>
  context === undefined || context.test(before(window, at, 96))

function hasDigit(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (isDigit(text.charCodeAt(at))) return true
  return false
}

/** What has fewer digits is no number of a person's, a card's or a token's. */
const fewestDigits = 7
/** What stands between the digits of one number. */
const separators = characterSet(' ./()-')

/** Of a few digits, and not the beginning of an address: as most numbers of a text are. */
function isSmall(text: string, at: number): boolean {
  let digits = 0
  for (let to = at; to < at + spanChars; to++) {
    const code = text.charCodeAt(to)
    if (isDigit(code)) {
      if (++digits === fewestDigits) return false
    } else if (!has(separators, code) && code !== noBreakSpace) break
  }
  // Groups of an address are four characters long at most.
  const next = runEnd(text, hexadecimal, at, at + 5)
  const code = text.charCodeAt(next)
  return !(code === colon || (code === dot && isDigit(text.charCodeAt(next + 1))))
}

/** Two capitals, two digits, and more. */
function isIbanStart(text: string, at: number): boolean {
  const [a, b, c, d] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2), text.charCodeAt(at + 3)]
  return a >= 65 && a <= 90 && b >= 65 && b <= 90 && c >= 48 && c <= 57 && d >= 48 && d <= 57
}

/** More text might make another number of it. */
function unsettled({ text, end, final }: Window, at: number): boolean {
  if (final || end - at >= spanChars) return false
  let to = at
  while (to < end && has(numeric, text.charCodeAt(to))) to++
  return to === end
}

const digits = (text: string): string => text.replace(/\D/g, '')
const plain = (text: string): string => text.replace(/[ .-]/g, '').toUpperCase()

function found(at: number, text: string, type: string, rule?: string, value?: string): Detected {
  return { start: at, end: at + text.length, type, ...(rule !== undefined && { rule }), ...(value !== undefined && { value }) }
}
