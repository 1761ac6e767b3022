import { characterSet, except, has, isDigit, isSpace, keyName, spaces, word } from '../characters.ts'
import {
  byName,
  foreignKey,
  foreignPassword,
  isOfVendor,
  isSessionCookie,
  isSignature,
  sensitivity,
  type Sensitivity,
} from '../key-names.ts'
import { isPasswordLike, isPhraseLike, isPlaceholder, isSecretValue } from '../values.ts'
import { isRandom } from './joined-token.ts'
import { isPlace } from './place.ts'
import { seamAt, seamPattern } from './joined-strings.ts'
import { ahead, before, begins, codeAt, contextChars, reached, type Detected, type Window } from '../window.ts'

const maxNameChars = 64
const maxValueChars = 512
const maxUserinfoChars = 400
const [backslash, bracket, slash, colon, letterD, letterE, space] = [92, 91, 47, 58, 100, 101, 32]
/** Number of backslashes before a quote in six nested quotations. */
const maxBackslashes = 63

/** Second words of names with two words: "API key", "access token". */
const secondHalf = /^(?:key|token|secret|password|code|phrase|string|id|word)$/i
const typeName = /^(?:string|str|String|const|char|auto|SecretStr|Optional|text)$/

/**
 * Detects a value that is assigned to a name for secrets. The `=` or `:` is at `at`.
 *
 *     "db_password": "hunter2"      export API_KEY=…      client.token := `…`
 *                  ^
 */
export function detectAssignment(window: Window, at: number): Detected {
  const { text } = window
  const query = isQueryParameter(text, at)
  const kind = nameBefore(text, at, query) ?? (isValueName(text, at) ? nameBehind(window, at) : undefined)
  if (kind === undefined) return undefined
  // Skip the rest of operators such as `==`, `=>` and `:=`.
  let from = at + 1
  while (from - at < 3 && has(arrow, codeAt(window, from))) from++
  const first = codeAt(window, from)
  const tight = text[at] === '=' && !Number.isNaN(first) && !isSpace(first)
  while (from - at < 8 && opening.has(codeAt(window, from))) from++
  if (text[from] === '(' && isQuote(codeAt(window, from + 1))) from++
  from += yamlTag.exec(ahead(window, from, 13, spaces))?.[0].length ?? 0
  const begin = text.startsWith('{{', from + 1) ? from + 1 : from
  if (kind === 'password' && has(wrappers, codeAt(window, begin))) {
    const value = wrappedValue(window, begin)
    if (value !== undefined || window.short) return value
  }
  const closer = promptEnd(window, at, from)
  if (closer !== undefined) return detectAnswer(window, closer, kind)
  if (!tight && text[at] === ':') {
    const below = nextLine(window, at + 1)
    if (window.short) return undefined
    if (below !== undefined) return lineValue(window, below, kind)
  }
  if (isDigit(codeAt(window, from)) && '"\''.includes(text[at - 1] ?? ' ')) return detectNumber(window, from, kind)
  return detectValue(window, from, kind, tight, query)
}

