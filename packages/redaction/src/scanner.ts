import { alphanumeric, base64url, emailLocal, has, isDigit, runEnd, word } from './characters.ts'
import type { RedactionConfig } from './config.ts'
import { detectAnnouncedValue, mayBeAnnounced } from './detect/announced.ts'
import { detectArgument, detectCall, detectKeyPair } from './detect/argument.ts'
import { detectAssignment } from './detect/assignment.ts'
import { detectLogin, detectMailLogin, detectPgPass, detectUrlCredentials } from './detect/login.ts'
import { detectCommand, isArgument, isCommandOption } from './detect/command.ts'
import { birthWords, detectBirthDate, detectForeignBirthDate, labelChars } from './detect/birth-date.ts'
import { detectElement, type Headings } from './detect/element.ts'
import { detectEmail } from './detect/email.ts'
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
import { mayHeadColumn, rowAt, tableAt, type ColumnTable } from './detect/table.ts'
import { detectGluedToken, detectJwt, detectMarkedKey, detectToken, detectWrappedPem } from './detect/token.ts'
import { detectOneTime } from './detect/spoken.ts'
import { detectEntra, detectLongWord, detectPrefixed } from './detect/long-word.ts'
import { announcingWords, columnWords, detectAfterWord } from './detect/word.ts'
import { createWordIndex } from './word-table.ts'
import { begins, createWindow, fromFloor, reached, type Detected, type SensitiveSpan, type Window } from './window.ts'

/** Kinds of characters, by the detection that they trigger. */
const nothing = 0
const letter = 1
const digit = 2
const at = 3
const colon = 4
const equals = 5
const hyphen = 6
const plus = 7
const parenthesis = 8
const backslash = 9
const percent = 10
const tilde = 11

const greater = 12
const comma = 13
const dollar = 14
const underscore = 15
const line = 16
/** Non-ASCII characters and particles that replace a colon. */
const colons = new Set([...'：是为は는은→—'].map((character) => character.charCodeAt(0)))

const kinds = new Uint8Array(128)
for (let code = 0; code < 128; code++) if (has(alphanumeric, code)) kinds[code] = isDigit(code) ? digit : letter
for (const [characters, kind] of [
  ['@', at],
  [':', colon],
  ['=', equals],
  ['-', hyphen],
  ['+', plus],
  ['(', parenthesis],
  ['\\', backslash],
  ['%', percent],
  ['~', tilde],
  ['>', greater],
  [',', comma],
  ['$', dollar],
  ['_', underscore],
  ['\n', line],
] as const) {
  kinds[characters.charCodeAt(0)] = kind
}

/** Kinds that may begin a text that was cut apart. */
const cuttable = new Uint8Array(32)
for (const kind of [letter, digit, plus, dollar]) cuttable[kind] = 1

/** How often text is decoded within decoded text. */
const deepest = 2

/** Maximum word length that any detector needs. */
const longWordChars = 600

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

export interface ScanWindow extends Window {
  at: number
  /** End of an escape. The next character begins a word, whatever the text before is. */
  fresh: number
  /** Position of the last character beyond ASCII, apart from signs such as dashes and quotes. */
  wide: number
  /** Finds ahead of the scan position, in order. Text before them is scanned first. */
  later: SensitiveSpan[]
  /** Table whose rows follow, with columns for secrets. */
  table: ColumnTable | undefined
  /** The same for an HTML table. */
  headings: Headings
}

