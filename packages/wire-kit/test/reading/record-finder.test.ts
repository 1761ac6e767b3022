import { expect, it } from 'vitest'
import { createRecordFinder } from '../../src/index.ts'

it.each([2, 100])('finds the first record with a value, in a list of %i', (length) => {
  const records: unknown[] = [null, 'x', ...Array.from({ length }, (_, at) => ({ item: at >> 1, at }))]
  const find = createRecordFinder('item')
  expect(find(records, 0)).toEqual({ item: 0, at: 0 })
  expect(find(records, (length - 1) >> 1)).toEqual({ item: (length - 1) >> 1, at: ((length - 1) >> 1) * 2 })
  expect(find(records, length)).toBeUndefined()
  expect(find(undefined, 0)).toBeUndefined()
})
