import fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
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
  ...fixture<{ text: string }>('ordinary').map(({ text }) => marked(fill(text, draw)).text),
  ...fixture<{ text: string }>('adversarial').map(({ text }) => marked(fill(text, draw)).text),
  ...fixture<{ text: string }>('harmless').map(({ text }) => fill(text, draw)),
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
  '\\u0040',
  '\\u00a0',
  '\u200b',
  '\u2011',
  '\uff10',
  '\u0441',
  '&#64;',
  '\x1b[32m',
  '$6$',
  '$2y$10$',
  'otpauth://totp/a?secret=',
  ' at ',
  '(at)',
  ' dot com',
  'rsk_',
  '用户',
]

const text = fc
  .array(fc.oneof(fc.constantFrom(...written), fc.constantFrom(...odd), fc.string({ maxLength: 12 })), { maxLength: 8 })
  .map((pieces) => pieces.join(''))

function streamed(whole: string, sizes: readonly number[], by = redactor): { text: string; counts: Readonly<Record<string, number>> } {
  const stream = by.stream()
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

  test.each(['one two three 1990-01-02\r\n4111', 'call one two five... six nine three two', 'call one two five nine - six nine three'])(
    'where the gap within a number in words is cut: %j',
    (text) => {
      for (let at = 1; at < text.length; at++) {
        const stream = redactor.stream()
        expect([at, stream.push(text.slice(0, at)) + stream.push(text.slice(at)) + stream.end()]).toEqual([at, redactor.redact(text).text])
      }
    },
  )

  test('where an escape may begin at a character that was read', () => {
    const text = String.raw`\u200b\\\\\4\u200b and on`
    expect(streamed(text, [1]).text).toBe(text)
  })

  test('where a word between two parts may be the beginning of a token', () => {
    const text = 'First dop_v1_60b100722d87bbfc1b51fc77edd8 and the second half is 36c1a4b21db447087cb1d7f48eac70b42217.'
    expect(redactor.redact(text).text).toMatch(/^First \[secret:digitalocean-token:[^\]]+\]\.$/)
    expect(streamed(text, [1]).text).toBe(redactor.redact(text).text)
  })

  test('where a quoted name has a comma, beside custom patterns', () => {
    const text = 'write to "ana,silva"@posteo.de now, and go on'
    expect(streamed(text, [1]).text).toBe(redactor.redact(text).text)
  })

  test.each([
    '"jane doe"@example.com x',
    'to <"jane doe"@example.com>, x',
    '{"a":"\\"jane doe\\"@example.com x"}',
    'a "quoted word" and x',
  ])('where a quoted name has two words: %j', (text) => {
    // Custom patterns would hold more of the text.
    const plain = createRedactor({ key: 'a key of the tests' })
    for (let size = 1; size < text.length; size++)
      expect([size, streamed(text, [size], plain).text]).toEqual([size, plain.redact(text).text])
  })

  test('at any cuts of any text', () => {
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 6 }), (one, sizes) => {
        const { text: whole, counts } = redactor.redact(one)
        expect(streamed(one, sizes)).toEqual({ text: whole, counts })
      }),
      { numRuns: runs(1500) },
    )
  })

  test('per code unit, of any text', () => {
    fc.assert(
      fc.property(text, (one) => {
        expect(streamed(one, [1]).text).toBe(redactor.redact(one).text)
      }),
      { numRuns: runs(400) },
    )
  })
})

