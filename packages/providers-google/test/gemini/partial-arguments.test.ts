import { anyCharacter } from '@reason/testkit/any-character'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseJsonPath } from '../../src/gemini/json-path.ts'
import { createPartialArguments } from '../../src/gemini/partial-arguments.ts'

type Piece = Record<string, unknown>

const piece = (jsonPath: string, value: unknown, willContinue?: boolean): Piece => ({
  jsonPath,
  ...(typeof value === 'string' && { stringValue: value }),
  ...(typeof value === 'number' && { numberValue: value }),
  ...(typeof value === 'boolean' && { boolValue: value }),
  ...(value === null && { nullValue: 'NULL_VALUE' }),
  ...(willContinue !== undefined && { willContinue }),
})

function write(pieces: readonly unknown[]): string[] {
  const args = createPartialArguments()
  return [...pieces.map((one) => args.push(one) ?? '(unread)'), args.end()]
}

describe('text', () => {
  const rows: [name: string, pieces: Piece[], text: string[]][] = [
    ['no value at all', [], ['{}']],
    ['a string in pieces', [piece('$.city', 'Bos', true), piece('$.city', 'ton')], ['{"city":"Bos', 'ton"', '}']],
    ['a string whose end is empty', [piece('$.a', 'x', true), piece('$.a', '')], ['{"a":"x', '"', '}']],
    ['a string without an end', [piece('$.a', 'x', true), piece('$.b', 1)], ['{"a":"x', '","b":1', '}']],
    ['a string that begins without text', [{ jsonPath: '$.a', willContinue: true }, piece('$.a', 'x')], ['{"a":"', 'x"', '}']],
    ['numbers, words', [piece('$.a', 1.5), piece('$.b', true), piece('$.c', null)], ['{"a":1.5', ',"b":true', ',"c":null', '}']],
    [
      'objects and arrays',
      [piece('$.a.b', 1), piece('$.a.c[0]', 2), piece('$.a.c[1].d', 3), piece('$.e[0][0]', 4), piece('$.f', 5)],
      ['{"a":{"b":1', ',"c":[2', ',{"d":3', '}]},"e":[[4', ']],"f":5', '}'],
    ],
    ['quotes and line ends', [piece('$.a', 'x"\n', true), piece('$.a', '\\')], ['{"a":"x\\"\\n', '\\\\"', '}']],
    [
      'odd names',
      [piece(`$['a b']`, 1), piece('$["c\\"]"]', 2), piece('$.__proto__', 3)],
      ['{"a b":1', ',"c\\"]":2', ',"__proto__":3', '}'],
    ],
    ['a value that comes again', [piece('$.a', 1), piece('$.b', 2), piece('$.a', 3)], ['{"a":1', ',"b":2', '', ',"a":3}']],
    [
      'a place that is closed',
      [piece('$.a.x', 1), piece('$.b', 's', true), piece('$.a.y', 2), piece('$.b', 't'), piece('$.c', 3)],
      ['{"a":{"x":1', '},"b":"s', '', '', '', '","a":{"x":1,"y":2},"b":"st","c":3}'],
    ],
    ['another kind of value at a place', [piece('$.a', 1), piece('$.a.b', 2)], ['{"a":1', '', ',"a":{"b":2}}']],
    [
      'what cannot be read',
      [
        piece('$', 1),
        piece('$[0]', 1),
        piece('$.a[1]', 1),
        piece('$..a', 1),
        piece('$.a[*]', 1),
        piece('a', 1),
        { jsonPath: '$.a' },
        {},
        piece('$.b', 1),
      ],
      ['(unread)', '(unread)', '(unread)', '(unread)', '(unread)', '(unread)', '(unread)', '(unread)', '{"b":1', '}'],
    ],
  ]

  test.each(rows)('%s', (_, pieces, text) => {
    expect(write(pieces)).toEqual(text)
    expect(() => JSON.parse(text.filter((one) => one !== '(unread)').join(''))).not.toThrow()
  })
})

/** Values as Vertex AI would send them, strings in two pieces. Empty objects and arrays have no value of their own. */
function piecesOf(value: unknown, path: string): Piece[] {
  if (Array.isArray(value)) return value.flatMap((one, at) => piecesOf(one, `${path}[${at}]`))
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, one]) => piecesOf(one, `${path}[${JSON.stringify(name)}]`))
  }
  if (typeof value !== 'string') return [piece(path, value)]
  const half = value.length >> 1
  return [piece(path, value.slice(0, half), true), piece(path, value.slice(half))]
}

const scalar = fc.oneof(fc.string({ unit: anyCharacter }), fc.integer(), fc.boolean(), fc.constant(null))
const { object } = fc.letrec<{ value: unknown; object: Record<string, unknown> }>((tie) => ({
  value: fc.oneof({ maxDepth: 4 }, scalar, fc.array(tie('value'), { minLength: 1, maxLength: 3 }), tie('object')),
  object: fc.dictionary(fc.string({ unit: anyCharacter }), tie('value'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
}))

test('any object comes out as it is, and while it goes on nothing is held back', () => {
  fc.assert(
    fc.property(object, (value) => {
      const pieces = piecesOf(value, '$')
      const text = write(pieces)
      expect(JSON.parse(text.join(''))).toEqual(JSON.parse(JSON.stringify(value)))
      expect(text.slice(0, pieces.length).every((one, at) => one !== '' || pieces[at]!['stringValue'] === '')).toBe(true)
    }),
  )
})

test('in any order the last value of each place counts', () => {
  const place = fc.constantFrom('a', 'b', 'c.x', 'c.y', 'd.e.f')
  fc.assert(
    fc.property(fc.array(fc.tuple(place, fc.integer())), (values) => {
      const expected: Record<string, unknown> = {}
      for (const [where, value] of values) {
        let at: Record<string, unknown> = expected
        const names = where.split('.')
        for (const name of names.slice(0, -1)) at = (at[name] ??= {}) as Record<string, unknown>
        at[names.at(-1)!] = value
      }
      expect(JSON.parse(write(values.map(([where, value]) => piece(`$.${where}`, value))).join(''))).toEqual(expected)
    }),
  )
})

test('whatever the paths are, the text is JSON', () => {
  const path = fc.string({ unit: fc.constantFrom('$', '.', '[', ']', '0', '1', 'a', "'", '"', '\\'), maxLength: 12 })
  fc.assert(
    fc.property(fc.array(fc.tuple(path, scalar, fc.boolean())), (pieces) => {
      const text = write(pieces.map(([where, value, more]) => piece(`$.a${where}`, value, more)))
      expect(() => JSON.parse(text.filter((one) => one !== '(unread)').join(''))).not.toThrow()
    }),
  )
})

test('paths that alternate for ever, or go down for ever, take work in proportion to them', () => {
  const args = createPartialArguments()
  let length = 0
  for (let n = 0; n < 20_000; n++) length += args.push(piece(n % 2 === 0 ? '$.a' : '$.b', 'x'.repeat(10), true))!.length
  length += args.end().length
  expect(length).toBeLessThan(500_000)
  expect(parseJsonPath('$' + '.a'.repeat(100))).toHaveLength(100)
  expect(parseJsonPath('$' + '.a'.repeat(101))).toBeUndefined()
})
