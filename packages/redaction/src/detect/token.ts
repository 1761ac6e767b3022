import { alphanumeric, base64, base64url, characterSet, dotted, has, runEnd } from '../characters.ts'
import { isIdentifier, sampleKey } from '../values.ts'
import type { TokenRule } from '../tokens/rule.ts'
import { tokenRules } from '../tokens.ts'
import { decoded, joinJwt } from './joined-jwt.ts'
import { joinGroups, joinToken } from './joined-token.ts'
import { ahead, begins, codeAt, postpone, run, secret, secretEnd, type Detected, type Window } from '../window.ts'

interface Entry {
  prefix: string
  rule: TokenRule
}

/** Index by the first two characters. Almost every word of prose is skipped with one lookup. */
const slots = new Uint16Array(128 * 128)
const entries: Entry[][] = [[]]
for (const rule of tokenRules) {
  for (const prefix of rule.prefixes) {
    const slot = (prefix.charCodeAt(0) << 7) | prefix.charCodeAt(1)
    if (slots[slot] === 0) slots[slot] = entries.push([]) - 1
    entries[slots[slot]!]!.push({ prefix, rule })
  }
}

/** Maximum length of a token that a rule's test sees. Longer open tokens are then swallowed. */
const testedChars = 512

export const prefixChars = 8

/** Beginnings of JWTs, in the order in which their headers have members. */
const jwtStart = /^eyJ(?:hbGc|0eXA|raWQ)/
slots[(101 << 7) | 121] ||= entries.push([]) - 1

/** Whether a token may begin with these two characters. */
export const mayStartToken = (first: number, second: number): boolean => first < 128 && second < 128 && slots[(first << 7) | second] !== 0

/** Whether a text begins like a token, as far as it goes. Compares at least `fewest` characters, because fewer match too many words. */
export function isTokenStart(head: string, fewest = 3): boolean {
  if (jwtStart.test(head)) return true
  const [first, second] = [head.charCodeAt(0), head.charCodeAt(1)]
  if (!mayStartToken(first, second)) return false
  return entries[slots[(first << 7) | second]!]!.some(
    ({ prefix }) =>
      prefix.length >= fewest && (prefix.length > head.length ? head.length >= fewest && prefix.startsWith(head) : head.startsWith(prefix)),
  )
}

const beside = String.raw`^\\{0,3}["'\x60]{0,2}(?:[ \t]?[:,;/|=>-]{1,2}\s{0,8}|\s{1,8}(?:and |with |secret:? ){0,2})(?:new String\()?\\{0,3}["'\x60]{0,2}`
/** The secret beside the id of an access key, by the rule of the id: `AKIA…:…`, `"AC…", "…"`. */
const partners: Readonly<Record<string, RegExp>> = {
  'aws-access-key': new RegExp(`${beside}((?=[\\da-z/+]*[A-Z])[\\w/+]{40})(?![\\w/+=])`),
  'twilio-key': new RegExp(`${beside}([\\da-f]{32})(?!\\w)`),
}
const partnerChars = 72

/** Detects a token whose prefix is at `at`. The character before must not be a letter or digit. */
export function detectToken(window: Window, at: number): Detected {
  const { text } = window
  const first = text.charCodeAt(at)
  const second = text.charCodeAt(at + 1)
  if (!mayStartToken(first, second)) return undefined
  const slot = slots[(first << 7) | second]!
  for (const { prefix, rule } of entries[slot]!) {
    if (differs(text, at, prefix)) continue
    const from = prefixEnd(window, at, prefix)
    const found = (from > at ? matchRule(window, at, from, prefix, rule) : undefined) ?? matchGroups(window, at, prefix, rule)
    if (found === undefined) continue
    const secretOf = found.rule === undefined ? undefined : partners[found.rule]?.exec(ahead(window, found.end, partnerChars))
    if (secretOf != null && !window.short) postpone(window, secretEnd(found.end + secretOf[0].length, secretOf[1]!, 'generic-key'))
    return found
  }
  return undefined
}

/** Whether a letter or digit of the text differs from the prefix. Signs of a prefix may be written in other ways, and groups may be apart. */
function differs(text: string, at: number, prefix: string): boolean {
  let same = 2
  while (same < prefix.length && text.charCodeAt(at + same) === prefix.charCodeAt(same)) same++
  if (same === prefix.length) return false
  const code = text.charCodeAt(at + same)
  if (code !== space) return has(alphanumeric, code)
  // After the blank of a sentence, another word follows. A sign may be a word itself.
  const next = text.charCodeAt(at + same + 1)
  const wanted = prefix.charCodeAt(same)
  return has(alphanumeric, next) && has(alphanumeric, wanted) && next !== wanted
}

