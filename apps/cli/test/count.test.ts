import { expect, it } from 'vitest'
import { countOf } from '../src/count.ts'

it.each([
  ['0', 0],
  ['200000', 200_000],
  ['10k', 10_000],
  ['10K', 10_000],
  ['1.5M', 1_500_000],
  ['1.005k', 1005],
  ['1.5', Number.NaN],
  ['0.0001k', Number.NaN],
  ['-1', Number.NaN],
  ['0x10', Number.NaN],
  ['10kk', Number.NaN],
  ['k', Number.NaN],
  ['', Number.NaN],
  ['99999999999999999', Number.NaN],
])('%j is the count %d', (text, count) => {
  expect(countOf(text)).toBe(count)
})
