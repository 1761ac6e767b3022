import { base64, characterSet, has, isDigit, isSpace } from '../characters.ts'
import { ahead, codeAt, fromFloor, type Detected, type Window } from '../window.ts'

const beginning =
  /^[-\u2013\u2014]{0,5} ?BEGIN(?:[ +]|%20)(?:(?:[A-Z0-9]{1,12}(?:[ +]|%20)){0,3}PRIVATE(?:[ +]|%20)KEY(?:(?:[ +]|%20)BLOCK)?|OpenVPN Static key V1) ?[-\u2013\u2014]{0,5}/
const ending = /-{4,5} ?END(?:[ +]|%20)[A-Za-z0-9 +%]{1,60}-{4,5}/y
/** A separator between lines, plain or escaped. The alternatives must not overlap, or matching would take exponential time. */
const separator = String.raw`(?:</?(?:br|p|div|li|td|tr|pre|code) ?/?>|[\s\\"'+,|>#*]|(?<=\\)[nrt]|%0[AaDd]|%20|(?<=(?:^|\n|\\n)[ \t]{0,8})(?:\d{1,5}(?=[ \t:.)|\u2192\u2502])|-(?!-)|// )|\.(?= ?["'])|(?<=\d ?)(?:[:)\u2192\u2502]|\.(?! ?["'])))`
const header = String.raw`[A-Z][A-Za-z-]{2,20}:`
const line = '[A-Za-z0-9+/]{20}'
/**
 * Text between the first line and the key: line ends in all forms, and headers such as `Proc-Type: …`. A header's value ends where another header or the key
 * may begin. This position must be unique, or matching would take exponential time.
 */
const opening = new RegExp(
  String.raw`^${separator}{0,96}(?:${header}(?:(?!${separator}{1,16}(?:${header}|${line}))[^\n\\]){0,81}${separator}{1,16}){0,8}${line}`,
)

const beginningChars = 100
const openingChars = 512
const endingChars = 80
const [space, hyphen, dot, slash, capitalB] = [32, 45, 46, 47, 66]
/** Lines of a key have 64 characters, or the whole key is one line. The last line and the checksum may be short. */
const lineChars = 20
const shortLines = 2
const mostDashes = 5
const isDash = (code: number): boolean => code === hyphen || isTypesetDash(code)
/** Whether a code is a dash of a word processor. */
const isTypesetDash = (code: number): boolean => code === 0x2013 || code === 0x2014
const maxSeparators = 64
const betweenLines = characterSet('"\',|>#*')

/** Detects the first line of a private key with a key after it. The line alone is no secret. */
export function detectPrivateKey(window: Window, at: number): Detected {
  let to = at + 4
  for (const code of [hyphen, space]) if (codeAt(window, to) === code) to++
  return codeAt(window, to) === capitalB ? keyFrom(window, at) : undefined
}

/** Detects a key whose hyphens are missing, or dashes of a word processor. `BEGIN` is at `at`. */
export function detectTypesetKey(window: Window, at: number): Detected {
  let from = at
  while (at - from < mostDashes && isDash(codeAt(window, from - 1))) from--
  const found = keyFrom(window, from)
  // A custom pattern may already have replaced the dashes.
  return found && fromFloor(window, found)
}

function keyFrom(window: Window, at: number): Detected {
  const head = beginning.exec(ahead(window, at, beginningChars))?.[0]
  if (head === undefined) return undefined
  const body = at + head.length
  if (!opening.test(ahead(window, body, openingChars))) return undefined
  return { start: at, end: body, type: 'secret', rule: 'private-key', body: true }
}

/** Detects a private key in a PuTTY file, whose lines follow `Private-Lines: 8`. The colon is at `at`. */
export function detectPuttyKey(window: Window, at: number): Detected {
  const count = /^: ?\d{1,3}(?=\r?\n|\\n)/.exec(ahead(window, at, 8))?.[0].length
  if (count === undefined || !opening.test(ahead(window, at + count, openingChars))) return undefined
  return { start: at + count, end: at + count, type: 'secret', rule: 'private-key', body: true }
}

/** State of reading the body of a key. */
export interface KeyBody {
  /** In the middle of a long line. */
  inLine: boolean
  shortLines: number
  seen: boolean
  /** The last line was read. */
  ended: boolean
  /** The key is in a JSON string, so a quote ends it. */
  quoted: boolean
}

/** @param seen - Whether the first line of the key was already found. */
export const keyBody = (quoted: boolean, seen: boolean): KeyBody => ({ inLine: false, shortLines: 0, seen, ended: false, quoted })