const space = 32

/** Signs of prefixes, in words and other encodings. */
const signs: Readonly<Record<string, RegExp>> = {
  _: /^(?: ?\(?under[ -]?score\)? ?| _ |=5F|\+AF8-)/i,
  '-': /^(?: ?\(?(?:dash|hyphen|minus)\)? ?| - |=2D|\+AC0-)/i,
  '.': /^(?: ?\(?(?:dot|period|point)\)? ?|=2E|\+AC4-)/i,
}
const signChars = 16

/** End of the prefix at `at`, whose signs may be words: `ghp underscore …`. At `at` if there is none. */
function prefixEnd(window: Window, at: number, prefix: string): number {
  if (begins(window, prefix, at)) return at + prefix.length
  let to = at
  for (const sign of prefix) {
    if (window.text[to] === sign) to++
    else {
      if (to < at + 2 || signs[sign] === undefined || !' (=+'.includes(window.text[to] ?? '.')) return at
      const read = signs[sign].exec(ahead(window, to, signChars))
      if (read === null) return at
      to += read[0].length
    }
  }
  return to
}

const glued = entries.flat().filter(({ rule }) => rule.glued === true)
/** Letters before the `_` of glued prefixes. */
const gluedEnds = characterSet(glued.map(({ prefix }) => prefix.at(-2)).join(''))

/** Detects a token in the middle of a word. Its prefix ends with the `_` at `at`. */
export function detectGluedToken(window: Window, at: number): Detected {
  const { text, floor } = window
  if (!has(gluedEnds, text.charCodeAt(at - 1))) return undefined
  for (const { prefix, rule } of glued) {
    const start = at + 1 - prefix.length
    if (start > floor && has(alphanumeric, text.charCodeAt(start - 1)) && text.startsWith(prefix, start))
      return matchRule(window, start, at + 1, prefix, { ...rule, notAfter: nothing })
  }
  return undefined
}

const nothing = characterSet('')

/** Ends of prefixes that many issuers use for secret keys: `cal_live_`, `acme_pat_`. */
const marks =
  /(?<![A-Za-z0-9_-])(?!(?:pk|pub|public|publishable|anon)_)[a-z][a-z0-9]{1,15}(?:_[a-z0-9]{1,12}){0,2}_(?:live|secret|pat|apikey|sk)$/
const markEnds = characterSet('etky')
const markChars = 56
/** Random text: hexadecimal digits, or letters of both cases, or with several digits. */
const drawn =
  /^(?:(?=.*[a-f])(?=.*\d)[\da-f]{32,128}|(?=.*\d)(?=.*[A-Z])(?=.*[a-z])[A-Za-z\d]{22,128}|(?=(?:\D*\d){4})(?=.*[a-z])[a-z\d]{28,128})$/

/** Detects a key of an unknown issuer by the end of its prefix. The `_` after it is at `at`. */
export function detectMarkedKey(window: Window, at: number): Detected {
  const { text, floor } = window
  if (!has(markEnds, text.charCodeAt(at - 1))) return undefined
  const prefix = marks.exec(text.slice(Math.max(floor, at - markChars), at))?.[0]
  if (prefix === undefined) return undefined
  const to = run(window, alphanumeric, at + 1, at + 130)
  if (window.short) return undefined
  // A longer name follows.
  if (has(wordOn, codeAt(window, to)) || !drawn.test(text.slice(at + 1, to))) return undefined
  return secret(at - prefix.length, to, 'prefixed-key')
}

const wordOn = characterSet('_(')

function matchRule(
  window: Window,
  at: number,
  from: number,
  prefix: string,
  { rule, characters, min, max, test, notAfter, open }: TokenRule,
): Detected {
  const { text } = window
  if (at > 0 && has(notAfter ?? alphanumeric, text.charCodeAt(at - 1)) && !escaped(text, at)) return undefined
  const limit = from + max + 1
  let to = run(window, characters, from, limit)
  if (window.short) return undefined
  const long = to === limit
  if (long && open === undefined) return undefined
  const joined = long
    ? undefined
    : joinToken(window, { at, from, to }, { characters, min, max }, (start) => isTokenStart(ahead(window, start, prefixChars)))
  if (window.short) return undefined
  if (joined !== undefined) {
    const value = prefix + joined.text.slice(from - at)
    if (!sampleKey.test(value) && !isName(joined.text.slice(from - at)) && (test === undefined || test.test(value.slice(0, testedChars))))
      return { start: at, end: joined.end, type: 'secret', rule, value, parts: joined.parts }
  }
  // A sign at the end belongs to the sentence. A hyphen without which the token is too short is its last character.
  if (!long) while (to > from && (to - from > min ? '.-%,:' : '.%,:').includes(text[to - 1]!)) to--
  if (to - from < min) return isShortened(window, at, from, to, min) ? { start: at, end: to, type: 'secret', rule } : undefined
  const tested = prefix + text.slice(from, Math.min(to, from + testedChars))
  if (sampleKey.test(tested) || test?.test(tested) === false || isName(tested.slice(prefix.length))) return undefined
  return { start: at, end: to, type: 'secret', rule, ...(long && { rest: characters }) }
}

