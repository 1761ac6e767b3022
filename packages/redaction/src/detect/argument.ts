import { characterSet, has, keyName, spaces } from '../characters.ts'
import { sensitivity, vendors } from '../key-names.ts'
import { isChosen, isGiven } from '../values.ts'
import { ahead, begins, codeAt, secret, type Detected, type Window } from '../window.ts'
import { detectValue } from './assigned-value.ts'
import { detectFilled, detectTyped } from './field.ts'

const maxNameChars = 64
const bracket = 93
/** Last letters of names for secrets. Most names in JSON end in other letters. */
const lastLetters = characterSet('dehklstwyDEHKLNSTWY')

/** Detects a secret argument after its name, at the comma between them: `define('DB_PASSWORD', '…')`, `setHeader("X-Api-Key", "…")`, `["--token", "…"]`. */
export function detectArgument(window: Window, at: number): Detected {
  const { text } = window
  let to = at - 1
  const mark = text.charCodeAt(to)
  if (mark !== 34 && mark !== 39) return undefined
  while (to > 0 && text.charCodeAt(to - 1) === 92) to--
  const last = text.charCodeAt(to - 1)
  // `token` matches. `function`, `description` and `location` do not.
  if (!has(lastLetters, last) && !isScheme(text, to) && !(last === 110 && text.charCodeAt(to - 2) === 101))
    return last === bracket ? detectFilled(window, at) : undefined
  let from = to
  while (from > 0 && to - from < maxNameChars && has(keyName, text.charCodeAt(from - 1))) from--
  if (from === to) return undefined
  if (text.charCodeAt(from - 1) !== mark) return '#.=[('.includes(text[from - 1]!) ? detectFilled(window, at) : undefined
  let opener = from - 2
  while (opener >= 0 && from - opener < 12 && (text[opener] === ' ' || text[opener] === '\\')) opener--
  const option = text[from] === '-'
  // A row of values separated by commas, the first of which is the name.
  const isRow = opener < 0 || text[opener] === '\n'
  const isAlone = text[opener] === '[' && closesPair.test(ahead(window, at, 96, listEnd))
  const isField = /\b(?:buildConfigField|resValue)\W{1,3}String["']$/i.test(text.slice(Math.max(0, opener - 32), opener))
  if (!isRow && !isAlone && !isField && text[opener] !== '(' && !(option && (text[opener] === '[' || text[opener] === ',')))
    return undefined
  // Exclude arguments of key derivations: a password and its salt.
  if (/(?:argon|scrypt|pbkdf|bcrypt|hkdf|hmac|derive)\w{0,16}$/i.test(text.slice(Math.max(0, opener - 24), opener))) return undefined
  const kind = isScheme(text, to) ? 'key' : sensitivity(text.slice(from, to).replace(/^-+/, ''))
  if (kind === undefined) return undefined
  let value = at + 1
  while (value - at < 16 && has(spaces, codeAt(window, value))) value++
  if (option && begins(window, 'default=', value)) value += 8
  return quotedOnly(window, detectValue(window, value, kind, option, false), value, option)
}

const isScheme = (text: string, to: number): boolean => text.startsWith('earer', to - 5)

/** A list of two strings, the second of which is the value: `["password", "…"]`. */
const closesPair = /^, {0,2}\\{0,3}"[^"\\]{6,80}\\{0,3}" ?\]/
const listEnd = characterSet(']\n')

/** Detects a secret in a call, at the parenthesis before a quotation: `setPassword("…")`. */
export function detectCall(window: Window, at: number): Detected {
  const { text } = window
  let from = at
  while (from > 0 && at - from < maxNameChars && has(keyName, text.charCodeAt(from - 1))) from--
  if (from === at) return undefined
  const name = text.slice(from, at)
  const typed =
    detectTyped(window, at) ??
    (/(?:Password|Authentication|Credentials?(?:\.basic)?|Login|Auth)$/.test(name) ? detectPositional(window, at, '', 2) : undefined)
  if (typed !== undefined) return typed
  // Constructors of API clients: `cohere.Client("…")`.
  const isClient = /[cC]lient(?:V\d)?$/.test(name)
  const kind = sensitivity(name) ?? (takesKey.test(name) ? 'key' : isClient ? 'vague' : undefined)
  if ((kind === undefined || kind === 'vague') && ofVendor.test(name)) {
    const found = detectValue(window, at + 1, 'key', false, false)
    return found !== undefined && found.end - found.start >= fewestOfVendor ? found : undefined
  }
  if (kind === undefined || (kind === 'vague' && !isClient)) return undefined
  return quotedOnly(window, detectValue(window, at + 1, kind, false, false), at + 1, false)
}

