import { alphanumeric, base64url, emailLocal, has, isDigit, runEnd, word } from './characters.ts'
import type { RedactionConfig } from './config.ts'
import { detectArgument, detectCall } from './detect/argument.ts'
import { detectAssignment, detectLogin, detectPgPass, detectUrlCredentials } from './detect/assignment.ts'
import { detectCommand, isCommandOption } from './detect/command.ts'
import { birthWords, detectBirthDate, detectForeignBirthDate } from './detect/birth-date.ts'
import { detectElement } from './detect/element.ts'
import { detectEmail } from './detect/email.ts'
import { detectEncoded, fewestEncodedChars } from './detect/encoded.ts'
import { createNumberDetector } from './detect/numbers.ts'
import { detectJoinedStrings } from './detect/joined-strings.ts'
import { detectOtpAddress } from './detect/otp-address.ts'
import { detectPasswordHash } from './detect/password-hash.ts'
import { detectPrivateKey, detectPuttyKey, detectTypesetKey, isTypesetDash } from './detect/private-key.ts'
import { detectSpaced, isSpacedOut } from './detect/spaced.ts'
import { detectSpeltAddress, mayGoOn } from './detect/spelt-address.ts'
import { detectSpeltNumber, numberHeads } from './detect/spelt-number.ts'
import { rowAt, tableAt, type Table } from './detect/table.ts'
import { detectGluedToken, detectJwt, detectMarkedKey, detectToken, detectWrappedPem } from './detect/token.ts'
import { detectOneTime } from './detect/spoken.ts'
import { announcingWords, columnWord, detectAfterWord, detectEntra, detectLongWord, detectPrefixed } from './detect/word.ts'
import { createWordTable } from './word-table.ts'
import { begins, createWindow, fromFloor, reached, type Detected, type Found, type Window } from './window.ts'

/** What a character begins, or what is found around it. */
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
/** Beyond ASCII, what stands where others write a colon. */
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

/** What may begin something that was cut apart. */
const cuttable = new Uint8Array(32)
for (const kind of [letter, digit, plus, dollar]) cuttable[kind] = 1

/** No detector asks whether a word is longer than this. */
const longWordChars = 600

/** Words after which something may follow, and words that are numbers: of almost all words, one look says that they are none of them. */
const mayAnnounce = createWordTable([...announcingWords, ...birthWords, ...numberHeads])

/** Rules that go by what stands before. */
const byContext = new Set<string | undefined>(['password', 'generic-key', 'bearer'])

export interface Scanner {
  /**
   * Goes on from `window.at` to `limit`, once over each character, and stops at the first thing it finds.
   * Afterwards `window.at` is where to go on, or what has to be seen again with more text. A word that begins before `limit` ends before
   * `window.end`, or is longer than anything that is looked at here and not by a detector.
   */
  next(window: ScanWindow, limit: number): Found | 'more' | undefined
}

export interface ScanWindow extends Window {
  at: number
  /** An escape ended here: what follows is the beginning of a word, whatever stands before. */
  fresh: number
  /** Found ahead of where the scan is, in their order: what stands before them is looked at first. */
  later: Found[]
  /** The rows of a table follow, some columns of which hold secrets. */
  table: Table | undefined
}

/** @param from - What stands before it is context only. */
export const createScanWindow = (text: string, from = 0): ScanWindow => ({
  ...createWindow(text, from),
  at: 0,
  fresh: -1,
  later: [],
  table: undefined,
})

/**
 * One pass over the text. Almost every character is passed by with one look at a table; the rest ask a detector,
 * which looks a bounded way back and ahead.
 */
