import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nationalIds } from '../src/detect/national.ts'
import { createRedactor, pattern } from '../src/index.ts'
import { createDraw, fill, fixture, marked } from './corpus.ts'

const redactor = createRedactor({
  key: 'a key of the tests',
  nationalIds: nationalIds.map(({ rule }) => rule),
  patterns: [pattern('ticket', /\bTCK-\d{2,8}\b/), pattern('staff', /staff no\. [0-9 ]{4,12}x/i)],
})
const draw = createDraw(7)
const contexts = fixture<{ text: string }>('contexts').map(({ text }) => text)
const written = [
  ...fixture<{ text: string }>('look-alikes').map(({ text }) => text),
  ...fixture<{ text: string }>('personal').map(({ text }) => marked(text).text),
  ...fixture<{ text: string }>('named').map(({ text }) => marked(fill(text, draw)).text),
  ...fixture<{ shape: string }>('shapes').map(({ shape }, i) => contexts[i % contexts.length]!.replaceAll('{}', () => fill(shape, draw))),
]
const odd = [
  '@',
  '@a',
  'a@',
  '-----BEGIN',
  '-----BEGIN PRIVATE KEY-----',
  '-----END',
  '\\n',
  '\\',
  '%40',
  '%3D',
  '"',
  '":"',
  '{',
  '[',
  '=',
  ':',
  '://',
  '::',
  '+',
  '(',
  '~',
  'Q~',
  '.',
  ' ',
  '\n',
  '1',
  '0'.repeat(20),
  'eyJ',
  'sk-',
  'password',
  'password is ',
  'Bearer ',
  'a'.repeat(70),
  '\ud83d\ude00',
  'é',
  'TCK-',
  'TCK-12',
  'staff no. 12 ',
  'seed phrase: abandon ability ',
  'Private-Lines: 8\n',
  '---- BEGIN ',
  'mysql -p',
  'curl -u a:b',
  '<password>',
  '密码',
  '是',
  '：',
  'Cookie: session=',
  'key=',
  '?sig=',
  'identified by ',
  'AKIA',
  '4111 1111 ',
  '+49 30 ',
  'DE89 3704 ',
]

const text = fc
  .array(fc.oneof(fc.constantFrom(...written), fc.constantFrom(...odd), fc.string({ maxLength: 12 })), { maxLength: 8 })
  .map((pieces) => pieces.join(''))

function streamed(whole: string, sizes: readonly number[]): { text: string; counts: Readonly<Record<string, number>> } {
  const stream = redactor.stream()
  let out = ''
  for (let at = 0, i = 0; at < whole.length; i++) {
    const size = sizes[i % sizes.length]!
    out += stream.push(whole.slice(at, at + size))
    at += size
  }
  return { text: out + stream.end(), counts: stream.counts() }
}

describe('a stream gives what the whole text gives', () => {
  test('per code unit', () => {
    for (const one of written) {
      const { text: whole, counts } = redactor.redact(one)
      expect(streamed(one, [1])).toEqual({ text: whole, counts })
    }
  })

  test('at any cuts of any text', () => {
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 6 }), (one, sizes) => {
        const { text: whole, counts } = redactor.redact(one)
        expect(streamed(one, sizes)).toEqual({ text: whole, counts })
      }),
      { numRuns: 1500 },
    )
  })

  test('per code unit, of any text', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(streamed(one, [1]).text).toBe(redactor.redact(one).text)
      }),
      { numRuns: 400 },
    )
  })
})

test('what comes out says where it was replaced', () => {
  fc.assert(
    fc.property(text, (one) => {
      const { text: whole, redactions, counts } = redactor.redact(one)
      const found = redactions.map(({ type, rule, start, end }) => ({
        type,
        said: whole.slice(start, end).replace(/^"|"$/g, ''),
        start,
        rule,
      }))
      for (const { type, said, rule } of found)
        expect(said).toMatch(new RegExp(`^\\[${type}${rule === undefined ? '' : `:${rule}`}:[0-9a-f]{8}\\]$`))
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(redactions.length)
      expect(found.toSorted((a, b) => a.start - b.start)).toEqual(found)
    }),
    { numRuns: 300 },
  )
})

test('held text is bounded', () => {
  const hostile = [
    'a'.repeat(40_000),
    'password="'.concat('b c '.repeat(9_000)),
    'eyJ'.concat('A'.repeat(9_000)).repeat(3),
    '-----BEGIN PRIVATE KEY-----\n'.repeat(900),
    '1 2 '.repeat(9_000),
    'a@'.repeat(9_000),
    'https://a:'.repeat(4_000),
    '-u a:'.repeat(9_000),
    '-'.repeat(20_000),
  ]
  for (const one of hostile) {
    const stream = redactor.stream()
    let out = 0
    for (let at = 0; at < one.length; at += 7) {
      out += stream.push(one.slice(at, at + 7)).length
      if (Object.keys(stream.counts()).length === 0) expect(at + 7 - out).toBeLessThanOrEqual(redactor.maxHeldChars + 7)
    }
  }
})

test('what is longer than anything held is swallowed to its end', () => {
  const lines = (count: number): string =>
    Array.from({ length: count }, () => `${draw('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef0123456789', 64)}\n`).join('')
  const long = `key:\n-----BEGIN RSA PRIVATE KEY-----\n${lines(4000)}-----END RSA PRIVATE KEY-----\nand on`
  expect(streamed(long, [1000]).text).toMatch(/^key:\n\[secret:private-key:[0-9a-f]{8}\]\nand on$/)
  const header = btoa('{"alg":"RS256","kid":"1"}').replace(/=/g, '')
  expect(streamed(`it is ${header}.eyJ${'a1B2'.repeat(50_000)}.${'c3D4'.repeat(100)}. So`, [999]).text).toMatch(
    /^it is \[secret:jwt:[0-9a-f]{8}\]\. So$/,
  )
  expect(streamed(`-----BEGIN PRIVATE KEY-----\n${lines(20)}This text was cut, and goes on in prose.`, [50]).text).toMatch(
    /^\[secret:private-key:[0-9a-f]{8}\].{0,4} ?[a-z].*goes on in prose\.$/,
  )
})
