import { efforts } from '@reason/core/conversation'
import { expect, test } from 'vitest'
import { budgetFor, budgetWithin } from '../../src/index.ts'

test.each([
  [3000, 2400],
  [8000, 6400],
  [20_000, 16_384],
  [64_000, 51_200],
])('of %i tokens of output, %i are for thinking', (output, tokens) => {
  expect(budgetWithin(output)).toBe(tokens)
})

test('a higher effort never gets a smaller budget', () => {
  const grades = efforts.filter((effort) => effort !== 'none')
  for (let output = 1100; output < 50_000; output += 100) {
    const budgets = grades.map(budgetFor).map((tokens) => (tokens < output ? tokens : budgetWithin(output)))
    expect(budgets, `${output} tokens of output`).toEqual(budgets.toSorted((one, other) => one - other))
    expect(budgets.at(-1)).toBeLessThan(output)
  }
})
