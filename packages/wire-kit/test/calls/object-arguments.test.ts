import { anyCharacter } from '@reason/testkit/any-character'
import { objectArguments } from '@reason/wire-kit'
import fc from 'fast-check'
import { expect, test } from 'vitest'

const deep = '['.repeat(5000) + ']'.repeat(5000)

test.each([
  ['an object stays as it was written', '{"a": 12345678901234567890, "a": 1}', undefined, '{"a": 12345678901234567890, "a": 1}'],
  ['on several lines it goes on one', '{\n  "a": "b\\nc"\r\n}\n', undefined, '{"a":"b\\nc"}'],
  ['nothing is an empty object', ' \n', undefined, '{}'],
  ['text', 'plan "B"', undefined, '{"input":"plan \\"B\\""}'],
  ['a list', '[{}]', undefined, '{"input":"[{}]"}'],
  ['null', 'null', undefined, '{"input":"null"}'],
  ['an object that was cut', '{"a":', undefined, '{"input":"{\\"a\\":"}'],
  ['text that looks like an object', '{}', 'custom', '{"input":"{}"}'],
  ['what nests too deeply', `{"a":${deep}}`, undefined, `{"input":"{\\"a\\":${deep}}"}`],
  ['brackets in strings, which nest nothing', `{"a":"${deep}\\"${deep}"}`, undefined, `{"a":"${deep}\\"${deep}"}`],
])('%s', (_, text, contentType, json) => expect(objectArguments(text, contentType)).toBe(json))

test('whatever the text is, it is an object on one line that holds it', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: anyCharacter }),
        fc.json(),
        fc.json().map((json) => JSON.stringify(JSON.parse(json), undefined, 1)),
      ),
      (text) => {
        const json = objectArguments(text)
        expect(json).not.toMatch(/[\r\n]/)
        const value = JSON.parse(json) as Record<string, unknown>
        expect(typeof value === 'object' && value !== null && !Array.isArray(value)).toBe(true)
        if (Object.keys(value).join() === 'input' && value['input'] === text) return
        expect(value).toEqual(text.trim() === '' ? {} : JSON.parse(text))
      },
    ),
  )
})
