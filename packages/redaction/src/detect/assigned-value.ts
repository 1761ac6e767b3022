import { characterSet, except, isQuote, isSpace, spaces } from '../characters.ts'
import type { Sensitivity } from '../key-names.ts'
import { isPasswordLike, isSecretValue } from '../values.ts'
import { isRandom } from './joined-token.ts'
import { maxBackslashes } from './assigned-name.ts'
import { ahead, before, begins, codeAt, ofKind, reached, type Detected, type Window } from '../window.ts'

const maxValueChars = 512
const backslash = 92
/** Functions that wrap a quoted value, with their parenthesis. */
const wrapper =
  /^(?:\[\]byte|(?:bytes|bytearray)\.fromhex|(?:binascii\.)?unhexlify|hex(?:::decode|2bin|\.DecodeString)|Buffer\.from|String::from|SecretStr|(?:base64\.)?b64decode|bytes|String|Secret|SecureString|Some|Ok|(?:md5|sha\d{0,3}|password|crypt|hash|hashpw|bcrypt|quote|cast|nvl|trim|N|concat|strcat|sprintf|StringBuilder|string\.(?:concat|format|join))(?=\())\($/i
/** Start of a list of strings that are joined. */
const joining = /^(?:new StringBuilder\(|(?:""|'')\.join\([([]{0,2}|(?:s?printf|string\.format|format)\(\s?["'](?:%s|\{\d?\}){2,8}["'], ?)/i
const wrapperChars = 24
const joiningChars = 44
const notOfWrapper = except(characterSet('A-Za-z0-9_.:[]'))

/** Detects the value that begins at `from`, quoted or not. */
export function detectValue(window: Window, from: number, kind: Sensitivity, tight: boolean, query: boolean): Detected {
  const { text } = window
  const first = text[from]
  if (kind !== 'vague' && first !== undefined && '"\'sSfn'.includes(first)) {
    const lead = joining.exec(ahead(window, from, joiningChars, '\n'))?.[0].length ?? 0
    if (window.short) return undefined
    if (lead > 0 && isQuoted(window, from + lead)) return detectValue(window, from + lead, kind, tight, query)
  }
  const wrapped = ahead(window, from, wrapperChars, notOfWrapper)
  if (wrapped.endsWith('(') && isQuoted(window, from + wrapped.length)) {
    const found = detectValue(window, from + wrapped.length, kind, tight, query)
    // Other functions look a value up. Only random text in their parentheses is one.
    if (wrapper.test(wrapped) || (found !== undefined && isRandom(text.slice(found.start, found.end)))) return found
  }
  let open = from
  while (open - from < maxBackslashes && codeAt(window, open) === backslash) open++
  if (window.short) return undefined
  const quote = text[open]
  const second = quote !== undefined && '[{rbufNL@'.includes(quote) ? codeAt(window, open + 1) : 0
  // A prefix in a program within JSON: `f\"…\"`.
  if (second === backslash && !'[{'.includes(quote!) && isQuoted(window, open + 1)) return detectValue(window, open + 1, kind, tight, query)
  const prefix = isStraightQuote(second) && quote !== '[' && quote !== '{' ? 1 : 0
  const mark = text[open + prefix]
  if (mark === '"' || mark === "'" || mark === '`') {
    const begin = open + prefix + 1
    const closer = text.slice(from, open) + mark
    const close = closing(window, closer, begin)
    if (close === undefined) return unquoted(window, begin, kind, { tight: true, query: false, quote: mark })
    return joinedValue(window, closer, begin, close, kind) ?? quotedValue(text.slice(begin, close), begin, kind)
  }
  if (open > from) return undefined
  // A list with a single value, as in headers.
  if ((quote === '[' || quote === '{') && kind !== 'vague' && isStraightQuote(second))
    return detectValue(window, open + 1, kind, tight, query)
  return unquoted(window, from, kind, { tight, query, quote: undefined })
}

/** Whether a code is a quotation mark, and no backtick, which begins no value after a letter or bracket. */
export const isStraightQuote = (code: number): boolean => code === 34 || code === 39

/** Whether a quotation follows the parenthesis of a call. */
function isQuoted(window: Window, at: number): boolean {
  let to = at
  if (isSpace(codeAt(window, to))) to++
  for (let slashes = 0; slashes < 3 && codeAt(window, to) === backslash; slashes++) to++
  const code = codeAt(window, to)
  return isQuote(code)
}

/** Separator of a list, which is joined before or after it. */
const comma = /^[ \t]{0,2},\s{0,16}$/
const joinsAfter = /^ ?\]\.join\(/
const listEnd = characterSet('(\n')
const joinsBefore = /join\([([]{0,2}$|(?:concat|strcat|format|printf)\((?:["'][%s{}\d]{2,24}["'], ?)?$/i
/** Text between two strings that are joined. */
export const operator =
  /^(?=["'`])|^[ \t]{0,2},\s{0,16}(?=["'`])|^\)?\.(?:concat|append|plus)\((?=["'`])|^ (?=["'`])|^[ \t]{0,2}(?:\r?\n|;)[ \t]{0,16}\$?\w{1,24}[ \t]?[+.]=[ \t]?(?=["'`])|^[ \t]{0,2}(?:\\?\r?\n[ \t]{0,16})?(?:[+.&]|->|\.\.|<>|\|\||(?<=\n[ \t]{1,16}))[ \t]{0,2}(?:\\?\r?\n[ \t]{0,16})?(?=["'`\\])/
const ofOperator = except(characterSet(' \t\r\n\\+.&<>|;=$A-Za-z0-9_,()-'))
const mostPieces = 6

/** Joins strings that an operator concatenates: `"…" + "…"`. Undefined if there is only one string. */
function joinedValue(window: Window, closer: string, begin: number, close: number, kind: Sensitivity): Detected {
  const { text } = window
  let end = close
  let value = text.slice(begin, close)
  let isList = false
  for (let pieces = 1; pieces < mostPieces; pieces++) {
    const from = end + closer.length
    const gap = operator.exec(ahead(window, from, 48, ofOperator))?.[0]
    const between = gap?.length
    if (window.short || between === undefined || !begins(window, closer, from + between)) break
    isList ||= comma.test(gap!)
    const next = from + between + closer.length
    const stop = closing(window, closer, next)
    if (stop === undefined) break
    value += text.slice(next, stop)
    end = stop
  }
  if (end === close || window.short) return undefined
  if (
    isList &&
    !joinsBefore.test(before(window, begin - closer.length, 40)) &&
    !joinsAfter.test(ahead(window, end + closer.length, 8, listEnd))
  )
    return undefined
  const found = quotedValue(value, begin, kind)
  return found && { ...found, end, value: value.slice(found.start - begin) }
}

const schemes =
  '(?:bearer|basic|token|bot|apikey|key|geniekey|ssws|splunk|oauth|hmac|jwt|apitoken|accesskey|sso-key|klaviyo-api-key|digest|negotiate)'
const scheme = new RegExp(`^${schemes} +`, 'i')
const schemeOnly = new RegExp(`^${schemes}$`, 'i')

function quotedValue(value: string, begin: number, kind: Sensitivity): Detected {
  // The scheme is not secret: `"Authorization": "Bearer …"`.
  const lead = scheme.exec(value)?.[0].length ?? 0
  const rest = value.slice(lead)
  if (!isSecretValue(kind === 'key' ? rest.trim() : rest, kind, { quoted: true, tight: false })) return undefined
  return ofKind(begin + lead, begin + value.length, kind)
}

/**
 * Position of `closer`, which ends the quotation in this line. Undefined if there is none.
 *
 * In nested strings, each backslash is doubled. A quote closes a string that was opened with the same number of backslashes, not counting escaped backslashes.
 * A quote with fewer backslashes ends an outer string, and everything inside it.
 */
function closing(window: Window, closer: string, from: number): number | undefined {
  const { text, end } = window
  const limit = Math.min(end, from + maxValueChars)
  const depth = closer.length - 1
  const mark = closer.charCodeAt(depth)
  let slashes = 0
  for (let at = from; at < limit; at++) {
    const code = text.charCodeAt(at)
    if (code === 10 || code === 13) return undefined
    if (code === 92) {
      slashes++
      continue
    }
    if (code === mark) {
      const own = slashes % (2 * (depth + 1))
      if (own === depth) return at - depth
      if (own < depth || (own - depth) % (depth + 1) !== 0) return undefined
    } else if (code === 34 && slashes % 2 === 0) return undefined
    slashes = 0
  }
  reached(window, limit, from + maxValueChars)
  return undefined
}

const valueEnd = new Set([...' \t\n\r\f\v\u00a0"\'`<>|\\'].map((character) => character.charCodeAt(0)))
const tightEnd = new Set([...valueEnd, 59 /* ; */])
const looseEnd = new Set([...valueEnd, ...[...',;)}]'].map((character) => character.charCodeAt(0))])
const queryEnd = new Set([...looseEnd, 38 /* & */, 35 /* # */])
/** Drivers of databases read a `#` in a password as it is. */
const queryPasswordEnd = new Set([...looseEnd, 38 /* & */])

interface ValueNotation {
  tight: boolean
  query: boolean
  quote: string | undefined
}

function unquoted(window: Window, from: number, kind: Sensitivity, { tight, query, quote }: ValueNotation): Detected {
  const { text } = window
  const stops = query ? (kind === 'password' ? queryPasswordEnd : queryEnd) : tight ? tightEnd : looseEnd
  let to = from
  const limit = Math.min(window.end, from + maxValueChars)
  while (to < limit && !stops.has(text.charCodeAt(to)) && text.charCodeAt(to) < 0x2000) to++
  reached(window, to, from + maxValueChars)
  // In prose, a comma or semicolon within a word belongs to it.
  if (stops === looseEnd && kind === 'password' && ',;'.includes(text[to] ?? ' ')) {
    const word = withComma.exec(ahead(window, from, withCommaChars, spaces))?.[0]
    if (word !== undefined && isPasswordLike(word)) to = from + word.length
  }
  if (window.short) return undefined
  if (to - from < maxValueChars) while (to > from && '.,:;!?)}]*'.includes(text[to - 1]!) && !(tight && '!?*'.includes(text[to - 1]!))) to--
  const field = query ? -1 : text.slice(from, to).search(nextField)
  if (field > 3) to = from + field
  const value = text.slice(from, to)
  if (quote === undefined && schemeOnly.test(value)) return schemeValue(window, to, kind)
  if (value.startsWith('[') || !isSecretValue(value, kind, { quoted: quote !== undefined, tight })) return undefined
  const more = kind === 'key' && quote === undefined && !query ? wrapped(window, to, value) : undefined
  if (window.short) return undefined
  if (more !== undefined) return { start: from, end: more.end, type: 'secret', rule: 'generic-key', value: value + more.text }
  const rest = to - from === maxValueChars ? longValue : undefined
  return { ...ofKind(from, to, kind), ...(rest !== undefined && { rest }) }
}

/** A password with commas, up to a blank. Names and braces do not belong to one. */
const withComma = /^[^\s,;"'`()[\]{}<>|\\]{2,40}(?:[,;](?![A-Za-z_][\w.]{1,40}[=:])[^\s,;"'`()[\]{}<>|\\]{2,40}){1,3}(?=[.,;]?(?:\s|$))/
const withCommaChars = 96
/** The next field of a form or list, whose first field has no `?` or `&` before it, or an escaped line end: `password=…&scope=all`, `A_KEY=…,TZ=UTC`. */
const nextField = /&[a-z]{3,24}(?:_[a-z]{2,24})?=|[,;][A-Za-z_][\w.]{1,40}[=:](?=[^=])|%{1,2}0[AaDd]/
const nextPiece = /^\r?\n[ \t]{1,16}([\w+/=-]{16,128})(?=[ \t]*(?:[\r\n]|$))/
const notOfPiece = except(characterSet(' \t\r\nA-Za-z0-9_+/=-'))

/** Continuation of a value: a random piece alone in the next, indented line. */
function wrapped(window: Window, at: number, value: string): { end: number; text: string } | undefined {
  if (value.length < 16 || !/^[\w+/=-]+$/.test(value) || !'\r\n'.includes(window.text[at] ?? ' ')) return undefined
  const found = nextPiece.exec(ahead(window, at, 148, notOfPiece))
  return found !== null && isRandom(found[1]!) ? { end: at + found[0].length, text: found[1]! } : undefined
}

/** Detects credentials after a scheme: `Authorization: Bearer …`. */
function schemeValue(window: Window, from: number, kind: Sensitivity): Detected {
  let at = from
  while (at - from < 4 && codeAt(window, at) === 32) at++
  return at === from ? undefined : unquoted(window, at, kind, { tight: false, query: false, quote: '' })
}

const longValue = new Uint8Array(128).fill(1)
for (const stop of looseEnd) if (stop < 128) longValue[stop] = 0
