import { expect, test } from 'vitest'
import type { GenerationLine } from '../src/live.ts'
import { firstTimes, percentile } from '../src/figures/index.ts'

test.each([
  { values: [], share: 0.95, found: undefined },
  { values: [7], share: 0.95, found: 7 },
  { values: [10, 9, 8, 7, 6, 5, 4, 3, 2, 1], share: 0.95, found: 10 },
  { values: Array.from({ length: 100 }, (_, index) => index + 1), share: 0.95, found: 95 },
  { values: Array.from({ length: 20 }, (_, index) => index + 1), share: 0.95, found: 19 },
  { values: [1, 2, 3, 4], share: 0.5, found: 2 },
  { values: [3, 1, 2], share: 0, found: 1 },
])('of $values.length values, $share do not exceed $found', ({ values, share, found }) => {
  expect(percentile(values, share)).toBe(found)
})

test('times to the first piece are of generations that had one', () => {
  const generations = [{ firstAnswerMs: 1500 }, { firstAnswerMs: null }, { firstAnswerMs: 0 }] as GenerationLine[]
  expect(firstTimes(generations, 'firstAnswerMs')).toEqual([1.5, 0])
})
