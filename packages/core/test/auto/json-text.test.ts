import { describe, expect, test } from 'vitest'
import { newJsonText, readJson } from '../../src/auto/json-text.ts'

const placeOf = (text: string, size: number): string => {
  const json = newJsonText()
  for (let at = 0; at < text.length; at += size) {
    const piece = text.slice(at, at + size)
    readJson(json, piece, 0, piece.length)
  }
  return json.place
}

describe('a text that may be JSON', () => {
  test.each([
    ['', 'blank'],
    [' \n\t', 'blank'],
    ['{', 'opened'],
    [' [\n', 'opened'],
    ['[t', 'opened'],
    ['[true', 'value'],
    ['[the', 'broken'],
    ['[Adding', 'broken'],
    ['{a', 'broken'],
    ['{1', 'broken'],
    ['[-1.5e3, null', 'value'],
    ['{"a', 'string'],
    ['{"a\\', 'string'],
    ['{"a\\"', 'string'],
    ['{"a\\\\"', 'closed'],
    ['{"a"', 'closed'],
    ['{"a" \n:', 'value'],
    ['{"a" b', 'broken'],
    ['{"a":"b\n', 'broken'],
    ['{"a":1"', 'broken'],
    ['{"a":[{}', 'value'],
    ['{"a":[{}]}', 'over'],
    ['{}', 'over'],
    ['{} and more', 'over'],
    ['Four.', 'broken'],
    ['"a"', 'broken'],
    [`${'['.repeat(5000)}"`, 'string'],
    // In a Markdown fence.
    ['`', 'fence'],
    ['```', 'fence'],
    ['```json', 'fence'],
    ['\n```json\r\n', 'blank'],
    ['```\n{"a', 'string'],
    ['```json \n[1]\n```', 'over'],
    ['```json\n```\n{', 'broken'],
    ['``\n{', 'broken'],
    ['`a`', 'broken'],
    ['````\n{', 'broken'],
    ['```"\n{', 'broken'],
    ['```json\nFour', 'broken'],
    [`\`\`\`${'a'.repeat(100)}`, 'broken'],
  ])('%j is %s', (text, place) => {
    for (const size of [1, 2, 3, 7, 10_000]) expect({ size, place: placeOf(text, size) }).toEqual({ size, place })
  })

  test('reading stops where `until` says so', () => {
    const json = newJsonText()
    const text = '{"a":"b","c"'
    expect(readJson(json, text, 0, text.length, ({ place }) => place === 'closed')).toBe(4)
    expect(readJson(json, text, 4, 6)).toBe(6)
    expect(json.place).toBe('string')
  })
})