export function createScanner(config: RedactionConfig): Scanner {
  const { secrets } = config
  const numbers = createNumberDetector(config)
  const email = config.personal.includes('email')
  const spelt = config.personal.includes('phone') || config.personal.includes('card')
  const born = config.personal.includes('birth-date')
  const wide = numbers.addresses
  /** In a text that was decoded: what is encoded in there once more is not looked at. */
  let inner = false
  return { next }

  function look(text: string): Detected {
    return inside(text, 0, ({ type }) => type !== 'ip' && type !== 'phone')
  }

  function spelledOut(text: string, from: number): Detected {
    return inside(text, from, () => true)
  }

  /** What is spelt letter by letter, or in strings that are put together. */
  function cutApart(window: ScanWindow, at: number): Detected {
    if (isSpacedOut(window, at)) return detectSpaced(window, at, spelledOut)
    return isQuote(window.text.charCodeAt(at - 1)) ? detectJoinedStrings(window, at, spelledOut) : undefined
  }

  function inside(text: string, from: number, isWanted: (found: Found) => boolean): Detected {
    const window = createScanWindow(text, from)
    inner = true
    try {
      for (;;) {
        const found = next(window, text.length)
        if (found === undefined || found === 'more' || isWanted(found)) return found === 'more' ? undefined : found
      }
    } finally {
      inner = false
    }
  }

  function next(window: ScanWindow, limit: number): Found | 'more' | undefined {
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
      if (kind === nothing) {
        i++
        continue
      }
      let found: Detected
      let to = i + 1
      if (!inner && cuttable[kind] === 1 && mayBeCut(text, i)) found = cutApart(window, i)
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
          if (born && mayBeDate(text, i)) found = detectForeignBirthDate(window, i)
          found ??= numbers.atDigit(window, i)
          if (found === undefined && secrets) found = detectToken(window, i) ?? detectLongWord(window, i, to)
          if (found === undefined && secrets && to - i >= fewestEncodedChars && !inner) found = detectEncoded(window, i, to, look)
          if (found === undefined && secrets && isSecondFactor(text, i)) found = detectOneTime(window, i + 3)
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
              : (detectAssignment(window, i) ?? detectPgPass(window, i) ?? detectLogin(window, i))
          }
          if (found === undefined && wide && text[i + 1] === ':') found = numbers.atColon(window, i)
          break
        case equals:
          if (secrets && text[i - 1] !== '=' && text[i - 1] !== '!') found = detectAssignment(window, i)
          break
        case hyphen:
          if (!secrets) break
          if (text.charCodeAt(i + 1) === 45) {
            to = i + 2
            while (to < window.end && text.charCodeAt(to) === 45) to++
            // Only the last five matter, however many there are.
            if (to - i > 5) i = to - 5
            if (to === window.end && !window.final) window.short = true
            else if (to - i >= 4) found = detectPrivateKey(window, i)
          }
          if (found === undefined && text[i - 1] === ' ' && isCommandOption(text, i)) found = detectCommand(window, i)
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
          if (secrets && i > 0 && (endsTag(text, i) || begins(window, '<![CDATA[', i + 1))) found = detectElement(window, i)
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

  /** Keeps what is secret in the row of a table that begins at `at`. */
  function nextRow(window: ScanWindow, at: number): void {
    const { found, end } = rowAt(window, at, window.table!, spelledOut)
    if (end === true) window.table = undefined
    for (const one of found) if (one.start >= window.floor) postpone(window.later, one)
  }

  /** What was found by its context may say itself what it is. */
  function specific(window: ScanWindow, found: Found): Detected {
    const { start } = found
    return detectToken(window, start) ?? (begins(window, 'eyJ', start) ? detectJwt(window, start) : undefined) ?? found
  }

  /** At the first letter of a word that ends at `to`. */
  function atWord(window: ScanWindow, i: number, to: number): Detected {
    const { text } = window
    // A word that goes on beyond what is at hand is a long one, and known to be that after some hundred characters.
    reached(window, to, i + longWordChars)
    if (window.short) return undefined
    const announces = mayAnnounce(text, i, to)
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
      if (code === 66 && isTypesetDash(text.charCodeAt(i - 1)) && text.startsWith('BEGIN', i)) found ??= detectTypesetKey(window, i)
      if (found === undefined && code === 76) found = detectWrappedPem(window, i)
      if (found === undefined && to - i >= 14) found = detectLongWord(window, i, to)
      if (found === undefined && to < window.end && isJoint(text.charCodeAt(to))) found = detectPrefixed(window, i, to)
      if (found === undefined && announces) found = detectAfterWord(window, i, to)
      if (found === undefined && announces && window.table === undefined && columnWord(window, i, to)) {
        const table = tableAt(window, to)
        if (!window.short) window.table = table
      }
      if (found === undefined && to - i >= fewestEncodedChars && !inner) found = detectEncoded(window, i, to, look)
    }
    if (found === undefined && announces && born) found = detectBirthDate(window, i, to)
    if (found === undefined && announces && spelt) found = detectSpeltNumber(window, i, to)
    if (found === undefined && email && mayGoOn(window, to) && (i === 0 || !has(emailLocal, text.charCodeAt(i - 1))))
      found = detectSpeltAddress(window, i, to)
    return found ?? numbers.atLetter(window, i, to)
  }
}

/** Something that may be found by itself stands between a reason and what it is the reason for. */
const apart = /[A-Za-z\d@]/

/** Keeps what was found ahead, unless it is known. */
function postpone(later: Found[], found: Found): void {
  if (later.some(({ start, end }) => found.start < end && start < found.end)) return
  later.push(found)
  later.sort((a, b) => a.start - b.start)
}

const isJoint = (code: number): boolean => code === 95 || code === 45

/** Digits, and a sign of dates behind them. */
function mayBeDate(text: string, at: number): boolean {
  let to = at + 1
  while (to < at + 4 && isDigit(text.charCodeAt(to))) to++
  const sign = text.charCodeAt(to)
  return (sign > 44 && sign < 48) || sign === 0x5e74
}

/** `2FA`, which no letter begins. */
const isSecondFactor = (text: string, at: number): boolean => text[at] === '2' && /^2fa$/i.test(text.slice(at, at + 3))

/** `\n`, `\"`, `\u000a`: what comes after is not glued to it. */
function afterEscape(text: string, i: number): number {
  const next = text[i + 1]
  if (next === 'u' && /^[0-9A-Fa-f]{4}$/.test(text.slice(i + 2, i + 6))) return i + 6
  return next !== undefined && 'nrtbf'.includes(next) ? i + 2 : i + 1
}

/** `_+49 …_` */
const isEmphasis = (text: string, at: number): boolean =>
  text[at - 1] === '_' && (at < 2 || text[at - 2] === '_' || !has(alphanumeric, text.charCodeAt(at - 2)))

const isQuote = (code: number): boolean => code === 34 || code === 39 || code === 96

/** Of almost all words, the characters around the first say that they are whole. */
const mayBeCut = (text: string, at: number): boolean => !has(alphanumeric, text.charCodeAt(at + 1)) || isQuote(text.charCodeAt(at - 1))

const isQuotation = (text: string, from: number): boolean => {
  const code = text.charCodeAt(from)
  return code === 34 || code === 39 || (code === 92 && text[from + 1] === '"')
}

/** A tag that text follows. */
const endsTag = (text: string, at: number): boolean => {
  const last = text.charCodeAt(at - 1)
  const next = text.charCodeAt(at + 1)
  return (has(alphanumeric, last) || last === 34 || last === 39) && next !== 60 && next !== 10 && next !== 32
}

const isHexPair = (text: string, from: number): boolean => /^[0-9A-Fa-f]{2}$/.test(text.slice(from, from + 2))