/** @param from - Start of the text to scan. The text before is context only. */
export const createScanWindow = (text: string, from = 0): ScanWindow => ({
  ...createWindow(text, from),
  at: 0,
  fresh: -1,
  wide: Number.NEGATIVE_INFINITY,
  later: [],
  table: undefined,
  headings: new Map(),
})

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
  const wide = numbers.addresses
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
    if (found !== undefined) return found
    return isQuote(window.text.charCodeAt(at - 1)) ? detectJoinedStrings(window, at, spelledOut) : undefined
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
        window.at = found.end
        return found
      }
      if (i >= limit) break
      const code = text.charCodeAt(i)
      let kind = code < 128 ? kinds[code]! : code > 0x2000 && colons.has(code) ? colon : nothing
      if (code > 0xbf && (code < 0x2000 || code > 0x2bff)) window.wide = i
      if (kind === nothing) {
        i++
        continue
      }
      let found: Detected
      let to = i + 1
      if (depth === 0 && cuttable[kind] === 1 && mayBeCut(text, i)) found = cutApart(window, i)
      if (found !== undefined || window.short) kind = nothing
      switch (kind) {
        case letter: {
          if (i !== window.fresh && i > 0 && has(alphanumeric, text.charCodeAt(i - 1))) {
            to = runEnd(text, alphanumeric, i, window.end)
            break
          }
          to = runEnd(text, alphanumeric, i + 1, window.end)
          found = atWord(window, i, to)
          break
        }
        case digit: {
          to = runEnd(text, alphanumeric, i + 1, window.end)
          if (i !== window.fresh && i > 0 && has(word, text.charCodeAt(i - 1))) break
          if (born && i - window.wide <= labelChars && mayBeDate(text, i)) found = detectForeignBirthDate(window, i)
          found ??= numbers.atDigit(window, i)
          if (found === undefined && secrets) found = detectToken(window, i) ?? detectLongWord(window, i, to)
          if (found === undefined && secrets && depth < deepest) {
            found =
              to - i >= fewestEncodedChars
                ? (detectEncoded(window, i, to, look) ?? detectReversed(window, i, look))
                : (detectBytes(window, i, to, look) ?? detectDump(window, i, to, look))
          }
          if (found === undefined && secrets && isSecondFactor(text, i)) found = detectOneTime(window, i + 3)
          if (found === undefined && secrets && !window.short && mayBeAnnounced(text, i, to, window.wide))
            found = detectAnnouncedValue(window, i, to, window.wide)
          break
        }
        case at:
          if (email) found = detectEmail(window, i, 1)
          break
        case colon:
          if (text[i + 1] === '/' && text[i + 2] === '/') {
            if (secrets) found = detectOtpAddress(window, i) ?? detectUrlCredentials(window, i + 3)
            to = i + 3
          } else if (secrets && text[i + 1] !== ':' && text[i - 1] !== ':') {
            found = text.startsWith('Private-Lines', i - 13)
              ? detectPuttyKey(window, i)
              : (detectAssignment(window, i) ??
                detectKeyPair(window, i) ??
                detectPgPass(window, i) ??
                detectLogin(window, i) ??
                detectMailLogin(window, i))
          }
          if (found === undefined && wide && text[i + 1] === ':') found = numbers.atColon(window, i)
          break
        case equals:
          if (secrets && text[i - 1] !== '=' && text[i - 1] !== '!') {
            found = detectListed(window, i, i + 1) ?? detectAssignment(window, i)
          }
          break
        case hyphen:
          if (!secrets) break
          if (text.charCodeAt(i + 1) === 45) {
            to = i + 2
            while (to < window.end && text.charCodeAt(to) === 45) to++
            // Only the last five hyphens matter.
            if (to - i > 5) i = to - 5
            if (to === window.end && !window.final) window.short = true
            else if (to - i >= 4) found = detectPrivateKey(window, i)
          }
          if (found === undefined && isArgument(text, i) && isCommandOption(text, i)) found = detectCommand(window, i)
          break
        case plus:
        case parenthesis:
          if (i === 0 || !has(word, text.charCodeAt(i - 1)) || i === window.fresh || isEmphasis(text, i)) found = numbers.atSign(window, i)
          else if (secrets && kind === parenthesis && isQuotation(text, i + 1)) found = detectCall(window, i)
          break
        case backslash:
          to = afterEscape(text, i)
          window.fresh = to
          break
        case percent:
          if (email && text.startsWith('%40', i)) found = detectEmail(window, i, 3)
          if (isHexPair(text, i + 1)) window.fresh = to = i + 3
          break
        case comma:
          if (secrets && i > 0) found = detectArgument(window, i)
          break
        case greater:
          if (secrets && i > 0 && (endsTag(text, i) || begins(window, '<![CDATA[', i + 1)))
            found = detectElement(window, i, window.headings)
          break
        case dollar:
          if (secrets) found = detectPasswordHash(window, i)
          break
        case underscore:
          if (secrets) found = detectGluedToken(window, i) ?? detectMarkedKey(window, i)
          break
        case line:
          if (window.table !== undefined) nextRow(window, i + 1)
          break
        case tilde:
          if (secrets) found = detectEntra(window, i)
          break
      }
      if (found !== undefined && byContext.has(found.rule)) found = specific(window, found)
      if (window.short) {
        window.at = i
        return 'more'
      }
      if (found !== undefined && found.start >= window.floor) {
        if (found.start <= to || !apart.test(text.slice(to, found.start))) {
          window.at = found.end
          return found
        }
        postpone(window.later, found)
      }
      i = to
    }
    window.at = i
    return undefined
  }

  /** Detects secrets in the table row that begins at `at`, for later. */
  function nextRow(window: ScanWindow, at: number): void {
    const { found, end } = rowAt(window, at, window.table!, spelledOut)
    if (end === true) window.table = undefined
    for (const one of found) if (one.start >= window.floor) postpone(window.later, one)
  }

  /** Replaces a find by context with a more specific one, if the value has a known format. */
  function specific(window: ScanWindow, found: SensitiveSpan): Detected {
    const { start } = found
    return detectToken(window, start) ?? (begins(window, 'eyJ', start) ? detectJwt(window, start) : undefined) ?? found
  }

  /** Detects a find at the first letter of a word that ends at `to`. */
  function atWord(window: ScanWindow, i: number, to: number): Detected {
    const { text } = window
    // A word that continues beyond the available text is waited for, up to some hundred characters.
    reached(window, to, i + longWordChars)
    if (window.short) return undefined
    const roles = rolesOf(text, i, to)
    let found: Detected
    if (secrets) {
      found = detectToken(window, i)
      const code = text.charCodeAt(i)
      if (
        found === undefined &&
        code === 101 &&
        text.startsWith('eyJ', i) &&
        (i === window.fresh || !has(base64url, text.charCodeAt(i - 1)))
      )
        found = detectJwt(window, i)
      if (code === 66 && text.startsWith('BEGIN', i) && text[i - 1] !== '-') found ??= detectTypesetKey(window, i)
      if (found === undefined && code === 76) found = detectWrappedPem(window, i)
      if (found === undefined && to - i >= 14) found = detectLongWord(window, i, to)
      if (found === undefined && to < window.end && isJoint(text.charCodeAt(to))) found = detectPrefixed(window, i, to)
      if (found === undefined && (roles & announces) !== 0) found = detectAfterWord(window, i, to)
      if (
        found === undefined &&
        (roles & (announces | headsColumn)) !== 0 &&
        window.table === undefined &&
        mayHeadColumn(text.charCodeAt(to))
      ) {
        const table = tableAt(window, to)
        if (!window.short) window.table = table
      }
      if (found === undefined && to - i >= fewestEncodedChars && depth < deepest)
        found = detectEncoded(window, i, to, look) ?? detectReversed(window, i, look)
      if (found === undefined && depth < deepest && to < window.end && isJoint(text.charCodeAt(to))) found = detectRotated(window, i, look)
    }
    if (found === undefined && (roles & spellsLetters) !== 0 && secrets && depth === 0) found = detectSpeltLetters(window, i, spelledOut)
    if (found === undefined && (roles & namesBirth) !== 0 && born) found = detectBirthDate(window, i, to)
    if (found === undefined && (roles & spellsNumber) !== 0 && spelt) found = detectSpeltNumber(window, i)
    if (found === undefined && email && mayGoOn(window, to) && (i === 0 || !has(emailLocal, text.charCodeAt(i - 1))))
      found = detectSpeltAddress(window, i, to)
    found ??= numbers.atLetter(window, i, to)
    return found === undefined && secrets && !window.short && mayBeAnnounced(text, i, to, window.wide)
      ? detectAnnouncedValue(window, i, to, window.wide)
      : found
  }
}

