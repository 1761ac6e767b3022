import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanText, mapJson } from '../../src/record/clean-text.ts'
import { opened } from '../stores.ts'

const clean = (value: unknown): unknown => JSON.parse(JSON.stringify(mapJson(value, cleanText)))

test('JSON stays as it is, and is not copied', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(mapJson(value, (text) => text)).toBe(value)
    }),
  )
})

test('every text is mapped, and what was given stays as it was', () => {
  const upper = (text: string): string => text.toUpperCase()
  fc.assert(
    fc.property(fc.array(fc.record({ a: fc.string(), b: fc.array(fc.string()), c: fc.integer() })), (value) => {
      const before = structuredClone(value)
      expect(mapJson(value, upper)).toEqual(value.map(({ a, b, c }) => ({ a: upper(a), b: b.map(upper), c })))
      expect(value).toEqual(before)
    }),
  )
})

class Point {
  x = 1
  toJSON(): string {
    return 'what it says of itself'
  }
}

const circle: { name: string; self?: unknown } = { name: 'circle' }
circle.self = circle

test.each([
  ['what is no number', [Number.NaN, Infinity, 1], [null, null, 1]],
  ['a large integer', { n: 10n }, { n: '10' }],
  ['a date', { at: new Date(0), never: new Date(Number.NaN) }, { at: '1970-01-01T00:00:00.000Z', never: null }],
  ['what JSON has no word for', { a: 1, b: undefined, c: () => 1, d: Symbol('d') }, { a: 1 }],
  ['the same in a list', [1, undefined, () => 1], [1, null, null]],
  ['an object of a class', new Point(), { x: 1 }],
  ['half characters and NUL', { 'k\0': ['\ud800', 'a\0b', 'c'] }, { 'k\uFFFD': ['\uFFFD', 'a\uFFFDb', 'c'] }],
  [
    'the name of the prototype',
    JSON.parse('{"a":"\\u0000","__proto__":{"b":"\\u0000"}}'),
    JSON.parse('{"a":"\uFFFD","__proto__":{"b":"\uFFFD"}}'),
  ],
])('%s', (_, given, kept) => {
  expect(clean(given)).toEqual(kept)
})

test('what lies in itself ends', () => {
  expect(JSON.stringify(clean(circle))).toContain('"…"')
})

test('what is given may be changed at once afterwards', async () => {
  const store = await opened({ url: ':memory:', mode: 'full' })
  const metadata = { tags: ['before'] }
  const stored = store.append({ id: 'x', metadata })
  metadata.tags.push('after')
  await stored
  expect(await store.get('x')).toMatchObject({ metadata: { tags: ['before'] } })
})