/** What is waited for on behalf of one rule hides what another one does not wait for: so one of each. */
const redactors = {
  default: createRedactor({ key: 'a key of the tests' }),
  identities: createRedactor({ key: 'a key of the tests', nationalIds: nationalIds.map(({ rule }) => rule), localAddresses: true }),
  parts: createRedactor({ key: 'a key of the tests', patterns: [pattern('part', /q[0-9a-c]{1,9}z/)] }),
  paths: createRedactor({ key: 'a key of the tests', patterns: [pattern('path', /\/x[^/]{0,40}\//)] }),
}

const list = (words: string): string[] => words.split(' ')

/** Pieces that rules may make something of, or of which they may not yet know whether something comes of them. */
const pieces: Record<string, readonly string[]> = {
  digits: [...'0123456789 -()/:.+ab\u00a0'],
  phone: [...'049 -/.(+\u00a0\u00a0', '+49', '0049', '+1', '(0)', '(212)', '555', '0123', '901820', 'tel. ', ' and '],
  card: [...'04 -.', '4111', ' 1111', '-1111', '1111', '3782 822463 10005', '4111 1111 1111 1111', 'card ', ' and '],
  iban: [...'0 -Xx.\u00a0', 'DE89', ' 3704', '3704', ' 0044', 'GB29 ', 'NWBK', ' 6016', 'DE89 3704 0044 0532 0130 00', ' and '],
  ip: [...'0129afg:::... /-%', '93.184.216.34', '2001:', 'db8:', '::1', 'ip ', 'v', ' and '],
  email: [..."ab._%+'-@@ \n:/,", '%40', '%3D', '\\n', 'example', '.com', '.co', '.rs', '://', 'git@', 'x'.repeat(63)],
  identity: [...'0129 -.AXZL', ...list('AB 12 34 56C 1234567 536-90 -4399 529.982.247 -25 RSSMRA 85T10A562S bsn: ')],
  token: [...'~._-%|" 1aQ=', ...list('sk- proj- ghp_ eyJ .eyJ 1Q~ LS0tLS1CRUdJTi AKIA \\n'), 'a1B2'.repeat(8), 'c3D4'.repeat(3)],
  assignment: [...'"\'\\=: ,;)[]<>`\n“@', ...list('password api_key String( hunter2 Tr0ub4dor3 Bearer :// is'), 'a1B2'.repeat(5)],
  key: [...' \n"-', ' PRIVATE KEY', 'Private-Lines: 8', ...list('----- BEGIN END \\n Comment: %0A MIIEvQIBADANBgkqhkiG9w0B aB3= prose.')],
  reading: [
    ...'\\\\\\%&;#u0x_/ab41а\u200b\u00ad\u00a0\u2011–—。．＠４\x1b[m',
    ...list(
      '\\u0040 \\u00a0 \\u200b \\u001b[3 u004 %40 %3A%2F%2F %2F %20 &#64; &nbsp; &#x4 \ud835 \udfd2 4111 jane @example.com password= https:',
    ),
    '\u200b'.repeat(20),
    '\\u0061'.repeat(30),
  ],
  spelt: [
    ...' .()[]<>-_@',
    ...list('jane dot at AT example com org (at) [dot] {dot} _at_ _dot_ is email: look arroba punto example.com'),
    ' at ',
    ' dot ',
    ' @ ',
  ],
  international: [...'@@.. -，。é', ...list('用户 例子 広告 müller bücher example .com .рф почта \\u00fc .example 中国 jane')],
  joined: [
    ...'"\'\\+n\r\n\t a1B',
    ...list('ghp_ sk-proj- AKIA rsk_ abcdefghij_ " + "'),
    'aB3dE5gH7jK9mN1pQ3',
    'X1y2Z3w4V5u6T7s8R9',
    '\n    ',
  ],
  hash: [
    ...'$$\\./%24:,=',
    ...list('$6$ $2y$10$ $argon2id$ v=19 m=65536,t=3,p=4 {SSHA} pbkdf2_sha256$ rounds=5000 otpauth:// totp/ ?secret='),
    'aB3dE5gH7jK9mN1pQ3sT5v'.repeat(2),
  ],
  yaml: [...' :\n\r>|-#', ...list('password token api_key secret: aB3dE5gH7jK9!mN1pQ3 value: name: ADO_PAT'), ':\n  ', ': >-\n  '],
  pattern: [...'qz1abc/x -:', 'q1z', '/x', '://', 'TCK', '+49 30 901820', 'jane@example.com', ' and '],
}

describe('a stream gives what the whole text gives, of texts made for a rule', () => {
  test.each(Object.keys(pieces).flatMap((of) => Object.entries(redactors).map(([name, by]) => [of, name, by] as const)))(
    '%s, %s',
    (of, _, by) => {
      const made = fc.array(fc.constantFrom(...pieces[of]!), { maxLength: 40, size: 'max' }).map((all) => all.join(''))
      fc.assert(
        fc.property(made, fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }), (one, sizes) => {
          const { text: whole, counts } = by.redact(one)
          for (const cuts of [[1], sizes]) expect(streamed(one, cuts, by)).toEqual({ text: whole, counts })
        }),
        { numRuns: runs(250) },
      )
    },
  )
})

const keyLine = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIB'

describe('at any two pieces, and per code unit, it is found, and nothing else', () => {
  test.each([
    ['a number in groups that a space does not break', 'default', '+49\u00a030\u00a0901820', /^\[phone\]$/],
    ['an address before hidden tags', 'default', 'jane@example.com\u{e0061}\u{e0061} and', /^\[email\]\u{e0061}\u{e0061} and$/u],
    [
      'a seed before them',
      'default',
      'otpauth://totp/A?secret=GGKPGNQSBFMR4STFQBPPVU7QFBRRCRRD\u{e0068}\u{e0075}\u{e006e}\u{e0074}\udb40. x',
      /^\[secret:one-time-seed\]\. x$/,
    ],
    ['its end only', 'default', 'call 0049 30\u00a0901820 now', /^call \[phone\] now$/],
    ['among what is no number', 'default', '3704 0044 81932)\u00a00 6 334/70: 3', /^3704 \[phone\]\/70: 3$/],
    ['a number behind letters and a space', 'identities', 'It is AB 123456C', /^It is \[national-id:uk-nino\]$/],
    ['what begins before its sign', 'default', '~~~1Q~6Aw6hRv8RkcdVIOkNfHr2WMrsIvYrR. see there', /^\[secret:azure-secret\] see there$/],
    [
      'a key whose dashes were typeset behind a password',
      'default',
      `passwd:Bg8Q~NsAZ5qlrX1amitVBR0yIVFmxxGhAkuwtDi–––––BEGIN PRIVATE KEY–––––\n${keyLine},${keyLine}–––––BEGIN PRIVATE KEY–––––\npassword: `,
      /^passwd:\[secret:password\]\[secret:private-key\]/,
    ],
    [
      'a key behind all that may stand before it',
      'default',
      `Private-Lines: 8\n${`Comment: ${'made by hand, '.repeat(5)}\n`.repeat(6)}Comment: \n${keyLine}\n${'And on. '.repeat(12)}`,
      /^Private-Lines: 8\[secret:private-key\]/,
    ],
  ] as const)('%s', (_, by, whole, expected) => {
    const plain = (text: string): string => text.replace(/:[0-9a-f]{8}\]/g, ']')
    const { text } = redactors[by].redact(whole)
    expect(plain(text)).toMatch(expected)
    expect(streamed(whole, [1], redactors[by]).text).toBe(text)
    for (let at = 1; at < whole.length; at++) expect([at, streamed(whole, [at, whole.length], redactors[by]).text]).toEqual([at, text])
  })
})

test('what comes out says where it was replaced', () => {
  fc.assert(
    fc.property(text, (one) => {
      const { text: whole, redactions, counts } = redactor.redact(one)
      const found = redactions.map(({ type, rule, start, end }) => ({
        type,
        said: whole.slice(start, end).replace(/^["']|["']$/g, ''),
        start,
        rule,
      }))
      for (const { type, said, rule } of found)
        expect(said).toMatch(new RegExp(`^\\[${type}${rule === undefined ? '' : `:${rule}`}:[0-9a-f]{8}\\]$`))
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(redactions.length)
      expect(found.toSorted((a, b) => a.start - b.start)).toEqual(found)
    }),
    { numRuns: runs(300) },
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
