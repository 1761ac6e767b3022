import { expect, test } from 'vitest'
import { createRedactor } from '../src/index.ts'
import { nationalIds } from '../src/detect/national.ts'
import { gone } from './corpus.ts'

const redactor = createRedactor({ key: 'a key of the tests', nationalIds: nationalIds.map(({ rule }) => rule) })

const claims = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dBjftJeZ4CVPmB92K27uhbUJU1p1rwW1gFWFOEjXkQ3'
/** What stands before a secret, and the secret. */
const secrets: Readonly<Record<string, readonly [lead: string, secret: string]>> = {
  'vendor key': ['use ', 'ghp_aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5'],
  'own key': ['use ', 'rsk_k7Qp2Rw9Xv4Tn6Zb8Yc3Md5Lf1Hg0Js7'],
  JWT: ['use ', claims],
  card: ['card ', '4111 1111 1111 1111'],
  IBAN: ['IBAN ', 'DE89370400440532013000'],
  phone: ['phone ', '+49 30 9018 2055'],
  'e-mail': ['mail ', 'tove.lindqvist@fjordmail.no'],
  SSN: ['SSN ', '536-22-8741'],
  password: ['password = ', 'Heron!90kq28'],
  connection: ['use ', 'postgres://app:Heron90kq28@db.acme.io/shop'],
  hash: ['hash ', '$2b$12$R9h0cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW'],
  otpauth: ['use ', 'otpauth://totp/Acme:kim?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Acme'],
}

const codes = (text: string, write: (code: number, at: number) => string): string =>
  [...text].map((sign, at) => write(sign.charCodeAt(0), at)).join('')
const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')
/** In the middle, but not where two signs belong together, and behind a letter. */
const cut = (text: string, seam: string): string => {
  let at = text.length >> 1
  while (!/^[A-Za-z\d]{2}/.test(text.slice(at - 1))) at++
  return text.slice(0, at) + seam + text.slice(at)
}
const strings =
  (operator: string, mark = '"') =>
  (text: string): string =>
    mark + cut(text, `${mark}${operator}${mark}`) + mark

const disguises: Readonly<Record<string, (secret: string) => string>> = {
  plain: (text) => text,
  quotes: (text) => `"${text}"`,
  backticks: (text) => `\`${text}\``,
  emphasis: (text) => `**${text}**`,
  parentheses: (text) => `(${text})`,
  angle: (text) => `<${text}>`,
  'zero width': (text) => codes(text, (code, at) => String.fromCharCode(code) + (at % 5 === 3 ? '\u200b' : '')),
  'soft hyphens': (text) => codes(text, (code, at) => String.fromCharCode(code) + (at % 6 === 4 ? '\u00ad' : '')),
  'all decimal entities': (text) => codes(text, (code) => `&#${code};`),
  'all hexadecimal entities': (text) => codes(text, (code) => `&#x${hex(code, 2)};`),
  'entities of signs': (text) => text.replace(/[^A-Za-z\d ]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  'percent escapes': (text) => codes(text, (code) => `%${hex(code, 2).toUpperCase()}`),
  'percent escapes of signs': (text) => encodeURIComponent(text),
  'double percent escapes of signs': (text) => encodeURIComponent(encodeURIComponent(text)),
  '\\u escapes': (text) => codes(text, (code) => `\\u${hex(code, 4)}`),
  '\\x escapes': (text) => codes(text, (code) => `\\x${hex(code, 2)}`),
  'backslashes of Markdown': (text) => text.replace(/[_.@+()*#-]/g, '\\$&'),
  'full width': (text) => codes(text, (code) => (code === 32 ? '\u3000' : String.fromCharCode(code + 0xfee0))),
  'emphasis within': (text) => cut(text, '**'),
  'joined by +': strings(' + '),
  'joined by .': strings(' . ', "'"),
  'joined by ..': strings(' .. '),
  'joined by &': strings(' & '),
  'joined by ||': strings(' || ', "'"),
  'strings side by side': strings(' '),
  'joined across lines': strings(' +\n    '),
  'line continuation': (text) => cut(text, '\\\n'),
  'line break': (text) => cut(text, '\n'),
  'folded line': (text) => cut(text, '\n    '),
  'spaces between all': (text) => [...text.replaceAll(' ', '')].join(' '),
  'hyphens between all': (text) => [...text.replaceAll(' ', '')].join('-'),
  base64: (text) => btoa(text),
  'base64 of a labelled one': (text) => btoa(`password=${text}`),
}

/** A line end within these is that of a line, more often; and what asterisks part, they hide. */
const open = [
  'IBAN: emphasis within',
  'SSN: emphasis within',
  ...['line break', 'folded line'].flatMap((disguise) =>
    ['e-mail', 'SSN', 'connection', 'hash', 'otpauth'].map((kind) => `${kind}: ${disguise}`),
  ),
  'phone: base64',
  'phone: base64 of a labelled one',
]

test('every kind is found in every disguise, but for these', () => {
  const missed: string[] = []
  for (const [disguise, write] of Object.entries(disguises)) {
    for (const [kind, [lead, secret]] of Object.entries(secrets)) {
      const written = write(secret)
      const text = `Now ${lead}${written} and go on.\n`
      const { text: redacted } = redactor.redact(text)
      const stream = redactor.stream()
      expect(Array.from(text, (sign) => stream.push(sign)).join('') + stream.end()).toBe(redacted)
      // Of a connection, the password goes.
      if (kind === 'connection' ? !redacted.includes('[secret:') : !gone(redacted, written)) missed.push(`${kind}: ${disguise}`)
    }
  }
  expect(missed).toEqual(open)
})

const labels = [
  'password',
  'The root password',
  'my wifi password',
  'the password for the NAS',
  'Das Passwort',
  'La contraseña',
  'the API key',
  'deploy key',
]
const links =
  ' is |: | = | - | -> | is: | is now | was | will be | which is |, which is | they gave me is | (it’s | stays | remains | is currently | is still | got rotated, it’s now | you want is | in case you forgot: | equals |? '.split(
    '|',
  )
const chosen = [
  'aB3$kL9m',
  'Summer2024!',
  'mango_3961_Tango',
  'seagull-7216',
  'tiger1234',
  'horse-battery-91',
  'k3j9x2m7q',
  'Zürich#2021',
  'aK/b9Cd/e7',
  'X7-KK-91-QP',
]
const drawn = [
  'kJ3nR8vQ2xT7wZ5bL9mD4fH6gS1pC0aY',
  '9f2c1ab37d44e5f6a7b8c9d0e1f2a3b4',
  'q8Zt+Kx3/LmN7vB2cR5yW1uJ9hE4oI6a=',
  'k3j9x2m7q5w8e1r4t6y0u2ip',
]

test('a value is found after any link, for any label', () => {
  const missed = labels.flatMap((label) =>
    links.flatMap((link) =>
      (label.endsWith('key') ? drawn : chosen)
        .map((value) => `${label}${/^[:?,]|^ $/.test(link) ? '' : ' '}${link.trim()} ${value}.`)
        .filter((text) => redactor.redact(text).text.endsWith(text.slice(text.lastIndexOf(' ')))),
    ),
  )
  expect(missed).toEqual([])
})
