import { expect, test } from 'vitest'
import { sensitivity } from '../src/key-names.ts'
import { redactor } from '../bench/inputs.ts'

/** Each can be read in so many ways by a careless expression that the test would not end. */
test.each([
  ['capitals behind what looks like a name', `PASSWORD=a${'A'.repeat(400)}-b`],
  ['capitals behind the name of an act', `RESET_PASSWORD: a${'A'.repeat(480)}1`],
  ['backslashes behind the first line of a key', `-----BEGIN PRIVATE KEY-----${'\\\\\\"'.repeat(60)}!`],
  ['headers behind the first line of a key', `-----BEGIN PRIVATE KEY-----\n${'Abc: , '.repeat(70)}!`],
  ['headers and separators behind the first line of a key', `-----BEGIN PRIVATE KEY-----\n${`Abc: ${',+#>'.repeat(12)}`.repeat(9)}!`],
  ['cases that change', `the password is ${'a'.repeat(160)}${'A'.repeat(160)}${'a'.repeat(160)} and`.repeat(50)],
])('text with %s is read in the end', (_, text) => {
  expect(redactor.redact(text).text).toContain(text.slice(0, 9))
  const stream = redactor.stream()
  const out = [...text].map((character) => stream.push(character)).join('') + stream.end()
  expect(out).toBe(redactor.redact(text).text)
})

test('a word that begins like a key in base64 and is no base64 is no error', () => {
  for (const word of ['LS0tLS1CRUdJTiAAA=AA', 'LS0tLS1CRUdJTi=', 'LS0tLS1CRUdJTiA=A'.repeat(9), `LS0tLS1CRUdJTi${'A'.repeat(60)}=AA`])
    expect(redactor.redact(`It is ${word} there`)).toEqual({ text: `It is ${word} there`, counts: {}, redactions: [] })
})

test('keys are found behind headers and whatever joins lines', () => {
  const line = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIB'
  for (const between of [
    '\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0123456789ABCDEF\n\n',
    '\\\\\\nProc-Type: 4,ENCRYPTED\\\\\\nDEK-Info: AES-128-CBC,0123456789ABCDEF\\\\\\n\\\\\\n',
    '%0AVersion:%20GnuPG%20v2%0A%0A',
    '\\n" +\n  "',
    ' Comment: made by hand ',
  ]) {
    const { text, counts } = redactor.redact(`-----BEGIN RSA PRIVATE KEY-----${between}${line}`)
    expect([between, counts]).toEqual([between, { secret: 1 }])
    expect(text).not.toContain(line.slice(20))
  }
})

test('names of any length are judged by their end, and not kept', () => {
  expect(sensitivity(`${'x'.repeat(1_000_000)}_password`)).toBe('password')
  expect(redactor.redactJson({ [`${'x'.repeat(1_000_000)}_password`]: 'hunter2' }).counts).toEqual({ secret: 1 })
  expect(sensitivity(`${'password'.repeat(10_000)}s`)).toBeUndefined()
})
