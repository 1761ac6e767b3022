import { describe, expect, test } from 'vitest'
import { createRedactor, pattern } from '../src/index.ts'

const redact = (text: string, ...patterns: ReturnType<typeof pattern>[]): string =>
  createRedactor({ key: 'a key of the tests', patterns })
    .redact(text)
    .text.replace(/:[0-9a-f]{8}\]/g, ']')

describe("patterns of one's own", () => {
  test('are found, by their names', () => {
    expect(redact('see TCK-1234 and tck-99, xTCK-1', pattern('ticket', /\bTCK-\d{1,8}\b/i))).toBe('see [ticket] and [ticket], xTCK-1')
    expect(redact('a1 b2', pattern('a', 'a[0-9]'), pattern('b', 'b[0-9]'))).toBe('[a] [b]')
  })

  test('know their longest match', () => {
    expect(pattern('a', /(?:ab|c{1,5})[0-9]{2}x?/).maxChars).toBe(8)
    expect(pattern('a', /\bé{1,3}\b/).maxChars).toBe(3)
  })

  test('come before rules where both begin at one place; what begins first comes first', () => {
    expect(redact('jane@corp.example', pattern('staff', /[a-z]{1,10}@corp\.example/))).toBe('[staff]')
    expect(redact('jane@corp.example', pattern('corp', /corp/))).toBe('[email]')
  })

  test.each([
    ['a word', /q[0-9a-c]{1,9}z/, 'The defaultq1z of', 'The default[mine] of'],
    ['a long word', /q[0-9a-c]{1,9}z/, `${'a'.repeat(200)}q1zz, and on`, `${'a'.repeat(200)}[mine]z, and on`],
    ['a number', /8{1,9}z/, '4155552688z of', '41555526[mine] of'],
    ['a sign', /\/x[^/]{0,40}\//, `http://x is there/${' and so on'.repeat(10)}`, `http:/[mine]${' and so on'.repeat(10)}`],
  ])('are found in the middle of %s, whole and however it is cut', (_, expression, text, expected) => {
    const redactor = createRedactor({ key: 'a key of the tests', patterns: [pattern('mine', expression)] })
    const plain = (redacted: string): string => redacted.replace(/:[0-9a-f]{8}\]/g, ']')
    expect(plain(redactor.redact(text).text)).toBe(expected)
    for (let at = 1; at < text.length; at++) {
      const stream = redactor.stream()
      expect(plain(stream.push(text.slice(0, at)) + stream.push(text.slice(at)) + stream.end())).toBe(expected)
    }
  })

  test('run in linear time, however they are written', () => {
    const nested = pattern('nested', /(?:a{1,30}){1,30}b/)
    expect(redact('a'.repeat(20_000), nested)).toBe('a'.repeat(20_000))
    expect(redact(`${'a'.repeat(30)}b`, nested)).toBe('[nested]')
  })

  test.each([
    ['without a bound', /TCK-\d+/, /"\\d\+" has no bound.*\{1,64\}/],
    ['lookahead', /a(?=b)/, /"\(\?=b\)" is a lookaround/],
    ['lookbehind', /(?<!a)b/, /is a lookaround/],
    ['a reference', /(a)\1/, /is a backreference/],
    ['the beginning of a text', /^a/, /flag m/],
    ['the empty text', /a?/, /matches the empty text/],
    ['too long', /a{1,2000}/, /1024 is the most/],
    ['no expression', 'a(', /no regular expression/],
  ])('are refused: %s', (_, expression, message) => {
    expect(() => pattern('mine', expression)).toThrow(TypeError)
    expect(() => pattern('mine', expression)).toThrow(message)
  })

  test('are refused under a name that is none', () => {
    expect(() => pattern('a b', /x/)).toThrow('cannot be called "a b"')
  })

  test('and nothing else is taken for one', () => {
    expect(() => createRedactor({ patterns: [/x/ as never] })).toThrow(/pattern\(name, expression\)/)
  })

  test('leave nothing of a secret in place whose beginning they take', () => {
    const entra = `aB38Q~${'x1Y2'.repeat(8)}zz`
    expect(redact(`id ${entra} end`, pattern('start', '[A-Za-z]{2}38'))).toBe('id [start][secret:azure-secret] end')
    const line = 'k9Fv'.repeat(16)
    expect(
      redact(
        `see \u2014\u2014BEGIN PRIVATE KEY\u2014\u2014\n${line}\n${line}\n\u2014\u2014END PRIVATE KEY\u2014\u2014`,
        pattern('dash', '[\u2013\u2014]{1,5}'),
      ),
    ).toBe('see [dash][secret:private-key]\n[dash]END PRIVATE KEY[dash]')
  })
})
