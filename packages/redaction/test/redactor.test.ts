import { ReasonError } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { createRedactor, mergeCounts, redactionTypes, rulesVersion } from '../src/index.ts'
import { nationalIds } from '../src/detect/national.ts'

const key = 'a key of the tests'
const marks = (text: string): string[] => Array.from(text.matchAll(/:([0-9a-f]{8})\]/g), (match) => match[1]!)

describe('fingerprints', () => {
  test('are equal for equal values, however they are written', () => {
    const { text } = createRedactor({ key }).redact(
      '4111 1111 1111 1111, 4111-1111-1111-1111; Jane@Example.com jane@example.com; +49 30 901820, +4930901820; DE89 3704 0044 0532 0130 00 DE89370400440532013000',
    )
    const [a, b, c, d, e, f, g, h] = marks(text)
    expect([a, c, e, g]).toEqual([b, d, f, h])
    expect(new Set([a, c, e, g]).size).toBe(4)
  })

  test('are of the secret, wherever it stands', () => {
    const { text } = createRedactor({ key }).redact('password=Tr0ub4dor3 https://bob:Tr0ub4dor3@host.example/ "password":"Tr0ub4dor3"')
    expect(new Set(marks(text)).size).toBe(1)
    expect(marks(text)).toHaveLength(3)
  })

  test('cannot be compared under another key, and without one only within a redactor', () => {
    const one = (options: Parameters<typeof createRedactor>[0]): string[] =>
      marks(createRedactor(options).redact('+49 30 901820 +49 30 901820').text)
    expect(one({ key })).toEqual(one({ key: new TextEncoder().encode(key) }))
    expect(one({ key })).not.toEqual(one({ key: 'another key of the tests' }))
    expect(one({})).not.toEqual(one({}))
    const [first, second] = one({})
    expect(first).toBe(second)
  })
})

describe('options', () => {
  const text =
    'sk-' +
    'proj-abcdefghij1234567890 jane@example.com +49 30 901820 4111111111111111 DE89370400440532013000 93.184.216.34 127.0.0.1 536-90-4399'
  const counts = (options: Parameters<typeof createRedactor>[0]): Readonly<Record<string, number>> =>
    createRedactor(options).redact(text).counts

  test('say what is looked for', () => {
    expect(counts({})).toEqual({ secret: 1, email: 1, phone: 1, card: 1, iban: 1, ip: 1, 'national-id': 1 })
    expect(counts({ secrets: false, personal: ['email'], nationalIds: [] })).toEqual({ email: 1 })
    expect(counts({ personal: [], nationalIds: [] })).toEqual({ secret: 1 })
    expect(counts({ personal: ['ip'], secrets: false, nationalIds: [], localAddresses: true })).toEqual({ ip: 2 })
    expect(counts({ personal: [], secrets: false, nationalIds: ['us-ssn'] })).toEqual({ 'national-id': 1 })
  })

  test('are checked', () => {
    const refused = (options: unknown): unknown => {
      try {
        createRedactor(options as never)
      } catch (error) {
        return ReasonError.is(error) ? error.message : error
      }
      return undefined
    }
    expect(refused({ secret: true })).toMatch(/unknown option "secret" \(did you mean "secrets"\?\)/)
    expect(refused({ key: 'short' })).toMatch(/key: length must be >= 16\.$/)
    expect(refused({ nationalIds: ['us-snn'] })).toMatch(/nationalIds/)
  })
})

test.each<[unknown, string]>([
  [{ password: 'x' }, 'redact() takes a text, not Object. For other values use redactJson().'],
  [undefined, 'redact() takes a text, not undefined.'],
])('%j is refused in place of a text, instead of an empty result', (value, says) => {
  expect(() => createRedactor().redact(value as string)).toThrow(says)
})

test.each([
  ['digits that are said to be doubled and tripled', 'Call me: triple nine double four triple two', 'Call me: *'],
  [
    'the column of a table, and nothing of the lines behind it',
    'name,password\nbob,s3cretPa55!x\nno table here\nIn short, tr0ub4dor3x\n',
    'name,password\nbob,*\nno table here\nIn short, tr0ub4dor3x\n',
  ],
  ['a key on two lines', 'api_key: sk9f8a7b6c5d4e3f2a1bZq\n   Zk3Qp9Xw7Lm2Vt8Rb4\n', 'api_key: *\n'],
  [
    'a key, and not the words in the next line',
    'api_key: sk9f8a7b6c5d4e3f2a1bZq\n   configuration_settings_here\n',
    'api_key: *\n   configuration_settings_here\n',
  ],
])('%s', (_, text, expected) => {
  const redacted = createRedactor({ key }).redact(text).text
  expect(redacted.replaceAll(/\[[a-z:-]+:[0-9a-f]{8}\]/g, '*')).toBe(expected)
})

test('what is redacted stays as it is', () => {
  const redactor = createRedactor({ key })
  const once = redactor.redact(
    'password: Tr0ub4dor3, token ghp_' + 'a1B2'.repeat(9) + ', jane@example.com, {"api_key":"0123456789abcdef0123"}',
  ).text
  expect(redactor.redact(once)).toEqual({ text: once, counts: {}, redactions: [] })
})

test('every type that is found is in the list of types', () => {
  expect(createRedactor().id).toBe(`@reason/redaction/${rulesVersion}`)
  expect(redactionTypes.map(({ type }) => type)).toEqual(['secret', 'email', 'phone', 'card', 'iban', 'birth-date', 'ip', 'national-id'])
  expect(redactionTypes.find(({ type }) => type === 'national-id')?.rules).toHaveLength(new Set(nationalIds.map(({ rule }) => rule)).size)
})

test('counts add up', () => {
  expect(mergeCounts({ email: 2 }, {}, { email: 1, secret: 1 })).toEqual({ email: 3, secret: 1 })
})

test('a secret is found again without its name, and an ordinary word is not', () => {
  const text =
    'The password is Tr0ub4dor3x, user root, password calvin. I asked calvin: does xTr0ub4dor3x or Tr0ub4dor3xy work, or "Tr0ub4dor3x"?'
  const found = createRedactor({ key }).redact(text).text
  expect(found.match(/\[secret:password:[0-9a-f]{8}\]/g)).toEqual([found.slice(16, 42), expect.any(String), found.slice(16, 42)])
  expect(found).toMatch(/I asked calvin: does xTr0ub4dor3x or Tr0ub4dor3xy work, or "\[secret/)
})

test('16 secrets are kept, so that a text of many takes linear time', () => {
  const values = Array.from({ length: 17 }, (_, i) => `Zq${i + 10}wRt7Lm`)
  const text = `${values.map((value) => `password=${value}`).join('\n')}\n${values.join(' ')}`
  expect(createRedactor({ key }).redact(text).text.split('\n').at(-1)).toMatch(/^Zq10wRt7Lm \[secret:(?!.*Zq)/)
})
