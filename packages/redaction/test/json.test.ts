import fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { describe, expect, test } from 'vitest'
import { createRedactor, pattern } from '../src/index.ts'
import { createJsonTracker } from '../src/json-tracker.ts'
import { createDraw, fill, fixture, marked } from './corpus.ts'

const redactor = createRedactor({ key: 'a key of the tests' })
const draw = createDraw(11)
const texts = [
  ...fixture<{ text: string }>('personal').map(({ text }) => marked(text).text),
  ...fixture<{ text: string }>('named').map(({ text }) => marked(fill(text, draw)).text),
  ...fixture<{ text: string }>('ordinary').map(({ text }) => marked(fill(text, draw)).text),
  ...fixture<{ text: string }>('adversarial').map(({ text }) => marked(fill(text, draw)).text),
  ...fixture<{ shape: string }>('shapes').map(({ shape }) => fill(shape, draw)),
  '-----BEGIN ' + 'PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC',
  "password='abc9",
  '\\',
  '"',
  '\\"',
  'password="a\\',
  "it's",
  'C:\\new\\table',
  'émile.zola@example.com',
  '\n',
]
const leaf = fc.oneof(
  fc.constantFrom(...texts),
  fc.constantFrom(4111111111111111, 378282246310005, 15551234567, -4111111111111111, 12345678, 3.14, true, null),
  fc.string(),
  fc.tuple(fc.constantFrom(...texts), fc.constantFrom(...texts)).map((pair) => pair.join(' ')),
)
const key = fc.oneof(
  fc.constantFrom('password', 'api_key', 'phone', 'card', 'note', 'token', 'command', 'max_tokens'),
  fc.string({ maxLength: 6 }),
)
const { value: json } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, leaf, fc.array(tie('value'), { maxLength: 4 }), fc.dictionary(key, tie('value'), { maxKeys: 4 })),
}))
const document = fc.oneof(fc.array(json, { maxLength: 4 }), fc.dictionary(key, json, { maxKeys: 5 }))

const hasNoCard = (value: unknown): boolean => !/\d{12}/.test(JSON.stringify(value))

describe("JSON stays JSON, where a pattern of one's own", () => {
  const mark = /\[mine:[0-9a-f]{8}\]/g
  test.each<[string, RegExp, string, string]>([
    ['ends within an escape', /key-[a-z]{3}\\?/, '{"a":"key-abc\\"more"}', '{"a":"*\\"more"}'],
    ['ends within the escape of a control character', /key-[a-z]{3}\\u00/, '{"a":"key-abc\\u0007"}', '{"a":"*\\u0007"}'],
    ['begins within an escape', /n[a-z]{3}/, '{"a":"x\\nabc nabc"}', '{"a":"x\\n* *"}'],
    ['begins within the escape of a control character', /07[a-z]{3}/, '{"a":"\\u0007abc"}', '{"a":"\\u0007*"}'],
    ['is escaped', /é[a-z]{3}/, '{"a":"\\u00e9abc"}', '{"a":"*"}'],
    ['is a number', /\d{5}/, '{"id":12345,"n":[-12345]}', '{"id":"*","n":["*"]}'],
    ['has its quotes', /"k-\d{3}"/, '["k-123"]', '["*"]'],
    ['reaches over several strings', /"a":"x{3}","b":"y{3}"/, '{"a":"xxx","b":"yyy"}', '{"*":"*","*":"*"}'],
    ['is in no JSON', /key-[a-z]{3}\\?/, 'a key-abc\\"more', 'a *"more'],
  ])('%s', (_, expression, text, expected) => {
    const own = createRedactor({ key: 'a key of the tests', patterns: [pattern('mine', expression)] })
    expect(own.redact(text).text.replaceAll(mark, '*')).toBe(expected)
    for (let at = 1; at < text.length; at++) {
      const stream = own.stream()
      expect((stream.push(text.slice(0, at)) + stream.push(text.slice(at)) + stream.end()).replaceAll(mark, '*')).toBe(expected)
    }
  })
})

