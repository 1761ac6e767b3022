import { characterSet, except, has, isDigit, isQuote, isSpace, spaces, word } from '../characters.ts'
import { ofIdentifier, sensitivity, type Sensitivity } from '../key-names.ts'
import { isPasswordLike } from '../values.ts'
import { isQueryParameter, nameBefore } from './assigned-name.ts'
import { detectValue, isStraightQuote, operator } from './assigned-value.ts'
import { ahead, begins, codeAt, secret, secretValue, type Detected, type Window } from '../window.ts'

const [lineFeed, backslash, letterE] = [10, 92, 101]
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
  // A message of a shell: `${PASSWORD:?not set}`.
  if (
    kind === undefined ||
    begins(window, ':?', at) ||
    (text[at] === ':' && condition.test(text.slice(Math.max(0, at - conditionChars), at)))
  )
    return undefined
  // Skip the rest of operators such as `==`, `=>` and `:=`.
  let from = at + 1
  while (from - at < 3 && has(arrow, codeAt(window, from))) from++
  const first = codeAt(window, from)
  const tight = text[at] === '=' && !Number.isNaN(first) && !isSpace(first)
  while (from - at < 32 && opening.has(codeAt(window, from))) from++
  if (text[from] === '(' && isStraightQuote(codeAt(window, from + 1))) from++
  const isBelow = text[at] === '=' && codeAt(window, from) === lineFeed
  const type = isBelow ? dumped.exec(ahead(window, from + 1, 32, '\n')) : yamlTag.exec(ahead(window, from, 13, spaces))
  if (type !== null) from += Number(isBelow) + type[0].length
  const begin = text.startsWith('{{', from + 1) ? from + 1 : from
  if (kind === 'password' && has(wrappers, codeAt(window, begin))) {
    const value = wrappedValue(window, begin)
    if (value !== undefined || window.short) return value
  }
  const closer = promptEnd(window, at, from)
  if (closer !== undefined) return detectAnswer(window, closer, kind)
  if (isDigit(codeAt(window, from)) && '"\''.includes(text[at - 1] ?? ' ')) return detectNumber(window, from, kind)
  const found = detectValue(window, from, kind, tight, query)
  return found !== undefined && isNameItself(text, at, text.slice(found.start, found.end)) ? undefined : found
}

