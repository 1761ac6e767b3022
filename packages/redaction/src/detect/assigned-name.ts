import { has, keyName } from '../characters.ts'
import {
  byName,
  foreignKey,
  foreignName,
  foreignPassword,
  isOfVendor,
  isSessionCookie,
  isSignature,
  latinNames,
  sensitivity,
  type Sensitivity,
} from '../key-names.ts'
import { contextChars } from '../window.ts'

const maxNameChars = 64
const [backslash, letterD, letterE, letterW, space] = [92, 100, 101, 119, 32]
/** Number of backslashes before a quote in six nested quotations. */
export const maxBackslashes = 63

/** Second words of names with two words: "API key", "access token". */
const secondHalf = /^(?:(?:key|token|secret)\d?|password|code|phrase|string|id|word)$/i
const typeName = /^(?:string|str|String|const|char|auto|SecretStr|Optional|Final|text)$/

/** The name of a value. Two other members of the same object may stand between: `{"name":"API_KEY","slotSetting":false,"value":"…"}`. */
const valueOf =
  /(?:key|name|\bid)\\{0,3}["']?\s{0,2}[:=]\s{0,2}\\{0,3}["']?([\w.:-]{1,64})\\{0,3}["']?(?:[,\s]\s{0,12}\\{0,3}"?\w{1,24}\\{0,3}"? ?[:=] ?\\{0,3}"?[\w.-]{0,40}\\{0,3}"?){0,2}(?:\\{1,3}[nrt]|[\s,]){1,12}\\{0,3}["']?$/i

/** Values that an agent types into a field: `{"selector":"#password","text":"…"}`. */
const fieldOf =
  /(?:selector|locator|element|field|label|ref|id|target)\\{0,3}["']\s?:\s?\\{0,3}["'][^"\n]{0,60}(?:pass(?:word|wd|code|phrase|wort)|pwd|#pass\b)[^"\n]{0,24}\\{0,3}["'](?:,\s{0,8}\\{0,3}["']\w{1,16}\\{0,3}["']\s?:\s?\\{0,3}["'][^"\n]{0,40}["'])?,\s{0,8}\\{0,3}["']$/i

const keyFor = /(?:key|token|secret) (?:for|of|from) (?:(?:our|the|my|this) )?(?:[\w-]{2,16} ){0,2}$/i

/** Sensitivity of the last word of "the key for our signing service". */
const keyForName = (context: string, name: string): Sensitivity | undefined =>
  keyFor.test(context) ? (sensitivity(`${name}_key`) ?? 'vague') : undefined

/** Parts of a header that prove who sends it: of Digest, AWS, OAuth 1 and HTTP signatures. */
const isProof = /^(?:response|rspauth|signature|oauth_signature|mac)$/i

/** "Code Wi-Fi : …", "contraseña del wifi: …" */
const keyOfNetwork = new RegExp(
  String.raw`(?:\bcode|cl[ée]f?|clave|chiave|chave|k[oó]d\w{0,3}|ключ|\bkey|${foreignName}|${latinNames.join('|')}|password|\bmdp)[\p{L}]{0,3} (?:(?:d[eiu]|del|da|do|of|för|til|для|от|до|van|for|zum|for the|of the) )?$`,
  'iu',
)

/** Names whose meaning depends on the text before them, of so many characters: it gives their sensitivity, or another name as its first group. */
const contexts: readonly (readonly [names: { test(name: string): boolean }, chars: number, context: RegExp, kind?: Sensitivity])[] = [
  [isProof, 240, /(?:\bdigest|nonce|signedheaders|signature_method|keyid|\bmac id)\b[^\n]*$/i, 'key'],
  // OpenWeather's key. Other services have public ids of this name.
  [/^appid$/i, 110, /(?:\b(?:open)?weather|\/data\/[234]\.\d\/)[^\n"'`]{0,80}$/i, 'key'],
  [
    { test: isSessionCookie },
    200,
    /(?:cookies?\\{0,3}["']?\s*[:=,]|curl\b[^\n]* -b|--cookie)[^\n]*$|(?:^|\s)-b ["']?$|(?:^|[;\s])[\w.-]{1,40}=[^;\s]{1,120}; $/i,
    'key',
  ],
  [/^(?:value|text)$/, 160, fieldOf, 'password'],
  // `<input type="password" value="…">`
  [/^value$/, 110, /type=\\{0,3}["']?password\b[^<>\n]{0,80}$/i, 'password'],
  // `key="ApiKey" value="…"`, `{"name":"API_KEY","value":"…"}`
  [/^(?:val|value|parametervalue)$/i, 140, valueOf],
  [/^content$/, 80, /<meta name=\\{0,3}["']([\w.-]{1,64})\\{0,3}["'] $/],
  // `"adminPassword":{"value":"…"}`
  [/^value$/, 100, /["']([\w.-]{1,64})\\{0,3}["']\s?:\s?\{\s{0,12}\\{0,3}["']$/],
  // Password of a wireless network.
  [/^key$/i, 80, /\b(?:wi-?fi|wlan|ssid|wpa[23]?|network: \S+)\b[^\n]{0,60}(?:\n[ \t*•-]{0,4})?$/i, 'password'],
  [/^(?:wi-?fi|wlan)$/i, 32, keyOfNetwork, 'password'],
  // An API key of Postman: `{"key":"value","value":"…"}`.
  [/^value$/, 48, /"key\\{0,3}"\s?:\s?\\{0,3}"value\\{0,3}",\s{0,12}\\{0,3}"$/, 'key'],
  // Private part of a JSON Web Key, and a secret one: `{"kty":"oct","k":"…"}`.
  [/^d[pq]?$|^[pq]$|^qi$/, 80, /(?:"e\\{0,3}"\s?:\s?\\{0,3}"AQAB|[\w-]{42})\\{0,3}",\s{0,4}\\{0,3}"$/, 'key'],
  [/^d$/, 200, /"(?:kty|crv)\\{0,3}"[^\n]*,\s{0,4}\\{0,3}"$/, 'key'],
  [/^k$/, 200, /"kty\\{0,3}"\s?:\s?\\{0,3}"oct\\{0,3}"[^\n]*,\s{0,4}\\{0,3}"$/, 'key'],
  // `variable "token" { default = … }`
  [/^default$/, 200, /\bvariable\s{1,4}\\{0,3}"([\w-]{1,64})\\{0,3}"\s{0,4}\{[^{}]{0,100}$/],
  [/^key$/i, 24, /\bhere(?:['’]s| is) (?:the|your|my|our) $/i, 'key'],
  // Key of an encrypted SQLite database.
  [/^key$/, 8, /\bpragma $/i, 'password'],
  // Key beside a user name, as services hand them out.
  [/^key$/, 100, /"username\\{0,3}"\s?:[^{}\n]{0,80}$/, 'key'],
]

/** Whether the text before a name may change its sensitivity. */
const dependsOnContext = byName(
  (name) =>
    /^(?:val(?:ue)?|parametervalue|text|content|[dkpq]|d[pq]|qi|default|key|secret|appid|wi-?fi|wlan)$/i.test(name) ||
    typeName.test(name) ||
    isProof.test(name) ||
    isSessionCookie(name) ||
    secondHalf.test(name),
)

/** Sensitivity of the name before `at`. */
export function nameBefore(text: string, at: number, query: boolean): Sensitivity | undefined {
  let to = skipBack(text, at)
  if (text[to - 1] === ')') to = beforeRemark(text, to)
  let from = nameStart(text, to)
  // Limits the look-back to `contextChars`, even for a long name.
  const back = (chars: number): string => text.slice(Math.max(0, at - contextChars, from - chars), from)
  const last = text.charCodeAt(to - 1)
  if (text.charCodeAt(from - 1) > 127 || last > 127 || last === letterE || text.startsWith('API', from)) {
    const words = text.slice(Math.max(0, to - 24), to)
    if (foreignPassword.test(words)) return 'password'
    if (foreignKey.test(words)) return 'key'
  }
  if (from === to) return undefined
  const final = text.charCodeAt(to - 1) | 32
  const isLetter = to - from === 1
  if ((final === letterD || (isLetter && final === letterW)) && disguisedName.test(back(isLetter ? 16 : 8) + text.slice(from, to)))
    return 'password'
  let name = text.slice(from, to)
  if (query && isSignature(name)) return 'key'
  // Short names in the query of a sign-in: `?u=bob&p=…`.
  if (query && /^(?:p|pw)$/i.test(name) && /[?&](?:u|user|username|login|email|name)=[^&\s]{1,64}&$/i.test(back(80))) return 'password'
  // "Unseal Key 1: …"
  if (/^\d{1,2}$/.test(name) && text[from - 1] === ' ' && !/\bpass $/i.test(back(6))) {
    to = from - 1
    from = nameStart(text, to)
    name = text.slice(from, to)
  }
  const previous = text.charCodeAt(from - 1)
  if (previous !== backslash && !dependsOnContext(name) && sensitivity(name) === undefined)
    return previous === space ? keyForName(back(48), name) : undefined
  // `password: string = …`, `const char* password[] = …`
  if (typeName.test(name) && from > 1) {
    // `: &'static str`, `: Final[str]`
    const borrowed = /&(?:'static )?$|[A-Z][a-z]{2,10}\[$/.exec(back(12))?.[0].length ?? 0
    to = skipBack(text, from - borrowed)
    const begin = nameStart(text, to)
    const typed = text.slice(begin, to)
    // `var dbPass string = …`
    if (text.slice(to, from).includes(':') || (text[at] === '=' && sensitivity(typed) !== undefined)) {
      from = begin
      name = typed
    } else to = skipBack(text, at)
  }
  for (const [names, chars, context, kind] of contexts) {
    const found = names.test(name) ? context.exec(back(chars)) : null
    if (found !== null && kind !== undefined) return kind
    name = found?.[1] ?? name
  }
  if (text[from - 1] === ':' && /\barn:[\w:*-]{0,100}$/.test(back(110))) return undefined
  // Redacted values stay unchanged.
  if ((name === 'secret' && text[from - 1] === '[') || text.startsWith('[secret:', from - 8)) return undefined
  if (secondHalf.test(name) && text[from - 1] === ' ') {
    const first = nameStart(text, from - 1)
    if (/^(?:key|token|secret)\d?$/i.test(name) && isOfVendor(back(40))) return 'key'
    if (first < from - 1) name = `${text.slice(first, from - 1)}_${name}`
  }
  // "the key for Twilio: …"
  const ofKey = text[from - 1] === ' ' ? keyForName(back(48), name) : undefined
  if (ofKey !== undefined) return ofKey
  // In a JSON string, `\ntoken` is a line end and a name.
  return (escapedStart(text, from, name) ? sensitivity(name.slice(1)) : undefined) ?? sensitivity(name)
}

const escapedStart = (text: string, from: number, name: string): boolean => text[from - 1] === '\\' && /^[nrt]/.test(name)

/** `pa$$word`, `p@ssw0rd`, `passw*rd`, `pass.word`: names with signs in place of letters, or between them. */
const disguisedName =
  /(?:^|[^A-Za-z\d])(?!password)p[ ._-]?[a@4*][ ._-]?[s$5*][ ._-]?[s$5*][\W_]?w[ ._-]?[o0*@]?[ ._-]?r?[ ._-]?d$|(?:^|\s)p[/.]w$/i

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

const remarkChars = 48
/** End of a name that a remark follows: `password (at least eight characters)`. */
function beforeRemark(text: string, at: number): number {
  const remark = / \([^()\n;={}"]{1,44}\)$/.exec(text.slice(Math.max(0, at - remarkChars), at))
  return remark === null ? at : skipBack(text, at - remark[0].length)
}

function nameStart(text: string, to: number): number {
  let from = to
  while (from > 0 && to - from < maxNameChars && has(keyName, text.charCodeAt(from - 1))) from--
  return from
}

export function isQueryParameter(text: string, at: number): boolean {
  const from = nameStart(text, at)
  return text[at] === '=' && from > 0 && '?&'.includes(text[from - 1]!)
}