function isValueName(text: string, at: number): boolean {
  const last = text.charCodeAt(at - 1)
  return (last === letterE || last === 34) && /value["']?$/i.test(text.slice(Math.max(0, at - 6), at))
}

/** Sensitivity of a name that follows its value: `Value="…" Name="Password"`, `{"value":"…","name":"password"}`. */
function nameBehind(window: Window, at: number): Sensitivity | undefined {
  const name = behind.exec(ahead(window, at + 1, behindChars, '\n'))?.[2]
  return name === undefined ? undefined : sensitivity(name)
}

const behind = /^\s?(["'])[^"'\n]{4,128}\1\s?,?\s{0,2}["']?(?:name|key)["']?\s?[:=]\s?["']([\w.:-]{1,64})["']/i
const behindChars = 220

const wrappers = characterSet("([<|'{~$")
/** A value in brackets or signs: `((…))`, `<…>`, `[…]`, `||…||`, `''…''`, `{…};`, `{{ '…' | filter }}`, `$'…'`, or behind an old one that is struck out. */
const inWrapper =
  /^(?:\(\(([^\s()]{6,64})\)\)|<([^\s<>]{6,64})>(?!<)|\[([^\s[\]"']{6,64})\]|\|\|([^\s|]{6,64})\|\||''([^\s']{6,64})''|\{([^\s{}]{6,64})\}(?=;|$)|~~[^~\n]{1,40}~~ ([^\s~]{6,64})|\$'([^\s']{6,64})'|\{\{ ?["']([^\s"']{6,64})["'] ?[|}])/
const wrapperValueChars = 120
const nameInBrackets = /pass|word|your|secret|token|key|user|name|example/i

function wrappedValue(window: Window, from: number): Detected {
  const found = inWrapper.exec(ahead(window, from, wrapperValueChars, '\n'))
  const value = found?.slice(1).find((one) => one !== undefined)
  if (found === null || window.short || value === undefined || !isPasswordLike(value.replace(/^-/, ''))) return undefined
  if ((found[2] ?? found[3] ?? found[6]) !== undefined && nameInBrackets.test(value)) return undefined
  const start = from + found[0].lastIndexOf(value)
  return { start, end: start + value.length, type: 'secret', rule: 'password' }
}

/** A prompt from its opening quote, with the name at its end: `"Enter your password`, `f'Token`, `\\"PIN`. */
const prompt = /(?:^|[\s([{=,+<:;|&]|\\[nrt])[fbruLR]{0,2}(\\{0,7}["'`])[\w ,.*()-]{1,48}$/
const promptChars = 64

/** End of the quote at `from`, if it closes a string whose last word is the name before `at`: `"Password: " + value`. */
function promptEnd(window: Window, at: number, from: number): number | undefined {
  const code = codeAt(window, from)
  if (!isQuote(code) && code !== 96 && code !== backslash) return undefined
  const opener = prompt.exec(window.text.slice(Math.max(0, at - promptChars), at))?.[1]
  if (opener === undefined || !begins(window, opener, from)) return undefined
  const end = from + opener.length
  // After a quote that closes, no language has a letter.
  return has(word, codeAt(window, end)) ? undefined : end
}

/** Detects what a program sends or appends after a prompt: `expect "Password:" { send "…\r" }`, `"Password: " + "…"`. */
function detectAnswer(window: Window, closer: number, kind: Sensitivity): Detected {
  const after = ahead(window, closer, promptChars, notOfAnswer)
  const lead = sent.exec(after)?.[0].length ?? operator.exec(after)?.[0].length
  if (window.short || lead === undefined) return undefined
  const begin = closer + lead
  const found = detectValue(window, begin, kind, false, false)
  return found !== undefined && isPasswordLike(window.text.slice(found.start, found.end)) ? found : undefined
}

const sent = /^[\s;{]{1,12}(?:exp_)?send(?:_\w{1,8})? (?:-- )?(?=["'])/
const notOfAnswer = except(characterSet(' \t\r\n\\+.&<>|;={}$A-Za-z0-9_-'))

/** YAML's `password:` with the value in the next line, perhaps after a block indicator. */
const toNextLine = /^[ \t]{0,2}(?:[>|][-+]?)?\r?\n[ \t]{1,16}(?=[^\s])/
const notOfLineEnd = except(characterSet(' \t\r\n>|+-'))

function nextLine(window: Window, from: number): number | undefined {
  const length = toNextLine.exec(ahead(window, from, 32, notOfLineEnd))?.[0].length
  return length === undefined ? undefined : from + length
}

/** Detects a value that is the whole line, and cannot be a nested YAML value or prose. */
function lineValue(window: Window, from: number, kind: Sensitivity): Detected {
  const line = ahead(window, from, maxValueChars, lineEnd)
  if (window.short) return undefined
  const value = line.replace(/[\r\n]$/, '')
  if (value.length < 8 || value.length >= maxValueChars - 1 || /[\s:]|^[-[{"'`]|[,;]$/.test(value)) return undefined
  const secret =
    kind === 'password' ? isPasswordLike(value) || isPhraseLike(value) : isSecretValue(value, kind, { quoted: false, tight: false })
  return secret
    ? { start: from, end: from + value.length, type: 'secret', rule: kind === 'password' ? 'password' : 'generic-key' }
    : undefined
}

const lineEnd = characterSet(' \r\n')
/** A YAML tag such as `!!str`, or a type of PHP, before a value. */
const yamlTag = /^(?:!!?[a-z]{2,8}|string\(\d{1,4}\)) /
const arrow = characterSet('=>')
/** Characters that may precede a value without being a part of it. */
const opening = new Set([...' \t*「『“„«'].map((character) => character.charCodeAt(0)))
const number = /^\d[\d.eE+-]{3,62}(?=[\s,}\]]|$)/
const notOfNumber = except(characterSet('0-9.eE+-'))

/** Detects a number in JSON with the name of a password. */
function detectNumber(window: Window, from: number, kind: Sensitivity): Detected {
  const length = number.exec(ahead(window, from, 65, notOfNumber))?.[0].length
  if (length === undefined || kind !== 'password') return undefined
  return { start: from, end: from + length, type: 'secret', rule: 'password' }
}

/** Functions that wrap a quoted value, with their parenthesis. */
const wrapper =
  /^(?:\[\]byte|Buffer\.from|String::from|SecretStr|(?:base64\.)?b64decode|bytes|String|Secret|SecureString|Some|Ok|(?:md5|sha\d{0,3}|password|crypt|hash|hashpw|bcrypt|quote|cast|nvl|trim|N)(?=\())\($/i
const wrapperChars = 24
const notOfWrapper = except(characterSet('A-Za-z0-9.:[]'))

/** Detects the value that begins at `from`, quoted or not. */
export function detectValue(window: Window, from: number, kind: Sensitivity, tight: boolean, query: boolean): Detected {
  const { text } = window
  const wrapped = ahead(window, from, wrapperChars, notOfWrapper)
  if (wrapper.test(wrapped) && isQuoted(window, from + wrapped.length))
    return detectValue(window, from + wrapped.length, kind, tight, query)
  let open = from
  while (open - from < maxBackslashes && codeAt(window, open) === backslash) open++
  if (window.short) return undefined
  const quote = text[open]
  const second = quote !== undefined && '[{rbufNL@'.includes(quote) ? codeAt(window, open + 1) : 0
  const prefix = isQuote(second) && quote !== '[' && quote !== '{' ? 1 : 0
  const mark = text[open + prefix]
  if (mark === '"' || mark === "'" || mark === '`') {
    const begin = open + prefix + 1
    const closer = text.slice(from, open) + mark
    const close = closing(window, closer, begin)
    if (close === undefined) return unquoted(window, begin, kind, true, false, mark)
    return joinedValue(window, closer, begin, close, kind) ?? quotedValue(text.slice(begin, close), begin, kind)
  }
  if (open > from) return undefined
  // A list with a single value, as in headers.
  if ((quote === '[' || quote === '{') && kind !== 'vague' && isQuote(second)) return detectValue(window, open + 1, kind, tight, query)
  // A long string in Lua.
  if (quote === '[' && second === bracket) return luaValue(window, open + 2, kind)
  return unquoted(window, from, kind, tight, query, undefined)
}

const isQuote = (code: number): boolean => code === 34 || code === 39

/** Whether a quotation follows the parenthesis of a call. */
function isQuoted(window: Window, at: number): boolean {
  let to = at
  if (isSpace(codeAt(window, to))) to++
  for (let slashes = 0; slashes < 3 && codeAt(window, to) === backslash; slashes++) to++
  const code = codeAt(window, to)
  return isQuote(code) || code === 96
}

function luaValue(window: Window, from: number, kind: Sensitivity): Detected {
  const { text } = window
  const limit = from + maxValueChars
  const stop = Math.min(limit, window.end)
  let to = from
  for (; to < stop; to++) {
    const code = text.charCodeAt(to)
    if (isSpace(code) || code === bracket) return undefined
    if (code === 93 && codeAt(window, to + 1) === 93) return quotedValue(text.slice(from, to), from, kind)
  }
  reached(window, to, limit)
  return undefined
}

const operator =
  /^(?=["'`])|^ (?=["'`])|^[ \t]{0,2}(?:\r?\n|;)[ \t]{0,16}\$?\w{1,24}[ \t]?[+.]=[ \t]?(?=["'`])|^[ \t]{0,2}(?:\\?\r?\n[ \t]{0,16})?(?:[+.&]|\.\.|<>|\|\||(?<=\n[ \t]{1,16}))[ \t]{0,2}(?:\\?\r?\n[ \t]{0,16})?(?=["'`\\])/
const ofOperator = except(characterSet(' \t\r\n\\+.&<>|;=$A-Za-z0-9_'))
const mostPieces = 6

/** Joins strings that an operator concatenates: `"…" + "…"`. Undefined if there is only one string. */
function joinedValue(window: Window, closer: string, begin: number, close: number, kind: Sensitivity): Detected {
  const { text } = window
  let end = close
  let value = text.slice(begin, close)
  for (let pieces = 1; pieces < mostPieces; pieces++) {
    const from = end + closer.length
    const between = operator.exec(ahead(window, from, 48, ofOperator))?.[0].length
    if (window.short || between === undefined || !begins(window, closer, from + between)) break
    const next = from + between + closer.length
    const stop = closing(window, closer, next)
    if (stop === undefined) break
    value += text.slice(next, stop)
    end = stop
  }
  const found = end === close || window.short ? undefined : quotedValue(value, begin, kind)
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
  return { start: begin + lead, end: begin + value.length, type: 'secret', rule: kind === 'password' ? 'password' : 'generic-key' }
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

function unquoted(window: Window, from: number, kind: Sensitivity, tight: boolean, query: boolean, quote: string | undefined): Detected {
  const { text } = window
  const stops = query ? queryEnd : tight ? tightEnd : looseEnd
  let to = from
  const limit = Math.min(window.end, from + maxValueChars)
  while (to < limit && !stops.has(text.charCodeAt(to)) && text.charCodeAt(to) < 0x2000) to++
  reached(window, to, from + maxValueChars)
  if (window.short) return undefined
  if (to - from < maxValueChars) while (to > from && '.,:;!?)}]*'.includes(text[to - 1]!) && !(tight && '!?*'.includes(text[to - 1]!))) to--
  const value = text.slice(from, to)
  if (quote === undefined && schemeOnly.test(value)) return schemeValue(window, to, kind)
  if (value.startsWith('[') || !isSecretValue(value, kind, { quoted: quote !== undefined, tight })) return undefined
  const more = kind === 'key' && quote === undefined && !query ? wrapped(window, to, value) : undefined
  if (window.short) return undefined
  if (more !== undefined) return { start: from, end: more.end, type: 'secret', rule: 'generic-key', value: value + more.text }
  const rest = to - from === maxValueChars ? longValue : undefined
  return {
    start: from,
    end: to,
    type: 'secret',
    rule: kind === 'password' ? 'password' : 'generic-key',
    ...(rest !== undefined && { rest }),
  }
}

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
  return at === from ? undefined : unquoted(window, at, kind, false, false, '')
}

const longValue = new Uint8Array(128).fill(1)
for (const stop of looseEnd) if (stop < 128) longValue[stop] = 0

const valueOf =
  /(?:key|name)\\{0,3}["']?\s{0,2}[:=]\s{0,2}\\{0,3}["']?([\w.:-]{1,64})\\{0,3}["']?(?:\\{1,3}[nrt]|[\s,]){1,12}\\{0,3}["']?$/i

/** Values that an agent types into a field: `{"selector":"#password","text":"…"}`. */
const fieldOf =
  /(?:selector|locator|element|field|label|ref|id|target)\\{0,3}["']\s?:\s?\\{0,3}["'][^"\n]{0,60}(?:pass(?:word|wd|code|phrase|wort)|pwd)[^"\n]{0,24}\\{0,3}["'](?:,\s{0,8}\\{0,3}["']\w{1,16}\\{0,3}["']\s?:\s?\\{0,3}["'][^"\n]{0,40}["'])?,\s{0,8}\\{0,3}["']$/i

const keyFor = /(?:key|token|secret) (?:for|of|from) (?:our |the |my )?$/i

const isKeyFor = (context: string, name: string): boolean => keyFor.test(context) && sensitivity(`${name}_key`) === 'key'

/** Parts of a header that prove who sends it: of Digest, AWS, OAuth 1 and HTTP signatures. */
const isProof = /^(?:response|rspauth|signature|oauth_signature|mac)$/i
const signedHeader = /(?:\bdigest|nonce|signedheaders|signature_method|keyid|\bmac id)\b[^\n]*$/i

/** Whether the text before a name may change its sensitivity. */
const dependsOnContext = byName(
  (name) =>
    /^(?:n?val(?:ue)?|text|[dkpq]|d[pq]|qi|default|key|secret|appid|A[KS]IA\w+)$/i.test(name) ||
    typeName.test(name) ||
    isProof.test(name) ||
    isSessionCookie(name) ||
    secondHalf.test(name),
)

/** Sensitivity of the name before `at`. */
function nameBefore(text: string, at: number, query: boolean): Sensitivity | undefined {
  let to = skipBack(text, at)
  let from = nameStart(text, to)
  // Limits the look-back to `contextChars`, even for a long name.
  const back = (chars: number): string => text.slice(Math.max(0, at - contextChars, from - chars), from)
  const last = text.charCodeAt(to - 1)
  if (text.charCodeAt(from - 1) > 127 || last > 127 || last === letterE) {
    const words = text.slice(Math.max(0, to - 24), to)
    if (foreignPassword.test(words)) return 'password'
    if (last > 127 && foreignKey.test(words)) return 'key'
  }
  if (from === to) return undefined
  if ((text.charCodeAt(to - 1) | 32) === letterD && disguisedName.test(back(8) + text.slice(from, to))) return 'password'
  let name = text.slice(from, to)
  if (query && isSignature(name)) return 'key'
  // Short names in the query of a sign-in: `?u=bob&p=…`.
  if (query && /^(?:p|pw)$/i.test(name) && /[?&](?:u|user|username|login|email|name)=[^&\s]{1,64}&$/i.test(back(80))) return 'password'
  // "Unseal Key 1: …"
  if (/^\d{1,2}$/.test(name) && text[from - 1] === ' ') {
    to = from - 1
    from = nameStart(text, to)
    name = text.slice(from, to)
  }
  const previous = text.charCodeAt(from - 1)
  if (previous !== backslash && !dependsOnContext(name) && sensitivity(name) === undefined)
    return previous === space && isKeyFor(back(32), name) ? 'key' : undefined
  // `password: string = …`, `const char* password[] = …`
  if (typeName.test(name) && from > 1) {
    // `: &'static str`, `: Final[str]`
    const borrowed = /&(?:'static )?$|[A-Z][a-z]{2,10}\[$/.exec(back(12))?.[0].length ?? 0
    to = skipBack(text, from - borrowed)
    if (text.slice(to, from).includes(':')) {
      from = nameStart(text, to)
      name = text.slice(from, to)
    } else to = skipBack(text, at)
  }
  if (isProof.test(name) && signedHeader.test(back(240))) return 'key'
  // OpenWeather's key. Other services have public ids of this name.
  if (/^appid$/i.test(name) && /(?:openweathermap\.org|\/data\/[234]\.\d)\/[^\s"'`]{0,80}$/.test(back(110))) return 'key'
  if (isSessionCookie(name) && /(?:cookies?["']?\s*[:=]|curl\b[^\n]* -b|--cookie)[^\n]*$/i.test(back(200))) return 'key'
  // `key="ApiKey" value="…"`, `{"name":"API_KEY","value":"…"}`
  if ((name === 'value' || name === 'text') && /pass|pwd/i.test(back(110)) && fieldOf.test(back(160))) return 'password'
  // `<input type="password" value="…">`
  if (name === 'value' && /type=\\{0,3}["']?password\b[^<>\n]{0,80}$/i.test(back(110))) return 'password'
  if (name === 'nvalue' && text[from - 1] === '\\') {
    name = 'value'
    from++
  }
  if (name === 'value' || name === 'Value' || name === 'val' || name === 'Val') name = valueOf.exec(back(100))?.[1] ?? name
  // `"adminPassword":{"value":"…"}`
  if (name === 'value') name = /["']([\w.-]{1,64})\\{0,3}["']\s?:\s?\{\s{0,12}\\{0,3}["']$/.exec(back(100))?.[1] ?? name
  // Password of a wireless network.
  if (name === 'key' && /\b(?:wi-?fi|wlan|ssid)\b[^\n]{0,60}$/i.test(back(80))) return 'password'
  // Private part of a JSON Web Key.
  if (/^d[pq]?$|^[pq]$|^qi$/.test(name) && /(?:"e\\{0,3}"\s?:\s?\\{0,3}"AQAB|[\w-]{42})\\{0,3}",\s{0,4}\\{0,3}"$/.test(back(80)))
    return 'key'
  if (name === 'd' && /"(?:kty|crv)\\{0,3}"[^\n]*,\s{0,4}\\{0,3}"$/.test(back(200))) return 'key'
  // Secret key of a JSON Web Key: `{"kty":"oct","k":"…"}`.
  if (name === 'k' && /"kty\\{0,3}"\s?:\s?\\{0,3}"oct\\{0,3}"[^\n]*,\s{0,4}\\{0,3}"$/.test(back(200))) return 'key'
  // `variable "token" { default = … }`
  if (name === 'default') name = /\bvariable\s{1,4}\\{0,3}"([\w-]{1,64})\\{0,3}"\s{0,4}\{[^{}]{0,100}$/.exec(back(200))?.[1] ?? name
  // Key of an encrypted SQLite database.
  if (name === 'key' && /\bpragma $/i.test(back(8))) return 'password'
  // A section of TOML that is named like a secret: `[password]`, then `value = …`.
  if (/^(?:value|secret|key)$/.test(name)) name = /\[([\w.-]{1,64})\][ \t]*\r?\n[ \t]*$/.exec(back(80))?.[1] ?? name
  // Key beside a user name, as services hand them out.
  if (name === 'key' && /"username\\{0,3}"\s?:[^{}\n]{0,80}$/.test(back(100))) return 'key'
  // Id of an AWS access key as the name, with the secret as the value.
  if (/^A[KS]IA[A-Z0-9]{16}$/.test(name)) return 'key'
  if (text[from - 1] === ':' && /\barn:[\w:*-]{0,100}$/.test(back(110))) return undefined
  // Redacted values stay unchanged.
  if ((name === 'secret' && text[from - 1] === '[') || text.startsWith('[secret:', from - 8)) return undefined
  if (secondHalf.test(name) && text[from - 1] === ' ') {
    const first = nameStart(text, from - 1)
    if (/^(?:key|token|secret)$/i.test(name) && isOfVendor(back(40))) return 'key'
    if (first < from - 1) name = `${text.slice(first, from - 1)}_${name}`
  }
  // "the key for Twilio: …"
  if (text[from - 1] === ' ' && isKeyFor(back(32), name)) return 'key'
  // In a JSON string, `\ntoken` is a line end and a name.
  return (escapedStart(text, from, name) ? sensitivity(name.slice(1)) : undefined) ?? sensitivity(name)
}

const escapedStart = (text: string, from: number, name: string): boolean => text[from - 1] === '\\' && /^[nrt]/.test(name)

/** `pa$$word`, `p@ssw0rd`, `passw*rd`, `pass.word`: names with signs in place of letters. */
const disguisedName = /(?:^|[^A-Za-z\d])(?!password)p[a@4*][s$5*]{2}[\W_]?w[o0*@]r?d$/i

/** Skips blanks, quotes, brackets and emphasis between a name and its value. */
function skipBack(text: string, at: number): number {
  let to = at
  let most = 12
  while (to > 0 && at - to < most && ' \t"\'`\\]*?!:|'.includes(text[to - 1]!)) {
    // Only nested quotations have many backslashes.
    if (text.charCodeAt(--to) === backslash && most < maxBackslashes) most++
  }
  return to
}

function nameStart(text: string, to: number): number {
  let from = to
  while (from > 0 && to - from < maxNameChars && has(keyName, text.charCodeAt(from - 1))) from--
  return from
}

function isQueryParameter(text: string, at: number): boolean {
  const from = nameStart(text, at)
  return text[at] === '=' && from > 0 && '?&'.includes(text[from - 1]!)
}

/** Detects a password in a line of PostgreSQL's password file: `host:5432:database:user:password`. The last colon is at `at`. */
export function detectPgPass(window: Window, at: number): Detected {
  const { text } = window
  if (
    !has(keyName, text.charCodeAt(at - 1)) ||
    !followsPort(text, at) ||
    isSpace(codeAt(window, at + 1)) ||
    !pgUser.test(text.slice(Math.max(0, at - 160), at))
  )
    return undefined
  const value = ahead(window, at + 1, pgPasswordChars, spaces).trimEnd()
  if (value.length === pgPasswordChars) return undefined
  return isPasswordLike(value) || isPhraseLike(value)
    ? { start: at + 1, end: at + 1 + value.length, type: 'secret', rule: 'password' }
    : undefined
}

const pgUserChars = 34

/** Whether the colon at `at` follows a user, a database and the end of a port. Most colons follow none. */
function followsPort(text: string, at: number): boolean {
  const user = text.lastIndexOf(':', at - 1)
  if (user < at - pgUserChars) return false
  const database = text.lastIndexOf(':', user - 1)
  const last = text.charCodeAt(database - 1)
  return database > 0 && database >= user - pgUserChars && (isDigit(last) || last === 42)
}

const pgPasswordChars = 80
const pgUser = /(?:^|\s|["'`])(?:[\w.-]{1,64}|\*):(?:\d{4,5}|\*):[\w.*-]{1,32}:[\w.*-]{1,32}$/

/** A password, and a host: an address, a name with a dot or a port, or `tcp(…)` and `/` of database drivers. */
const login =
  /^(?:([^\s:/"'`\\()[\]{}<>,;]{6,64})@(?=(?:tcp6?|unix)\()|["']?([^\s:@/"'`\\()[\]{}<>,;]{6,64})["']?@)(?:\d{1,3}(?:\.\d{1,3}){3}|[A-Za-z][\w-]{0,62}(?:(?:\.[\w-]{1,62}){1,6}|(?=:\d{2,5}(?!\d)))|localhost|(?:tcp6?|unix)?(?=\()|(?=\/\w)|(?<host>[A-Za-z][\w-]{0,62}))(?![\w@-])/
/** Users of whom `user:password@name` is not read as anything else, such as an image with its tag. */
const account = /(?:^|[^\w-])(?:admin|administrator|root|sa|scott|guest|test|postgres|mysql)$/i

/** Detects `user:password@host` without a scheme. The colon is at `at`. */
export function detectLogin(window: Window, at: number): Detected {
  if (!has(keyName, window.text.charCodeAt(at - 1)) || !has(beginsPassword, codeAt(window, at + 1))) return undefined
  const found = login.exec(ahead(window, at + 1, 160, spaces))
  const value = found?.[1] ?? found?.[2]
  if (value === undefined || !isPasswordLike(value)) return undefined
  if (found!.groups!['host'] !== undefined && !account.test(before(window, at, 16))) return undefined
  // Before the path of a host, even a command that copies has a login.
  if (![slash, colon].includes(codeAt(window, at + 1 + found![0].length)) && isPlace(window, at)) return undefined
  const start = at + 1 + found![0].indexOf(value)
  return { start, end: start + value.length, type: 'secret', rule: 'url-credentials' }
}

const beginsPassword = characterSet("A-Za-z0-9_'%!#&*+=~^.")
/** A mail address before the colon: `jane@example.com:password`, as in lists of accounts. */
const mailAccount = /(?<![\w.+/-])(?!git@)[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}$/

/** Detects the password after a mail address and the colon at `at`. */
export function detectMailLogin(window: Window, at: number): Detected {
  if (!has(keyName, window.text.charCodeAt(at - 1)) || isDigit(window.text.charCodeAt(at - 1)) || isSpace(codeAt(window, at + 1)))
    return undefined
  const account = before(window, at, 140)
  if (!account.includes('@') || !mailAccount.test(account)) return undefined
  const value = /^[^\s/"'`<>\\]{6,64}(?=\s|$)/.exec(ahead(window, at + 1, 66, spaces))?.[0]
  return value !== undefined && isPasswordLike(value)
    ? { start: at + 1, end: at + 1 + value.length, type: 'secret', rule: 'password' }
    : undefined
}

/** Detects `user:password@` after `://`. */
export function detectUrlCredentials(window: Window, at: number): Detected {
  const { text } = window
  const limit = Math.min(window.end, at + maxUserinfoChars)
  let colon = -1
  let to = at
  for (; to < limit; to++) {
    const code = text.charCodeAt(to)
    if (code === 58 && colon === -1) colon = to
    else if (code === 64) break
    // Properties of a driver follow the host: `sqlserver://host:1433;user=…`.
    else if (code === 59 && /^[A-Za-z ]{1,32}=/.test(text.slice(to + 1, to + 34))) return undefined
    else if (code === 47 && (text.charCodeAt(to - 1) === 58 || colon === -1 || isDigit(text.charCodeAt(colon + 1)) || to - colon === 1))
      return undefined
    else if (colon !== -1 && isQuotation(code) && seamAt(window, to) > 0) to += seamAt(window, to) - 1
    else if (code <= 32 || code === 34 || code === 39 || code === 96 || code === 60 || code === 62 || code === 92 || code > 0x7e)
      return undefined
  }
  if (reached(window, to, at + maxUserinfoChars) === limit) return undefined
  // User and password may contain an @. The last one before the end of the host counts.
  let more = to + 1
  let later = -1
  for (; more < limit; more++) {
    const code = text.charCodeAt(more)
    if (code === 64) {
      to = more
      if (colon === -1) colon = later
    } else if (code === 58 && later === -1) later = more
    else if (later !== -1 && colon === -1 && isQuotation(code) && seamAt(window, more) > 0) more += seamAt(window, more) - 1
    else if (
      code <= 32 ||
      code === 34 ||
      code === 39 ||
      code === 96 ||
      code === 47 ||
      code === 63 ||
      code === 44 ||
      code === 92 ||
      code === 41
    )
      break
  }
  reached(window, more, at + maxUserinfoChars)
  const [user, password] = colon === -1 ? [text.slice(at, to), ''] : [text.slice(at, colon), text.slice(colon + 1, to)]
  if (/[?#]/.test(user)) return undefined
  if (colon === -1 || password === 'x-oauth-basic' || password === '') {
    return user.length >= 16 && /\d/.test(user) && !user.includes('.')
      ? { start: at, end: at + user.length, type: 'secret', rule: 'url-credentials' }
      : undefined
  }
  if (/["'`]/.test(password)) {
    const bare = password.replaceAll(seams, '')
    const lead = firstSeam.exec(password)?.[0].length ?? 0
    const tail = lastSeam.exec(password)?.[0].length ?? 0
    return bare.length < 4 || isPlaceholder(bare)
      ? undefined
      : { start: colon + 1 + lead, end: to - tail, type: 'secret', rule: 'url-credentials', value: bare }
  }
  // Default credentials of services: `postgres:postgres@`.
  if (isPlaceholder(password) || password.length < 2 || (password === user && /^[a-z]+$/.test(user))) return undefined
  return { start: colon + 1, end: to, type: 'secret', rule: 'url-credentials' }
}

const isQuotation = (code: number): boolean => code === 34 || code === 39 || code === 92 || code === 96
const seams = new RegExp(seamPattern, 'g')
const firstSeam = new RegExp(`^${seamPattern}`)
const lastSeam = new RegExp(`${seamPattern}$`)
