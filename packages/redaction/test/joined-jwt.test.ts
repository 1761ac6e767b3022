import { describe, expect, it } from 'vitest'
import { createRedactor } from '../src/index.ts'
import { createDraw, fill, gone } from './corpus.ts'

const redactor = createRedactor({ key: 'a key of the tests' })
const draw = createDraw(7)
/** With a signature of HMAC, and one as long as RSA's. */
const tokens = [fill('{jwt}', draw), `${fill('{jwt}', draw).split('.').slice(0, 2).join('.')}.${fill('{w342}', draw)}`]

const lines = (token: string, width: number, between: string): string => token.match(new RegExp(`.{1,${width}}`, 'g'))!.join(between)
const parts = (token: string, between: string): string => token.split('.').join(between)

const ways: [string, (token: string) => string][] = [
  ['lines of 64', (token) => lines(token, 64, '\n')],
  ['lines of 76 behind a header', (token) => `Authorization: Bearer ${lines(token, 76, '\r\n')}`],
  ['lines of 40, indented', (token) => lines(token, 40, '\n    ')],
  ['escaped line ends', (token) => `{"token":"${lines(token, 60, '\\n')}"}`],
  ['lines that a shell joins', (token) => `curl -H "X-Auth: ${lines(token, 50, '\\\n')}"`],
  ['strings that are put together', (token) => `const t = "${lines(token, 50, '" +\n  "')}";`],
  ['a part on each line', (token) => parts(token, '.\n')],
  ['a part on each line, its dot first', (token) => parts(token, '\n.')],
  ['a part on each line, without dots', (token) => parts(token, '\n')],
  ['dots with blanks', (token) => parts(token, ' . ')],
  ['dots and a blank', (token) => parts(token, '. ')],
  ['dots in brackets', (token) => parts(token, '[.]')],
  ['dots that are spelt', (token) => parts(token, '[dot]')],
  ['strings for each part', (token) => `["${parts(token, '" + "."\n + "').replaceAll('" + "."\n + "', '." + "')}"]`],
]

describe.each(ways)('a JWT in %s', (_, way) => {
  it.each(tokens)('goes as a whole', (token) => {
    const text = `see ${way(token)} and go on`
    const { text: redacted, redactions } = redactor.redact(text)
    expect(token.split('.').filter((part) => !gone(redacted, part))).toEqual([])
    expect([redactions.length, redacted.startsWith('see '), redacted.endsWith(' and go on')]).toEqual([1, true, true])
    const stream = redactor.stream()
    expect(Array.from(text, (one) => stream.push(one)).join('') + stream.end()).toBe(redacted)
  })
})

const [token] = tokens as [string]

it.each<[string, string, string]>([
  ['the next line', `${token}\nNext line of 2 Words`, '\nNext line of 2 Words'],
  ['the next sentence', `It is ${token}. Keep it.`, '. Keep it.'],
  ['a name on the next line', `${token}\nuserName2`, '\nuserName2'],
  ['the end of a string', `{"a":"${token}","b":"c"}`, '","b":"c"}'],
])('leaves %s', (_, text, end) => {
  expect(redactor.redact(text).text.endsWith(`]${end}`)).toBe(true)
})

it('takes two on two lines as two', () => {
  expect(redactor.redact(tokens.join('\n')).text).toMatch(/^\[secret:jwt:\w+\]\n\[secret:jwt:\w+\]$/)
})

it.each(['eyJhIjoxfQ\nis JSON', `${btoa('{"hello":"world of words"}')}\n${btoa('{"another":"document"}')}`, 'eyJ. eyJ. eyJ'])(
  'leaves JSON in base64: %j',
  (text) => {
    expect(redactor.redact(text).text).toBe(text)
  },
)