/** Text between two lines of a key that are strings of a JSON array: `\n", "`. The last line may be short. */
const nextString = /^(?:\\[nr]){0,2}"\s{0,2},\s{0,24}"(?=[A-Za-z0-9+/]{20}|[A-Za-z0-9+/]{0,19}={0,2}(?:\\[nr]){0,2}"\s{0,2},\s{0,24}"----)/
const nextStringChars = 96

/** The next part of a key whose lines are strings of JSON. The part before ends at `to`. */
export function nextKeyLine(window: Window, to: number): Detected {
  const gap = nextString.exec(ahead(window, to, nextStringChars))?.[0]
  return gap === undefined ? undefined : { start: to + gap.length, end: to + gap.length, type: 'secret', rule: 'private-key', body: true }
}

export interface KeyBodyStep {
  /** End of the key so far. */
  to: number
  /** The key is complete. */
  done: boolean
  /** Key characters of this step, without line ends and quotes. */
  characters: string
}

/**
 * Reads the body of a key from `from`, as far as it is certain.
 *
 *     -----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgk…\n…==\n-----END PRIVATE KEY-----
 *                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 *
 * Lines may be joined by any separator of JSON, source code, URLs or quotations. A key without its last line (in a text that was cut) ends where prose begins.
 */
export function readKeyBody(window: Window, from: number, body: KeyBody): KeyBodyStep {
  const { text, end, final } = window
  let sure = from
  let characters = ''
  for (;;) {
    const at = body.inLine && sure < end && has(base64, text.charCodeAt(sure)) ? sure : skipSeparators(window, sure, body.quoted)
    if (at === undefined) return { to: sure, done: true, characters }
    if (at > sure) body.inLine = false
    if (at === end || (!final && end - at < endingChars && (text[at] === '-' || text[at] === '<')))
      return { to: sure, done: final, characters }
    if (text[at] === '-') {
      ending.lastIndex = at
      body.ended = ending.test(text)
      return { to: body.ended ? ending.lastIndex : sure, done: true, characters }
    }
    // Words may follow a header line. Only a long run counts as a line of the key.
    if (!body.seen) {
      const length = opening.exec(openingOf(text, sure, body.quoted))?.[0].length
      if (length === undefined) return { to: sure, done: true, characters }
      characters += text.slice(sure + length - lineChars, sure + length)
      body.seen = true
      body.inLine = true
      sure += length
      continue
    }
    let to = at
    while (to < end && has(base64, text.charCodeAt(to))) to++
    const length = to - at
    if (length === 0) return { to: sure, done: true, characters }
    if (!body.inLine && length < lineChars) {
      if (to === end && !final) return { to: sure, done: false, characters }
      if (++body.shortLines > shortLines) return { to: sure, done: true, characters }
    } else {
      body.inLine = true
      body.shortLines = 0
    }
    characters += text.slice(at, to)
    sure = to
  }
}

function openingOf(text: string, from: number, quoted: boolean): string {
  const head = text.slice(from, from + openingChars)
  return quoted ? /^(?:[^"\\]|\\[^])*/.exec(head)![0] : head
}

/** Number of a line, as editors and tools print it: `12→`, `12: `, `12 | `. Or the sign of a comment. */
const lineNumber = /^(?:\d{1,5}(?:[ \t]{1,2}[|\u2192\u2502]?|[:.)|\u2192\u2502])|\/\/ )/
const lineNumberChars = 8

/** @returns Position after the separators. Undefined if there are too many for a key. */
function skipSeparators({ text, end, final }: Window, from: number, quoted: boolean): number | undefined {
  let at = from
  for (;;) {
    if (at >= end) return end
    if (at - from > maxSeparators) return undefined
    const code = text.charCodeAt(at)
    if (quoted && code === 34) return at
    if (isSpace(code) || has(betweenLines, code)) at++
    else if (code === 92) at += /[nrt"'\\]/.test(text[at + 1] ?? '') ? 2 : 1
    else if (code === 37) at += 3
    // Concatenation in PHP or Perl.
    else if (code === dot && /^\. ?["']/.test(text.slice(at, at + 3))) at++
    else if (isDigit(code) || code === slash) {
      if (!final && end - at < lineNumberChars) return end
      const number = lineNumber.exec(text.slice(at, at + lineNumberChars))?.[0].length
      if (number === undefined) return at
      at += number
    } else if (code === 60 && /^<\/?(?:br|p|div|li|td|tr|pre|code) ?\/?>/.test(text.slice(at, at + 9))) at = text.indexOf('>', at) + 1
    // A removed line in a patch.
    else if (code === 45 && at + 1 < end && text[at + 1] !== '-') at++
    else return at
  }
}
