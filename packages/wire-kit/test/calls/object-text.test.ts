import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ObjectText } from '../../src/calls/object-text.ts'

/** Writes pieces. `-`: nothing is said of them. */
function written(pieces: readonly string[], isText = false): [json: string, said: string] {
  const input = new ObjectText(isText)
  const json = pieces.map((piece) => input.push(piece)).join('') + input.end()
  return [json, [input.isMended ? 'mended' : '', input.hasRest ? 'rest' : ''].join('') || '-']
}

const deep = `{"a":${'['.repeat(1500)}`

describe.each<[string, string, string?, string?]>([
  ['an object', '{"a": [1, -2.5e3, true, {"b": "\\u00e9\\n"}], "c": {}}'],
  ['blank space around it', ' {\n "a" : [ ] }\n'],
  ['nothing', '', ''],
  ['blank space', ' \n', ''],
  ['null, which some models write for no arguments', ' null ', ''],
  ['half of it', 'nul', '{"input":"nul"}'],
  ['text', 'plan "B"\n', '{"input":"plan \\"B\\"\\n"}'],
  ['a list', '[1]', '{"input":"[1]"}'],
  ['fenced JSON', '```json\n{}\n```', '{"input":"```json\\n{}\\n```"}'],
  ['an object that was cut', '{"a": [1, 2', '{"a": [1, 2'],
  ['in an escape', '{"a": "\\u00', '{"a": "\\u00'],
  ['behind a comma', '{"a": 1, ', '{"a": 1, '],
  ['line ends in a string', '{"a":"b\n\tc"}', '{"a":"b\\n\\tc"}', 'mended'],
  ['escapes that JSON has not', '{"a":"C:\\Users\\u12 \\x41\\""}', '{"a":"C:\\\\Users\\\\u12 \\\\x41\\""}', 'mended'],
  ['an escape before the end of its string', '{"a":"\\u12"}', '{"a":"\\\\u12"}', 'mended'],
  ['commas at an end', '{"a":[1,2, ],}', '{"a":[1,2 ]}', 'mended'],
  ['words of Python', '{"a":True,"b":[None,False]}', '{"a":true,"b":[null,false]}', 'mended'],
  ['a second bracket', '{"a":1}}', '{"a":1}', 'rest'],
  ['a second object', '{"a":1}\n{"b":2} ', '{"a":1}\n', 'rest'],
  ['names in other quotes', `{'a':1}`, `{"input":"{'a':1}"}`, 'mended'],
  ['from the second on', `{"a":1,'b':2}`, `{"a":1,"input":"{\\"a\\":1,'b':2}"}`, 'mended'],
  ['a value in other quotes', `{"a":'x'}`, `{"a":null,"input":"{\\"a\\":'x'}"}`, 'mended'],
  ['a word that is none', '{"a":[x],"b":1}', '{"a":[null],"input":"{\\"a\\":[x],\\"b\\":1}"}', 'mended'],
  ['a number that is none', '{"a":01}', '{"a":null,"input":"{\\"a\\":01}"}', 'mended'],
  ['a name without a colon', '{"a" 1}', '{"a" :null,"input":"{\\"a\\" 1}"}', 'mended'],
  ['a value without a comma', '{"a":{"b":[1 2', '{"a":{"b":[1 ]},"input":"{\\"a\\":{\\"b\\":[1 2"}', 'mended'],
  ['a bracket of the other kind', '{"a":[1}', '{"a":[1],"input":"{\\"a\\":[1}"}', 'mended'],
  ['a comma at the beginning', '{,}', '{"input":"{,}"}', 'mended'],
  ['too many levels', deep, `{"a":${'['.repeat(999)}${']'.repeat(999)},"input":${JSON.stringify(deep)}}`, 'mended'],
])('%s', (_, text, json = text, said = '-') => {
  test('in one piece', () => expect(written([text])).toEqual([json, said]))
  test('unit by unit', () => expect(written(text.split(''))).toEqual([json, said]))
})

test('text that looks like JSON', () => {
  expect(written(['{"a"', ':1}'], true)).toEqual(['{"input":"{\\"a\\":1}"}', '-'])
  expect(written([], true)).toEqual(['{"input":""}', '-'])
})

test('an object is over with its last bracket', () => {
  const input = new ObjectText()
  expect(['{"a":"}', '"', ' ', '}'].map((piece) => [input.push(piece), input.isOver()].join(' '))).toEqual([
    '{"a":"} false',
    '" false',
    '  false',
    '} true',
  ])
})

const units = fc.constantFrom(...'{}[]:,"\\a1 \n\'-.eu0', 'true', 'None', '"a":', '{"a":', '\\u00', '\ud83d')
const almostJson = fc.tuple(fc.constantFrom('', '{'), fc.array(units, { maxLength: 16 })).map(([first, rest]) => first + rest.join(''))

test('however a text is cut, it is one object, and a valid one stays as it is', () => {
  const texts = fc.oneof(
    almostJson,
    fc.json(),
    fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)),
  )
  fc.assert(
    fc.property(texts, fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1 }), (text, sizes) => {
      const pieces: string[] = []
      for (let at = 0; at < text.length;) {
        const size = sizes[pieces.length % sizes.length]!
        pieces.push(text.slice(at, at + size))
        at += size
      }
      const [json, said] = written(pieces)
      expect([json, said]).toEqual(written([text]))
      const value = parsed(text)
      const object = parsed(json)
      if (isObject(value)) expect([json, said]).toEqual([text, '-'])
      else if (json === '') expect(text.trim()).toMatch(/^(?:null)?$/)
      // An object that was cut is the only text that is no JSON.
      else if (object === undefined) expect(said === 'mended' || json === text).toBe(true)
      else expect(isObject(object)).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