/** A condition between two names: `isSecret ? 'password' : 'text'`. */
const condition = /\?\s{0,8}(["'`])[\w .-]{1,32}\1\s{0,8}$/
const [conditionChars, maxNameChars] = [52, 80]
const act = /(?<![A-Za-z])(?:reset|change|forgot(?:ten)?|show|hide|recover|enter)_?pass(?:word|wd)["'`\s]{0,3}$/i
/** Names of a form's fields, and options of compilers: `newPassword: 'Nuevo'`, `-debug-pass=Structure`. */
const labelled =
  /(?<![A-Za-z])(?:(?:new|old|current|confirm|repeat|verify)_?pass(?:word|wd)[\\"'`\s]{0,4}|(?<=[\s`'"]-|^-)[a-z]+(?:-[a-z]+)*-pass)$/i
const label = /^\p{L}+(?: \p{L}+)*[?!.…]?$/u

/**
 * Whether a value is no secret because of its name: a label (`changePassword: 'Ändern'`, `"pass": "All is well"`), another name (`password1 == password2`), a variable of psql
 * (`PASSWORD :'app_password'`), or the name in another notation (`RESET_PASSWORD = 'resetPassword'`).
 */
function isNameItself(text: string, at: number, value: string): boolean {
  const name = text.slice(Math.max(0, at - maxNameChars), at)
  return (
    (act.test(name) && label.test(value)) ||
    (ofIdentifier.test(name) && /^[\da-f-]+$/i.test(value)) ||
    (labelled.test(name) && /^\p{Lu}\p{Ll}+$/u.test(value)) ||
    (text[at + 1] === '=' && /^pass(?:word|wd)?_?\d$/i.test(value)) ||
    (text.startsWith(" :'", at - 1) && /^[a-z]+(?:_[a-z]+)+$/.test(value)) ||
    (/(?<![A-Za-z])pass["'`\s]{1,3}$/i.test(name) && /^\p{Lu}\D*\s\D*$/u.test(value)) ||
    (/^[/.]?[A-Za-z][\w./ -]*$/.test(value) && /[a-z\d][A-Z]|[_./ -]/.test(value) && lettersOf(name).endsWith(lettersOf(value)))
  )
}

const lettersOf = (text: string): string => text.replace(/[^A-Za-z\d]/g, '').toLowerCase()

function isValueName(text: string, at: number): boolean {
  const last = text.charCodeAt(at - 1)
  return (last === letterE || last === 34) && /(?:value|text)["']?$/i.test(text.slice(Math.max(0, at - 6), at))
}

/** Sensitivity of a name that follows its value: `Value="…" Name="Password"`, `{"value":"…","name":"password"}`. */
function nameBehind(window: Window, at: number): Sensitivity | undefined {
  const found = behind.exec(ahead(window, at + 1, behindChars))
  return found === null
    ? undefined
    : (sensitivity(found[2] ?? '') ?? (/pass(?:word|code|phrase)|pwd/i.test(found[3] ?? '') ? 'password' : undefined))
}

const behind =
  /^\s?(?:(["'])[^"'\n]{4,128}\1|[^\s"',{}]{4,128}(?=\n))\s?,?\s{0,12}["']?(?:(?:name|key)["']?\s?[:=]\s?["']?([\w.:-]{1,64})(?![\w.:-])|(?:element|selector|locator|field|label|target)["']?\s?:\s?["']([^"'\n]{1,64})["'])/i
const behindChars = 220

const wrappers = characterSet("([<|'{~$")
/** A value in brackets or signs: `((…))`, `<…>`, `[…]`, `||…||`, `''…''`, `{…};`, `{{ '…' | filter }}`, `$'…'`, or behind an old one that is struck out. */
const inWrapper =
  /^(?:(?:<escape>|<\|"\|>)([^<>\n]{4,64})<|\(\(([^\s()]{6,64})\)\)|<([^\s<>]{6,64})>(?!<)|\[([^\s[\]"']{6,64})\]|\|\|([^\s|]{6,64})\|\||''([^\s']{6,64})''|\{([^\s{}]{6,64})\}(?=;|$)|~~[^~\n]{1,40}~~ ([^\s~]{6,64})|\$'([^\s']{6,64})'|\{\{ ?["']([^\s"']{6,64})["'] ?[|}])/
const wrapperValueChars = 120
const nameInBrackets = /pass|word|your|secret|token|key|user|name|example/i

function wrappedValue(window: Window, from: number): Detected {
  const found = inWrapper.exec(ahead(window, from, wrapperValueChars, '\n'))
  const value = found?.slice(1).find((one) => one !== undefined)
  if (found === null || window.short || value === undefined || !isPasswordLike(value.replace(/^-/, ''))) return undefined
  if ((found[3] ?? found[4] ?? found[7]) !== undefined && nameInBrackets.test(value)) return undefined
  return secretValue(from + found[0].lastIndexOf(value), value, 'password')
}

/** A prompt from its opening quote, with the name at its end: `"Enter your password`, `f'Token`, `\\"PIN`. */
const prompt = /(?:^|[\s([{=,+<:;|&]|\\[nrt])[fbruLR]{0,2}(\\{0,7}["'`])[\w ,.*()-]{1,48}$/
const promptChars = 64

/** End of the quote at `from`, if it closes a string whose last word is the name before `at`: `"Password: " + value`. */
function promptEnd(window: Window, at: number, from: number): number | undefined {
  const code = codeAt(window, from)
  if (!isQuote(code) && code !== backslash) return undefined
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

/** A YAML tag such as `!!str`, or a type of PHP, before a value. */
const yamlTag = /^(?:!!?[a-z]{2,8}|string\(\d{1,4}\)) /
/** The same in the next line, as PHP's `var_dump` prints it. */
const dumped = /^ {1,16}string\(\d{1,5}\) /
const arrow = characterSet('=>')
/** Characters that may precede a value without being a part of it. */
const opening = new Set([...' \t*「『“„«'].map((character) => character.charCodeAt(0)))
const number = /^\d[\d.eE+-]{3,62}(?=[\s,}\]]|$)/
const notOfNumber = except(characterSet('0-9.eE+-'))

/** Detects a number in JSON with the name of a password. */
function detectNumber(window: Window, from: number, kind: Sensitivity): Detected {
  const length = number.exec(ahead(window, from, 65, notOfNumber))?.[0].length
  if (length === undefined || kind !== 'password') return undefined
  return secret(from, from + length, 'password')
}