/** Constructors and functions that take a key. */
const takesKey = /(?:^|\.)(?:Fernet|AESGCM|SecretBox|Wallet|privateKeyTo\w+)$/
/** Constructors and settings of services: `Deepgram("…")`, `rollbar.init("…")`. */
const ofVendor = new RegExp(`^(?:${vendors})(?:\\.(?:init(?:ialize)?|configure|setup|start|auth))?$`, 'i')
const fewestOfVendor = 24

/** Keeps only quoted values. Names of fields do not count as passwords. */
function quotedOnly({ text }: Window, found: Detected, from: number, option: boolean): Detected {
  if (found === undefined || found.start === from) return undefined
  const value = text.slice(found.start, found.end)
  return found.rule === 'password' && !option && !isGiven(value) ? undefined : found
}

/** Position of the password in the arguments of a call, or in a pair. */
const positions = new Map<string, number>()
for (const [position, words] of [
  [1, 'hmac aes hash hashsync compare cookieparser btoa b64encode'],
  [
    2,
    'login auth authenticate basicauth setbasicauth httpbasicauth httpdigestauth networkcredential sign verify encode load begin encrypt decrypt addlogin createhmac createcipheriv createdecipheriv oauthhandler oauth1userhandler algoliasearch client',
  ],
  [3, 'connect mysqli pdo getconnection plainauth sequelize'],
] as const)
  for (const word of words.split(' ')) positions.set(word, position)
/** Text that must precede an ambiguous name. */
const owners = new Map<string, RegExp>()
for (const [owner, words] of [
  [/jwt\.$/i, 'sign verify encode'],
  [/twilio\.(?:rest\.)?$/i, 'client'],
  [/wifi\.$/i, 'begin'],
  [/(?:ks|store)\.$/i, 'load'],
  [/(?:pgp_sym_|CryptoJS\.\w{2,9}\.)$/i, 'encrypt decrypt'],
  [/sp_$/i, 'addlogin'],
  [/bcrypt\.$/i, 'hash hashsync compare'],
] as const)
  for (const word of words.split(' ')) owners.set(word, owner)
/** An encoder of any text, and a text other than a user and a password. */
const encodesText = /^(?:btoa|b64encode) (?![\w.@-]{1,40}:\S{4})/
export const callWords = [...positions.keys()]
const callChars = 240

/** Detects a password by its position: `connect("host", "user", "…")`, `auth=("user", "…")`. The word ends at `at`. */
export function detectPositional(window: Window, at: number, word: string, position = positions.get(word)): Detected {
  const { text } = window
  if (position === undefined || owners.get(word)?.test(text.slice(Math.max(0, at - word.length - 16), at - word.length)) === false)
    return undefined
  const begin = /^(?:_connect|\.new)?\s?[=:]?\s?(?:[A-Za-z][\w.]{0,31})?(?:[([][ \t]{0,4}(?=\\{0,3}["']|[A-Za-z_{$])| (?=["']))/.exec(
    ahead(window, at, 56),
  )?.[0]
  if (begin === undefined) return undefined
  const argument =
    /(?:(?:[A-Za-z_$][\w.]{0,40}|\{[^{}\n]{0,80}\})([ \t]?,)[ \t]{0,2})|(?:\w{1,24} ?= ?|[bru]|(?:Some|Ok|String|Secret|bytes|Buffer\.from)\()?\\{0,3}["']([^"'\\\n]{0,120})\\{0,3}["'][ \t]{0,2}(,?)[ \t]{0,2}/y
  const from = at + begin.length
  const line = ahead(window, from, callChars - begin.length, '\n')
  argument.lastIndex = 0
  for (let i = 1; i <= position; i++) {
    const found: RegExpExecArray | null = argument.exec(line)
    if (found === null || (i === position && found[2] === undefined) || (i < position && found[3] === '')) return undefined
    if (i < position) continue
    const value = found[2]!
    const start = from + found.index + found[0].indexOf(value)
    return !encodesText.test(`${word} ${value}`) && (isChosen(value) || /^(?:(?:[a-z]{4} ?){3}[a-z]{4}|[\da-f]{32}|\d{6,12})$/.test(value))
      ? secret(start, start + value.length, 'password')
      : undefined
  }
  return undefined
}