/** Whether the body of a token is a name: `test_parse_RFC3339_date_with_offsets`. Names of tests begin like the keys of some issuers. */
export function isName(body: string): boolean {
  const pieces = body.split('_')
  if (pieces.length < 3 || pieces.some((piece) => piece.length > 15 && /\d.*\d/.test(piece))) return false
  return pieces.filter((piece) => /^[A-Z]?[a-z]{2,}$/.test(piece)).length * 2 >= pieces.length || isIdentifier(body)
}

/** Whether a token was printed without its end: `ghp_aB3dE5gH7jK9mN1p…`. Two thirds of it must be there. */
function isShortened(window: Window, at: number, from: number, to: number, min: number): boolean {
  if ((to - from) * 3 < min * 2 || to - from < 12 || !(begins(window, '…', to) || begins(window, '...', to))) return false
  const body = window.text.slice(from, to)
  return /(?:\D*\d){2}/.test(body) && /[a-z]/.test(body) && /[A-Z]/.test(body) && !sampleKey.test(window.text.slice(at, to))
}

/** Detects a token that was cut into groups of equal length. */
function matchGroups(window: Window, at: number, prefix: string, { rule, characters, min, max, test, notAfter }: TokenRule): Detected {
  if (window.short || prefix.length < 3 || (at > 0 && has(notAfter ?? alphanumeric, window.text.charCodeAt(at - 1)))) return undefined
  const joined = joinGroups(window, at, prefix, { min, max }, (start) => isTokenStart(ahead(window, start, prefixChars)))
  if (joined === undefined) return undefined
  const { end, text } = joined
  const isToken =
    runEnd(text, characters, prefix.length, text.length) === text.length && !sampleKey.test(text) && test?.test(text) !== false
  return isToken ? { start: at, end, type: 'secret', rule, value: text } : undefined
}

/** Whether the letter before `at` belongs to an escape: `\nghp_…` in a JSON string, or `%3Dghp_…` in a URL. */
export function escaped(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 6), at)
  return /(?:\\[nrtbf]|%[0-9A-Fa-f]{2}|\\u[0-9a-fA-F]{4})$/.test(before)
}

const maxJwtHeader = 2048
const dot = 46

/** Detects a JWT: `eyJ…` `.` `…` `.` `…`, signed, or encrypted with five parts. Header and payload are JSON. */
export function detectJwt(window: Window, at: number): Detected {
  const { text } = window
  const joined = joinJwt(window, at)
  if (window.short) return undefined
  if (joined !== undefined) return { start: at, end: joined.end, type: 'secret', rule: 'jwt', value: joined.text, parts: joined.parts }
  const header = run(window, base64url, at + 3, at + maxJwtHeader)
  if (header - at < 12 || codeAt(window, header) !== dot) return undefined
  // A part of the payload is enough. The rest is swallowed.
  const payload = run(window, base64url, header + 1, header + 22)
  if (payload - header < 12 && codeAt(window, header + 1) !== dot) return undefined
  // Other encrypted JSON begins alike. A JWT header names its algorithm, or its payload is JSON.
  if (!text.startsWith('eyJ', header + 1) && !/"alg"/.test(decoded(text.slice(at, header)))) return undefined
  return { start: at, end: payload, type: 'secret', rule: 'jwt', rest: dotted }
}

const wrappedPem = 'LS0tLS1CRUdJTi'

/** Detects a private key whose PEM text is base64 itself, as in the configuration of a cluster. */
export function detectWrappedPem(window: Window, at: number): Detected {
  if (!begins(window, wrappedPem, at)) return undefined
  const to = run(window, base64, at, at + 72)
  const head = window.text.slice(at, to).replace(/=.*$/, '')
  if (!decoded(head.slice(0, head.length & ~3)).includes('PRIVATE KEY')) return undefined
  return { start: at, end: to, type: 'secret', rule: 'private-key', rest: base64 }
}
