import { alphanumeric, emailLocal, has, isDigit, runEnd, word } from './characters.ts'
import { afterQuote, endsTag, isEmphasis, isJoint, isQuotation, isSecondFactor, mayBeCut, mayBeDate, signEnd } from './boundaries.ts'
import type { RedactionConfig } from './config.ts'
import { detectAnnouncedValue, mayBeAnnounced } from './detect/announced.ts'
import { detectArgument, detectCall } from './detect/argument.ts'
import { detectAssignment } from './detect/assignment.ts'
import { detectAfterMail, detectLogin, detectPgPass, detectUrlCredentials } from './detect/login.ts'
import { detectCommand, isArgument, isCommandOption } from './detect/command.ts'
import { birthWords, detectBirthDate, detectForeignBirthDate, labelChars } from './detect/birth-date.ts'
import { detectElement } from './detect/element.ts'
import { detectEmail, detectPrinted } from './detect/email.ts'
import { detectBytes, detectDump, detectEncoded, detectReversed, detectRotated, fewestEncodedChars } from './detect/encoded.ts'
import { createNumberDetector } from './detect/numbers.ts'
import { detectJoinedStrings } from './detect/joined-strings.ts'
import { detectOtpAddress } from './detect/otp-address.ts'
import { detectPasswordHash } from './detect/password-hash.ts'
import { detectPrivateKey, detectPuttyKey, detectTypesetKey } from './detect/private-key.ts'
import { detectSpaced, isSpacedOut } from './detect/spaced.ts'
import { detectSpeltAddress, mayGoOn } from './detect/spelt-address.ts'
import { detectSpeltLetters, letterHeads } from './detect/spelt-letters.ts'
import { detectSpeltNumber, numberHeads } from './detect/spelt-number.ts'
import { detectListed } from './detect/row.ts'
import { detectNamedCode, detectPin } from './detect/short-code.ts'
import { mayHeadColumn, rowAt, tableAt } from './detect/table.ts'
import { detectGluedToken, detectJwt, detectMarkedKey, detectToken, detectWrappedPem } from './detect/token.ts'
import { detectOneTime } from './detect/spoken.ts'
import { detectEntra, detectLongWord, detectPrefixed, fewestLongChars } from './detect/long-word.ts'
import { announcingWords, columnWords, detectAfterWord, humpAt } from './detect/word.ts'
import { isUnique } from './values.ts'
import { createWordIndex } from './word-table.ts'
import { createScanWindow, type ScanWindow } from './scan-window.ts'
import { begins, codeAt, fromFloor, postpone, reached, secretValue, type Detected, type SensitiveSpan } from './window.ts'

/** Kinds of characters. Most trigger no detector. */
const [nothing, letter, digit, sign] = [0, 1, 2, 3]
const kinds = new Uint8Array(128)
for (let code = 0; code < 128; code++) if (has(alphanumeric, code)) kinds[code] = isDigit(code) ? digit : letter
for (const one of '@:=-+(\\%~>,$_\n') kinds[one.charCodeAt(0)] = sign
/** Non-ASCII characters and particles that replace a colon. */
const colons = new Set([...'：是为は는은→—'].map((character) => character.charCodeAt(0)))
const [dollar, plus, hyphen, letterB, letterL, letterE] = [36, 43, 45, 66, 76, 101]

/** How often text is decoded within decoded text. */
const deepest = 2

/** Maximum word length that any detector needs. */
const longWordChars = 600
/** Only the last of more hyphens matter. */
const mostHyphens = 5

/** Words that may announce a find, and number words. For almost all words, one lookup excludes them. */
const rolesOf = createWordIndex(announcingWords, columnWords, letterHeads, birthWords, numberHeads)
const [announces, headsColumn, spellsLetters, namesBirth, spellsNumber] = [1, 2, 4, 8, 16]

/** Rules that depend on the text before. */
const byContext = new Set<string | undefined>(['password', 'generic-key', 'bearer'])

