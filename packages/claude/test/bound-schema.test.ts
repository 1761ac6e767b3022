import { expect, test } from 'vitest'
import { boundSchema } from '../src/index.ts'

const text = { type: 'string' }
const closed = (properties: object) => ({ type: 'object', properties, additionalProperties: false })

test.each<[name: string, given: unknown, schema: unknown, lost: string[]]>([
  ['a closed object stays', closed({ a: text }), closed({ a: text }), []],
  ['an open one is closed', { type: 'object', properties: { a: text } }, closed({ a: text }), []],
  ['one without a type, too', { properties: { a: text } }, { properties: { a: text }, additionalProperties: false }, []],
  ['or with several', { type: ['object', 'null'] }, { type: ['object', 'null'], additionalProperties: false }, []],
  [
    'a map loses what its values are',
    { type: 'object', additionalProperties: text },
    { type: 'object', additionalProperties: false },
    ['additionalProperties'],
  ],
  [
    'numbers without bounds',
    { type: 'integer', minimum: 1, maximum: 9, description: 'd' },
    { type: 'integer', description: 'd' },
    ['minimum', 'maximum'],
  ],
  ['texts without lengths', { ...text, minLength: 1, maxLength: 2, enum: ['a'] }, { ...text, enum: ['a'] }, ['minLength', 'maxLength']],
  ['lists with none or one at least', { type: 'array', items: text, minItems: 1 }, { type: 'array', items: text, minItems: 1 }, []],
  [
    'and no other length',
    { type: 'array', items: text, minItems: 2, maxItems: 3 },
    { type: 'array', items: text },
    ['minItems', 'maxItems'],
  ],
  ['a list of schemas is no schema of items', { type: 'array', items: [text] }, { type: 'array' }, ['items']],
  ['formats that it knows', { ...text, format: 'date-time' }, { ...text, format: 'date-time' }, []],
  ['and no others', { ...text, format: 'phone' }, text, ['format']],
  ['patterns', { ...text, pattern: '^[a-z]{1,3}$' }, { ...text, pattern: '^[a-z]{1,3}$' }, []],
  ['but not of every kind', { ...text, pattern: '^(?!a)' }, text, ['pattern']],
  ['one of is any of', { oneOf: [text, { type: 'number', multipleOf: 2 }] }, { anyOf: [text, { type: 'number' }] }, ['multipleOf']],
  [
    'inside of everything',
    { allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { type: 'array', items: { type: 'object' } } } },
    { allOf: [{ $ref: '#/$defs/a' }], $defs: { a: { type: 'array', items: { type: 'object', additionalProperties: false } } } },
    [],
  ],
  ['names of properties are no keywords', closed({ minimum: text, not: text }), closed({ minimum: text, not: text }), []],
  ['nor are values', { const: { minimum: 1 }, default: { not: 1 } }, { const: { minimum: 1 }, default: { not: 1 } }, []],
  ['each is lost once', closed({ a: { minimum: 1 }, b: { minimum: 1 } }), closed({ a: {}, b: {} }), ['minimum']],
  ['what is no schema', true, true, []],
  ['odd inside', { properties: 1, anyOf: 2, items: 3 }, { properties: 1, anyOf: 2, items: 3 }, []],
])('%s', (_, given, schema, lost) => {
  expect(boundSchema(given)).toEqual({ schema, lost })
})

test('schemas may nest as deep as they like', () => {
  let schema: unknown = text
  for (let depth = 0; depth < 20_000; depth++) schema = { items: schema }
  expect(boundSchema(schema).lost).toEqual([])
})