/** Text that may be a find itself, between a reason and its value. */
const apart = /[A-Za-z\d@]/

/** Keeps a find ahead, unless it is already known. */
export function postpone(later: SensitiveSpan[], found: SensitiveSpan): void {
  if (later.some(({ start, end }) => found.start < end && start < found.end)) return
  later.push(found)
  later.sort((a, b) => a.start - b.start)
}

const isJoint = (code: number): boolean => code === 95 || code === 45

/** Whether a sign of dates follows the digits. */
function mayBeDate(text: string, at: number): boolean {
  let to = at + 1
  while (to < at + 4 && isDigit(text.charCodeAt(to))) to++
  const sign = text.charCodeAt(to)
  return (sign > 44 && sign < 48) || sign === 0x5e74 || (sign === 32 && text.charCodeAt(to + 1) > 0x3ff)
}

/** Whether `2FA` is at this position, which begins with a digit. */
const isSecondFactor = (text: string, at: number): boolean => text[at] === '2' && /^2fa$/i.test(text.slice(at, at + 3))

/** Position after an escape: `\n`, `\"`, `\u000a`. The text after it begins a new word. */
function afterEscape(text: string, i: number): number {
  const next = text[i + 1]
  if (next === 'u' && /^[0-9A-Fa-f]{4}$/.test(text.slice(i + 2, i + 6))) return i + 6
  return next !== undefined && 'nrtbf'.includes(next) ? i + 2 : i + 1
}

/** Whether the sign follows an emphasis: `_+49 …_`. */
const isEmphasis = (text: string, at: number): boolean =>
  text[at - 1] === '_' && (at < 2 || text[at - 2] === '_' || !has(alphanumeric, text.charCodeAt(at - 2)))

const isQuote = (code: number): boolean => code === 34 || code === 39 || code === 96

/** Whether a text may be cut apart here. The characters around the first one exclude it for almost all words. */
const mayBeCut = (text: string, at: number): boolean => !has(alphanumeric, text.charCodeAt(at + 1)) || isQuote(text.charCodeAt(at - 1))

const letterB = 98
const isQuotation = (text: string, from: number): boolean => {
  const code = text.charCodeAt(from)
  return code === 34 || code === 39 || (code === 92 && text[from + 1] === '"') || (code === letterB && text[from + 1] === "'")
}

/** Whether a tag ends here, and text follows. */
const endsTag = (text: string, at: number): boolean => {
  const last = text.charCodeAt(at - 1)
  const next = text.charCodeAt(at + 1)
  return (has(alphanumeric, last) || last === 34 || last === 39) && next !== 60 && next !== 10 && next !== 32
}

const isHexPair = (text: string, from: number): boolean => /^[0-9A-Fa-f]{2}$/.test(text.slice(from, from + 2))