describe('JSON stays JSON', () => {
  test.each([
    ['a bare number', '{"card": 4111111111111111, "n": 1}', /^\{"card": "\[card:[0-9a-f]{8}\]", "n": 1\}$/],
    ['a negative number', '{"card":-4111111111111111}', undefined],
    ['numbers of a list', '[4111111111111111,378282246310005]', /^\["\[card:[0-9a-f]{8}\]","\[card:[0-9a-f]{8}\]"\]$/],
    ['a number as a password', '{"password": 73649182, "x": true}', /^\{"password": "\[secret:password:[0-9a-f]{8}\]", "x": true\}$/],
    ['JSON in a string', '{"a":"{\\"password\\":\\"hunter2x\\\\\\"y\\"}"}', /"\{\\"password\\":\\"\[secret:password:[0-9a-f]{8}\]\\"\}"/],
    ['an address behind an escape', String.raw`{"a":"m\u00fcller@example.com"}`, /^\{"a":"\[email:[0-9a-f]{8}\]"\}$/],
    ['a colon as a password', '[[{"password":":"}],[]]', /^\[\[\{"password":":"\}\],\[\]\]$/],
    ['a name with a space behind it', '{"":{"pw ":4111111111111111}}', /^\{"":\{"pw ":"\[secret:password:[0-9a-f]{8}\]"\}\}$/],
    ['a colon, and lists behind it', '{"password":[{"password":":"},[[]]]}', /^\{"password":\[\{"password":":"\},\[\[\]\]\]\}$/],
    ['within prose', 'I call pay({"card": 4111111111111111}) now', /pay\(\{"card": "\[card:[0-9a-f]{8}\]"\}\)/],
  ])('%s', (_, text, expected) => {
    const redacted = redactor.redact(text).text
    if (expected !== undefined) expect(redacted).toMatch(expected)
    if (text.startsWith('{') || text.startsWith('[')) JSON.parse(redacted)
  })

  test('half an escape is not replaced: what is behind it would begin otherwise', () => {
    const text = String.raw`{"a":"key\"b","c":1}`
    const start = text.indexOf('key')
    const fit = (end: number) => createJsonTracker(0).fit(text, start, end)
    expect(fit(start + 3)).toBe(start + 3)
    expect(fit(start + 4)).toBe(start + 3)
    expect(fit(start + 5)).toBe(start + 5)
    // The string ends first.
    expect(fit(text.length)).toBe(start + 6)
    expect(createJsonTracker(0).fit(text, text.length - 1, text.length)).toBeUndefined()
  })

  test('where a name has the quotation marks of other languages behind a value that is a key', () => {
    const text = '{"":"EBg8Q~NsAZ5qlrX1amitVBR0yIVFmxxGhAkuwtDi","A``":"write to jane.doe@example.com today"}'
    expect(JSON.parse(redactor.redact(text).text)).toEqual({
      '': expect.stringContaining('[secret:') as string,
      'A``': expect.stringContaining('[email:') as string,
    })
  })

  test('of any kind, at any indent, once more as a string', () => {
    fc.assert(
      fc.property(document, fc.constantFrom(undefined, 2), fc.boolean(), fc.boolean(), (value, indent, twice, asAscii) => {
        const written = JSON.stringify(twice ? { arguments: JSON.stringify(value) } : value, undefined, indent)
        // As Python writes it.
        const text = asAscii ? written.replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`) : written
        const redacted = redactor.redact(text).text
        expect(() => JSON.parse(redacted) as unknown, redacted).not.toThrow()
      }),
      { numRuns: runs(1500) },
    )
  })
})

/** Of what JSON is made of, and what assigns: a detector that does not see where a string ends takes its end with it. */
const sign = fc.constantFrom(
  ...':={}[],"\\\n ()-$@4',
  '": "',
  ' is ',
  'password',
  'pw ',
  'token: ',
  '\n  ',
  'Xy7!kP2w',
  '4111111111111111',
  'a@b.com',
  ' at ',
  'ghp_',
  '" + "',
)
const signs = fc.array(sign, { maxLength: 5 }).map((all) => all.join(''))
const name = fc.oneof(fc.constantFrom('password', 'pw ', 'token', 'key: ', 'card', 'pass'), signs)
const { value: dense } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    signs,
    fc.constantFrom(4111111111111111, -73649182, true, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3 }),
  ),
}))

test('JSON of the signs that it is made of stays JSON', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.array(dense, { maxLength: 3 }), fc.dictionary(name, dense, { maxKeys: 3 })),
      fc.constantFrom(undefined, 1),
      (value, indent) => {
        const redacted = redactor.redact(JSON.stringify(value, undefined, indent)).text
        expect(() => JSON.parse(redacted) as unknown, redacted).not.toThrow()
      },
    ),
    { numRuns: runs(3000) },
  )
})

describe('values', () => {
  test('keep their shape and their keys; what a key calls secret goes', () => {
    const value = {
      user: 'bob',
      password: 'abc',
      apiKey: 'short',
      nested: [{ to: 'jane@example.com', token: '${TOKEN}', max_tokens: 512, pin: 4821 }, null, true],
      phone: '4155552671',
      body: JSON.stringify({ secret: 'Tr0ub4dor&3xyz' }),
    }
    const before = structuredClone(value)
    const { value: redacted, counts } = redactor.redactJson(value)
    expect(value).toEqual(before)
    expect(redacted).toEqual({
      user: 'bob',
      password: expect.stringMatching(/^\[secret:password:[0-9a-f]{8}\]$/),
      apiKey: expect.stringMatching(/^\[secret:generic-key:[0-9a-f]{8}\]$/),
      nested: [{ to: expect.stringMatching(/^\[email:[0-9a-f]{8}\]$/), token: '${TOKEN}', max_tokens: 512, pin: 4821 }, null, true],
      phone: expect.stringMatching(/^\[phone:[0-9a-f]{8}\]$/),
      body: expect.stringMatching(/^\{"secret":"\[secret:generic-key:[0-9a-f]{8}\]"\}$/),
    })
    expect(counts).toEqual({ secret: 3, email: 1, phone: 1 })
  })

  test('are as deep as they are, and hold any key', () => {
    let deep: unknown = 'mail jane@example.com'
    for (let i = 0; i < 20_000; i++) deep = i % 2 === 0 ? [deep] : { a: deep }
    expect(redactor.redactJson(deep).counts).toEqual({ email: 1 })
    const odd = JSON.parse('{"__proto__":{"password":"hunter2"},"constructor":1}') as unknown
    expect(Object.keys(redactor.redactJson(odd).value as object)).toEqual(['__proto__', 'constructor'])
  })

  test('without anything to redact come out equal', () => {
    fc.assert(
      // Of long numbers, one in ten is a card's.
      fc.property(fc.jsonValue({ stringUnit: fc.constantFrom('x', 'q', 'é', ' ', '"', '\\', '\n') }).filter(hasNoCard), (value) => {
        expect(redactor.redactJson(value)).toEqual({ value, counts: {} })
      }),
      {
        examples: [[{ a: [1, 'b', null, { c: -0.5 }] }], [[0.1234567890123457, 1e300, 1234567890123, -1.5e-7]]],
        numRuns: runs(300),
      },
    )
  })
})
