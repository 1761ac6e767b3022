import { characterSet, has, hexadecimal, isDigit } from '../characters.ts'
import { ahead, before, begins, codeAt, reached, run, type Detected, type Window } from '../window.ts'
import { cardAt, cardContext, dividedCard, dividedChars, dividers, isCard, notOfDivided } from './card.ts'
import { ibanAt, maxIbanChars, notOfIban } from './iban.ts'
import { defanged4At, ip4At, isIp6, maxIp6Chars, notOfDefanged } from './ip.ts'
import { nationalIds, type NationalId } from './national.ts'
import { internationalAt, nationalAt, phoneContext } from './phone.ts'

/** Maximum length of a number with blanks and the text after it. */
const spanChars = 64
/** Characters of numbers and of words around them. Any other character ends a number. */
const numeric = characterSet('A-Za-z0-9 \t\r\n.()/+_:*-')
const decimal = characterSet('0-9')
const [space, hyphen, dot, colon] = [32, 45, 46, 58]
const ip6 = characterSet('0-9A-Fa-f:.')
const telegram = /^\d{8,10}:[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/

export interface NumberDetector {
  addresses: boolean
  /** Detects a number at a digit that begins a word. */
  atDigit(window: Window, at: number): Detected
  /** Detects a number at the first letter of a word that ends at `to`. */
  atLetter(window: Window, at: number, to: number): Detected
  /** Detects a number at a `+` or `(`. */
  atSign(window: Window, at: number): Detected
  /** Detects a number at the first colon of `::`. */
  atColon(window: Window, at: number): Detected
}

/** Which numbers to find: fields of a redactor's configuration. */
interface WantedNumbers {
  secrets: boolean
  personal: readonly string[]
  nationalIds: readonly string[]
  localAddresses: boolean
}

/** Detects personal numbers, and tokens that begin with digits. */
export function createNumberDetector({ secrets, personal, nationalIds: wanted, localAddresses }: WantedNumbers): NumberDetector {
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
    const { text } = window
    const divider = text.charCodeAt(at + 4)
    if (card && (divider > 0x2000 || has(dividers, divider)) && isDigit(text.charCodeAt(at + 3))) {
      const number = dividedAt(window, at)
      if (number !== undefined || window.short) return number
    }
    // Saves two fifths of the time for 8 KB of equations.
    if (ids.length === 0 && isSmall(window, at)) return undefined
    const span = spanAt(window, at)
    if (window.short) return undefined
    if (secrets && telegram.test(span)) return found(at, telegram.exec(span)![0], 'secret', 'telegram-token')
    const previous = text[at - 1] ?? ''
    if (previous === '.' && /\d/.test(text[at - 2] ?? '')) return undefined
    if (ip) {
      const address = previous === '.' ? undefined : ip4At(span, before(window, at, 64), ranges)
      if (address !== undefined) return found(at, address, 'ip')
      if (mayBeDefanged(window, at)) {
        const written = defanged4At(ahead(window, at, maxIp6Chars, notOfDefanged), before(window, at, 64), ranges)
        if (written !== undefined) return found(at, written, 'ip', undefined, written.replaceAll('dot', '.').replace(/[^\d.]/g, ''))
      }
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

  function dividedAt(window: Window, at: number): Detected {
    if (!cardContext.test(before(window, at, 48))) return undefined
    const number = dividedCard.exec(ahead(window, at, dividedChars, notOfDivided))?.[0]
    if (number === undefined || !isCard(digits(number))) return undefined
    const parts = [...number.matchAll(/\d{4}/g)].map(({ index }) => ({ start: at + index, end: at + index + 4 }))
    return { start: at, end: at + number.length, type: 'card', value: digits(number), parts }
  }

  function atLetter(window: Window, at: number, to: number): Detected {
    const { text } = window
    if (ip && to - at <= 4 && codeAt(window, to) === colon) {
      const wide = wideAddress(window, at)
      if (wide !== undefined) return wide
    }
    // The end of a UUID may look like an IBAN.
    const account = iban && to - at >= 4 && isIbanStart(text, at) && !/[\dA-Fa-f]{4}-$/.test(before(window, at, 5))
    if (!account && (ids.length === 0 || to - at > 16 || !(/\d/.test(text.slice(at, to)) || isNumberNext(window, to)))) return undefined
    const span = spanAt(window, at)
    if (window.short) return undefined
    const number = account ? ibanAt(ahead(window, at, maxIbanChars, notOfIban), before(window, at, 32)) : undefined
    if (window.short) return undefined
    if (number !== undefined) return found(at, number, 'iban', undefined, number.replace(/[^A-Za-z\d]/g, '').toUpperCase())
    return identity(window, at, span)
  }

  function atSign(window: Window, at: number): Detected {
    if (!phone) return undefined
    const next = codeAt(window, at + 1)
    if (!isDigit(next) && next !== 40) return undefined
    const span = spanAt(window, at)
    if (window.short) return undefined
    if (window.text[at] === '(') return domestic(window, at, span)
    // In a form, a plus is a space.
    const inForm = window.text[at - 1] === '=' && phoneContext.test(before(window, at, 64))
    const number = internationalAt(inForm ? span.replace(/(?<=\d)\+(?=\d)/g, ' ') : span)
    return number === undefined
      ? undefined
      : found(at, span.slice(0, number.length), 'phone', undefined, `+${digits(number.replace('(0)', ''))}`)
  }

  function atColon(window: Window, at: number): Detected {
    // An address with digits before the colon was already checked at its start.
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

  function wideAddress(window: Window, at: number): Detected {
    const { text } = window
    // In the middle of more pairs than an address has, as in a fingerprint.
    if (text[at - 1] === ':' && has(hexadecimal, text.charCodeAt(at - 2))) return undefined
    const to = run(window, ip6, at, at + maxIp6Chars + 1)
    if (window.short || to - at > maxIp6Chars) return undefined
    let stop = to
    while (stop > at && (text[stop - 1] === '.' || (text[stop - 1] === ':' && text[stop - 2] !== ':'))) stop--
    const address = text.slice(at, stop)
    if (!address.includes(':') || /^[\w]/.test(text[to] ?? '') || !isIp6(address, ranges)) return undefined
    return found(at, address, 'ip')
  }
}

const named = ({ context }: NationalId, window: Window, at: number): boolean =>
  context === undefined || context.test(before(window, at, 96))

/** Minimum digits of a personal number, card or token. */
const fewestDigits = 7
/** Separators between digits of a number. */
const separators = characterSet(' \t\r\n./()_+*-')

/** Whether a number has few digits and does not begin an address, as most numbers in a text. */
function isSmall(window: Window, at: number): boolean {
  const { text, end } = window
  const limit = at + spanChars
  const stop = Math.min(limit, end)
  let digits = 0
  let to = at
  for (; to < stop; to++) {
    const code = text.charCodeAt(to)
    if (isDigit(code)) {
      if (++digits === fewestDigits) return false
    } else if (!has(separators, code)) break
  }
  reached(window, to, limit)
  // Groups of an IPv6 address have at most four characters.
  const next = run(window, hexadecimal, at, at + 5)
  const code = codeAt(window, next)
  return !(code === colon || (code === dot && isDigit(codeAt(window, next + 1))) || mayBeDefanged(window, at))
}

/** Characters before a dot of a defanged address. */
const dotBefore = characterSet('.[({ ')
const letterD = 100

/** Whether a defanged address may begin: at most three digits, then a dot with or without brackets. Examples: `203[.]0[.]113[.]77`, `203.0.113(.)77`. */
function mayBeDefanged(window: Window, at: number): boolean {
  const to = run(window, decimal, at, at + 4)
  const code = codeAt(window, to)
  if (to - at > 3 || !has(dotBefore, code)) return false
  const next = codeAt(window, to + 1)
  return code === dot || (code !== space && next === dot) || (next === letterD && begins(window, 'ot', to + 2))
}

/** Whether an IBAN may begin: two letters, then two digits. */
function isIbanStart(text: string, at: number): boolean {
  return !isDigit(text.charCodeAt(at + 1)) && isDigit(text.charCodeAt(at + 2)) && isDigit(text.charCodeAt(at + 3))
}

/** Whether digits follow a space or a hyphen: `AB 12`. */
function isNumberNext(window: Window, to: number): boolean {
  const code = codeAt(window, to)
  return (code === space || code === hyphen) && isDigit(codeAt(window, to + 1))
}

/** Text that may belong to a number, including the character that ends it. Empty if more text is needed. */
function spanAt(window: Window, at: number): string {
  const { text, end } = window
  const limit = at + spanChars
  const stop = Math.min(limit, end)
  // Remembers the end of the numeric run. Checking it again for each number took twice the time for hyphens and digits.
  if (at < window.numericFrom || at > window.numericTo) window.numericFrom = window.numericTo = at
  let to = window.numericTo
  while (to < stop && has(numeric, text.charCodeAt(to))) to++
  window.numericTo = to
  if (to >= stop) reached(window, stop, limit)
  return window.short ? '' : text.slice(at, Math.min(to + 1, stop))
}

const digits = (text: string): string => text.replace(/\D/g, '')
const plain = (text: string): string => text.replace(/[^A-Za-z\d]/g, '').toUpperCase()

function found(at: number, text: string, type: string, rule?: string, value?: string): Detected {
  return { start: at, end: at + text.length, type, ...(rule !== undefined && { rule }), ...(value !== undefined && { value }) }
}
