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

/** Seed of a row. Each row has its own, so that a new row does not change the values of the others. */
export const seedOf = (row: string): number =>
  Array.from(row).reduce((seed, character) => (Math.imul(seed, 31) + character.codePointAt(0)!) >>> 0, 20_261_120)

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
const digitWords = 'zero one two three four five six seven eight nine'.split(' ')
const letterWords =
  'alfa bravo charlie delta echo foxtrot golf hotel india juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey x-ray yankee zulu'.split(
    ' ',
  )
const wordFor = (letter: string): string => letterWords[letter.toLowerCase().charCodeAt(0) - 97]!
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
  base32: (plain) =>
    bytes(plain, '', (code) => code.toString(2).padStart(8, '0'))
      .match(/.{1,5}/g)!
      .map((bits) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[Number.parseInt(bits.padEnd(5, '0'), 2)])
      .join(''),
  bits: (plain) => bytes(plain, ' ', (code) => code.toString(2).padStart(8, '0')),
  octals: (plain) => bytes(plain, ' ', (code) => code.toString(8).padStart(3, '0')),
  reversed: (plain) => [...plain].reverse().join(''),
  rot13: (plain) => plain.replace(/[A-Za-z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + (/[a-m]/i.test(letter) ? 13 : -13))),
  tagged: (plain) => bytes(plain, '', (code) => String.fromCodePoint(0xe0000 + code)),
  circled: (plain) =>
    plain
      .replace(/[a-z]/g, (one) => String.fromCharCode(0x24d0 - 97 + one.charCodeAt(0)))
      .replace(/[1-9]/g, (one) => String.fromCharCode(0x2460 - 49 + one.charCodeAt(0))),
  mime: (plain) => btoa(plain).replace(/.{60}/g, '$&\n'),
  dumped: (plain) =>
    plain
      .replace(
        /[^]{1,16}/g,
        (row, at: number) =>
          `${hex(at).padStart(8, '0')}: ${bytes(row, '', hex)
            .replace(/.{4}(?=.)/g, '$& ')
            .padEnd(39)}  ${row}\n`,
      )
      .trimEnd(),
  quoted: (plain) => bytes(plain, ', ', (code) => `"${String.fromCharCode(code)}"`),
  ticked: (plain) => bytes(plain, ', ', (code) => `'${String.fromCharCode(code)}'`),
  lines: (plain) => [...plain].join('\n'),
  tabs: (plain) => [...plain].join('\t'),
  nato: (plain) =>
    [...plain]
      .map((one) =>
        one === '_'
          ? 'underscore'
          : /\d/.test(one)
            ? digitWords[Number(one)]!
            : /[A-Z]/.test(one)
              ? wordFor(one).toUpperCase()
              : wordFor(one),
      )
      .join(' '),
  capitals: (plain) =>
    [...plain].map((one) => (one === '_' ? 'underscore' : /[A-Z]/.test(one) ? `capital ${one.toLowerCase()}` : one)).join(' '),
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
