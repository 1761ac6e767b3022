import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Reads the lines of a fixture, except the first, which names its source. */
export function fixture<T>(name: string): T[] {
  const file = fileURLToPath(new URL(`../fixtures/${name}.jsonl`, import.meta.url))
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => JSON.parse(line) as T)
}

const lower = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'
const alphabets: Record<string, string> = {
  A: lower + lower.toUpperCase() + digits,
  L: lower + lower.toUpperCase(),
  U: lower.toUpperCase() + digits,
  l: lower + digits,
  h: `${digits}abcdef`,
  H: `${digits}ABCDEF`,
  w: `${lower}${lower.toUpperCase()}${digits}_-`,
  d: digits,
  B: `${lower.toUpperCase()}234567`,
  K: '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz',
}

/** Creates a seeded generator of random text, which is equal on every run. */
export function createDraw(seed: number): (alphabet: string, length: number) => string {
  let state = seed
  return (alphabet, length) => {
    let text = ''
    for (let i = 0; i < length; i++) {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      text += alphabet[Math.floor((state / 2 ** 32) * alphabet.length)]!
    }
    // The text neither ends nor begins with a hyphen or underscore, which could belong to the sentence around it.
    return text.replace(/[-_]$/, 'x').replace(/^[-_]/, 'x')
  }
}

export type Draw = ReturnType<typeof createDraw>

/** Fills a shape such as `ghp_{A36}`: braces become random characters. `{b64:…}`, `{hex:…}` and the other encodings encode their content. */
export function fill(shape: string, draw: Draw): string {
  const filled = shape.replace(
    /\{(?:(?<set>[ALUlhHwdBK])(?<count>\d+)|(?<name>jwt|discord|basic|pem64|private)|pem:(?<pem>[A-Z ]*))\}/g,
    (...match) => {
      const groups = match.at(-1) as { set?: string; count?: string; name?: string; pem?: string }
      if (groups.set !== undefined) return draw(alphabets[groups.set]!, Number(groups.count))
      if (groups.pem !== undefined) return pem(groups.pem, draw)
      // Fixtures have the word as a placeholder, so that no scanner takes a fixture for a key.
      if (groups.name === 'private') return 'PRIVATE'
      if (groups.name === 'jwt')
        return [btoa('{"alg":"HS256","typ":"JWT"}'), btoa(`{"sub":"${draw(digits, 10)}","iat":1763661933}`), draw(alphabets['w']!, 43)]
          .join('.')
          .replace(/=/g, '')
      if (groups.name === 'discord')
        return `${btoa(`1${draw(digits, 17)}`).replace(/=/g, '')}.G${draw(alphabets['l']!, 5)}.${draw(alphabets['w']!, 38)}`
      if (groups.name === 'basic') return btoa(`bob:${draw(alphabets['A']!, 12)}`)
      return btoa(pem('RSA ', draw)).replace(/=/g, '')
    },
  )
  let encoded = filled
  for (const [name, encode] of Object.entries(encodings))
    encoded = encoded.replace(new RegExp(`\\{${name}:([^{}]*)\\}`, 'g'), (_, plain: string) => encode(plain))
  return encoded
}

const bytes = (plain: string, separator: string, digits: (code: number) => string): string =>
  Array.from(plain, (character) => digits(character.charCodeAt(0))).join(separator)
const hex = (code: number): string => code.toString(16)
/** What `{name:…}` makes of its content. In this order, so that base64 may be within base64. */
const encodings: Readonly<Record<string, (plain: string) => string>> = {
  inner: btoa,
  b64: btoa,
  hex: (plain) => bytes(plain, '', hex),
  dump: (plain) => bytes(plain, ' ', hex),
  colons: (plain) => bytes(plain, ':', (code) => hex(code).toUpperCase()),
  array: (plain) => bytes(plain, ', ', (code) => `0x${hex(code)}`),
  casts: (plain) => bytes(plain, ', ', (code) => `(byte)0x${hex(code)}`),
  codes: (plain) => bytes(plain, ',', String),
  octal: (plain) => bytes(plain, '', (code) => `\\${code.toString(8).padStart(3, '0')}`),
  points: (plain) => bytes(plain, '', (code) => `\\u{${hex(code)}}`),
  percents: (plain) => bytes(plain, '', (code) => `%u00${hex(code)}`),
}

function pem(kind: string, draw: Draw): string {
  const lines = Array.from({ length: 12 }, () => draw(`${alphabets['A']}+/`, 64))
  return ['-----BEGIN ' + kind + 'PRIVATE KEY-----', ...lines, `${draw(alphabets['A']!, 22)}==`, `-----END ${kind}PRIVATE KEY-----`].join(
    '\n',
  )
}

/** Splits a text with secrets between « and » into the plain text and the list of secrets. */
export function marked(text: string): { text: string; secrets: string[] } {
  return { text: text.replace(/[«»]/g, ''), secrets: Array.from(text.matchAll(/«([^»]*)»/g), (match) => match[1]!) }
}

/** True if the secret is gone. Of a secret with 16 or more characters, no piece of 12 may be left. */
export function gone(redacted: string, secret: string): boolean {
  if (secret.length < 16) return !redacted.includes(secret)
  for (let at = 0; at + 12 <= secret.length; at += 4)
    if (redacted.includes(secret.slice(at, at + 12)) && !redacted.includes(`[${secret.slice(at, at + 12)}`)) return false
  return true
}