export interface SensitiveScanner {
  /**
   * Scans from `window.at` to `limit`, once over each character, and stops at the first find. Afterwards, `window.at` is the position to continue at, or to
   * check again with more text. A word that begins before `limit` must end before `window.end`, or be longer than any word checked without a detector.
   */
  next(window: ScanWindow, limit: number): SensitiveSpan | 'more' | undefined
}

/**
 * Creates a scanner that takes one pass over the text. Almost every character is skipped with one table lookup. The others call a detector, which looks back
 * and ahead a bounded distance.
 */
export function createScanner(config: RedactionConfig): SensitiveScanner {
  const { secrets } = config
  const numbers = createNumberDetector(config)
  const email = config.personal.includes('email')
  const spelt = config.personal.includes('phone') || config.personal.includes('card')
  const born = config.personal.includes('birth-date')
  /** How often the text that is scanned was decoded. */
  let depth = 0
  return { next }

  function look(text: string): Detected {
    return inside(text, 0, ({ type }) => type !== 'ip' && type !== 'phone')
  }

  function spelledOut(text: string, from: number): Detected {
    return inside(text, from, () => true)
  }

  /** Detects text that is spelled letter by letter, or split into several strings. */
  function cutApart(window: ScanWindow, at: number): Detected {
    let found = isSpacedOut(window, at) ? detectSpaced(window, at, spelledOut) : undefined
    if (secrets && !has(alphanumeric, window.text.charCodeAt(at + 1))) found ??= detectSpeltLetters(window, at, spelledOut)
    return found ?? (afterQuote(window.text, at) ? detectJoinedStrings(window, at, spelledOut) : undefined)
  }

  function inside(text: string, from: number, isWanted: (found: SensitiveSpan) => boolean): Detected {
    const window = createScanWindow(text, from)
    depth++
    try {
      for (;;) {
        const found = next(window, text.length)
        if (found === undefined || found === 'more' || isWanted(found)) return found === 'more' ? undefined : found
      }
    } finally {
      depth--
    }
  }

  function next(window: ScanWindow, limit: number): SensitiveSpan | 'more' | undefined {
    const { text } = window
    let i = window.at
    window.short = false
    for (;;) {
      if (window.later.length > 0 && i >= window.later[0]!.start) {
        const found = fromFloor(window, window.later.shift()!)
        if (found === undefined) continue
        return taken(window, found)
      }
      if (i >= limit) break
      const code = text.charCodeAt(i)
      const kind = code < 128 ? kinds[code]! : code > 0x2000 && colons.has(code) ? sign : nothing
      if (code > 0xbf && (code < 0x2000 || code > 0x2bff)) window.wide = i
      if (kind === nothing) {
        i++
        continue
      }
      let found: Detected
      let to = i + 1
      const isCuttable = kind !== sign || code === plus || code === dollar
      if (isCuttable && depth === 0 && mayBeCut(text, i)) found = cutApart(window, i)
      if (window.known.size > 0 && kind !== sign) found ??= knownAt(window, i)
      if (found === undefined && !window.short) {
        to = kind === sign ? signEnd(window, i, code) : runEnd(text, alphanumeric, i + 1, window.end)
        if (code === hyphen) i = Math.max(i, to - mostHyphens)
        found = kind === letter ? atLetter(window, i, to) : kind === digit ? atDigit(window, i, to) : atSign(window, i, to)
      }
      if (found !== undefined && byContext.has(found.rule)) found = specific(window, found)
      if (window.short) {
        window.at = i
        return 'more'
      }
      if (found !== undefined && found.start >= window.floor) {
        if (found.start <= to || !apart.test(text.slice(to, found.start))) return taken(window, found)
        postpone(window, found)
      }
      i = to
    }
    window.at = i
    return undefined
  }

  /** Takes a find, and keeps the last 16 secrets that may come again without their surroundings. */
  function taken(window: ScanWindow, found: SensitiveSpan): SensitiveSpan {
    const value = window.text.slice(found.start, found.end)
    if (byContext.has(found.rule) && isUnique(value)) window.known = new Map([...window.known, [value, found.rule!] as const].slice(-16))
    window.at = found.end
    return found
  }

  /** Detects a secret that comes again without its surroundings. */
  function knownAt(window: ScanWindow, at: number): Detected {
    const { text, fresh, known } = window
    if (at !== fresh && at > 0 && has(alphanumeric, text.charCodeAt(at - 1))) return undefined
    for (const [value, rule] of known)
      if (value.charCodeAt(0) === text.charCodeAt(at) && begins(window, value, at) && !has(alphanumeric, codeAt(window, at + value.length)))
        return secretValue(at, value, rule)
    return undefined
  }

  /** Detects secrets in the table row that begins at `at`, for later. */
  function nextRow(window: ScanWindow, at: number): void {
    const { found, end } = rowAt(window, at, window.table!, spelledOut)
    if (end === true) window.table = undefined
    for (const one of found) if (one.start >= window.floor) postpone(window, one)
  }

  /** Replaces a find by context with a more specific one, if the value has a known format. */
  function specific(window: ScanWindow, found: SensitiveSpan): Detected {
    const { start } = found
    return detectToken(window, start) ?? (begins(window, 'eyJ', start) ? detectJwt(window, start) : undefined) ?? found
  }

  /** Detects a find at a sign. The position to continue at is `to`. */
  function atSign(window: ScanWindow, i: number, to: number): Detected {
    const { text } = window
    switch (text[i]) {
      case '@': {
        const found = detectEmail(window, i, 1)
        if (found !== undefined && secrets) detectAfterMail(window, found.end)
        return email ? found : undefined
      }
      case '%':
        return email && text.startsWith('%40', i) ? detectEmail(window, i, 3) : undefined
      case '+':
      case '(':
        if (i === 0 || !has(word, text.charCodeAt(i - 1)) || i === window.fresh || isEmphasis(text, i)) return numbers.atSign(window, i)
        return secrets && text[i] === '(' && isQuotation(text, i + 1) ? detectCall(window, i) : undefined
      case '\n':
        if (window.table !== undefined) nextRow(window, i + 1)
        return undefined
      case ':': {
        const found = secrets ? atSecretSign(window, i, to) : undefined
        return found ?? (numbers.addresses && text[i + 1] === ':' ? numbers.atColon(window, i) : undefined)
      }
      default:
        return secrets ? atSecretSign(window, i, to) : undefined
    }
  }

  function atSecretSign(window: ScanWindow, i: number, to: number): Detected {
    const { text } = window
    switch (text[i]) {
      case '=':
        if ('=!'.includes(text[i - 1] ?? ' ')) return undefined
        return detectListed(window, i, i + 1, '\n') ?? detectAssignment(window, i) ?? (email ? detectPrinted(window, i) : undefined)
      case '-':
        return (
          (to - i >= 4 && !window.short ? detectPrivateKey(window, i) : undefined) ??
          (isArgument(text, i) && isCommandOption(text, i) ? detectCommand(window, i) : undefined)
        )
      case ',':
        return i > 0 ? detectArgument(window, i) : undefined
      case '>':
        return i > 0 && (endsTag(text, i) || begins(window, '<![CDATA[', i + 1))
          ? detectElement(window, i, window.headings, spelledOut)
          : undefined
      case '$':
        return detectPasswordHash(window, i)
      case '_':
        return detectGluedToken(window, i) ?? detectMarkedKey(window, i)
      case '~':
        return detectEntra(window, i)
      default:
        return text[i] === '\\' ? undefined : afterColon(window, i)
    }
  }

  /** Detects a find at a colon, or a character that replaces one. */
  function afterColon(window: ScanWindow, i: number): Detected {
    const { text } = window
    if (text.startsWith('//', i + 1)) return detectOtpAddress(window, i) ?? detectUrlCredentials(window, i + 3)
    if (text[i + 1] === ':' || text[i - 1] === ':') return undefined
    if (text.startsWith('Private-Lines', i - 13)) return detectPuttyKey(window, i)
    return detectAssignment(window, i) ?? detectPgPass(window, i) ?? detectLogin(window, i)
  }

  /** Detects a find at the first digit of a word that ends at `to`. */
  function atDigit(window: ScanWindow, i: number, to: number): Detected {
    const { text } = window
    if (i !== window.fresh && i > 0 && has(word, text.charCodeAt(i - 1))) return undefined
    let found = born && i - window.wide <= labelChars && mayBeDate(text, i) ? detectForeignBirthDate(window, i) : undefined
    found ??= numbers.atDigit(window, i)
    if (!secrets) return found
    found ??= detectToken(window, i) ?? detectLongWord(window, i, to) ?? detectNamedCode(window, i, to)
    if (depth < deepest)
      found ??=
        to - i >= fewestEncodedChars
          ? (detectEncoded(window, i, to, look) ?? detectReversed(window, i, to, look))
          : (detectBytes(window, i, to, look) ?? detectDump(window, i, to, look))
    if (isSecondFactor(text, i)) found ??= detectOneTime(window, i + 3) ?? detectPin(window, i + 3, '2fa')
    return found ?? announced(window, i, to)
  }

  function announced(window: ScanWindow, i: number, to: number): Detected {
    if (window.short || !mayBeAnnounced(window.text, i, to, window.wide)) return undefined
    return detectAnnouncedValue(window, i, to, window.wide)
  }

  /** Detects a find at the first letter of a word that ends at `to`. */
  function atLetter(window: ScanWindow, i: number, to: number): Detected {
    const { text } = window
    if (i !== window.fresh && i > 0 && has(alphanumeric, text.charCodeAt(i - 1))) return undefined
    // A word that continues beyond the available text is waited for, up to some hundred characters.
    reached(window, to, i + longWordChars)
    if (window.short) return undefined
    const roles = rolesOf(text, i, to)
    let found = secrets ? secretAt(window, i, to, roles) : undefined
    if ((roles & spellsLetters) !== 0 && secrets && depth === 0) found ??= detectSpeltLetters(window, i, spelledOut)
    if ((roles & namesBirth) !== 0 && born) found ??= detectBirthDate(window, i, to)
    if ((roles & spellsNumber) !== 0 && spelt) found ??= detectSpeltNumber(window, i)
    if (found === undefined && email && mayGoOn(window, to) && (i === 0 || !has(emailLocal, text.charCodeAt(i - 1))))
      found = detectSpeltAddress(window, i, to)
    found ??= numbers.atLetter(window, i, to)
    return found ?? (secrets ? announced(window, i, to) : undefined)
  }

  function secretAt(window: ScanWindow, i: number, to: number, roles: number): Detected {
    const { text } = window
    const first = text.charCodeAt(i)
    const next = text.charCodeAt(to)
    const isPrefix = to < window.end && isJoint(next)
    let found = detectToken(window, i)
    if (first === letterE && text.startsWith('eyJ', i) && (i === window.fresh || beforeJwt.test(text.slice(Math.max(0, i - 15), i))))
      found ??= detectJwt(window, i)
    if (first === letterB && text.startsWith('BEGIN', i) && text[i - 1] !== '-') found ??= detectTypesetKey(window, i)
    if (first === letterL) found ??= detectWrappedPem(window, i)
    found ??= detectLongWord(window, i, to)
    if (isPrefix) found ??= detectPrefixed(window, i, to)
    const name = (roles & announces) !== 0 ? i : humpAt(window, i, to)
    if (name !== undefined) found ??= detectAfterWord(window, name, to)
    if (found === undefined && (roles & (announces | headsColumn)) !== 0 && window.table === undefined && mayHeadColumn(next)) {
      const table = tableAt(window, to)
      if (!window.short) window.table = table
    }
    if (depth === deepest) return found
    if (to - i >= fewestEncodedChars) found ??= detectEncoded(window, i, to, look) ?? detectReversed(window, i, to, look)
    return isPrefix || to - i >= fewestLongChars ? (found ?? detectRotated(window, i, look)) : found
  }
}

/** No base64, or one word: `wrka-eyJ…`. */
const beforeJwt = /(?:^|[^\w-])(?:[a-z]{2,12}[-_])?$/
/** Text that may be a find itself, between a reason and its value. */
const apart = /[A-Za-z\d@]/
