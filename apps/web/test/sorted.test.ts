import { expect, test } from 'vitest'
import { sorted, type Sort } from '../src/ui/sorted.ts'

type Column = 'name' | 'tokens'
const rows = [
  { name: 'b', tokens: 9 },
  { name: 'a', tokens: undefined },
  { name: 'c', tokens: 10 },
  { name: 'd', tokens: 9 },
]

test.each<[Column, boolean, string]>([
  ['tokens', true, 'cbda'],
  ['tokens', false, 'bdca'],
  ['name', false, 'abcd'],
  ['name', true, 'dcba'],
])('rows by %s, descending: %s', (column, isDescending, expected) => {
  const sort: Sort<Column> = { column, isDescending, by: () => undefined }
  const names = sorted(rows, sort, (row, of) => row[of]).map(({ name }) => name)
  expect(names.join('')).toBe(expected)
})
