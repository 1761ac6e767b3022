import { expect, it } from 'vitest'
import { mergeDelta, openValue } from '../../src/interactions/merge.ts'

it('extends lists, and leaves those of the events alone', () => {
  const step = { type: 'mystery', results: [1] }
  const [first, second] = [{ results: [2], more: [3] }, { more: [4] }]
  const value = openValue(step)
  for (const delta of [first, second]) mergeDelta(value, delta)
  expect(value).toEqual({ type: 'mystery', results: [1, 2], more: [3, 4] })
  expect([step, first, second]).toEqual([{ type: 'mystery', results: [1] }, { results: [2], more: [3] }, { more: [4] }])
})

// With a copy for each delta it would take minutes, and the test its time limit.
it('extends a list of a step 200,000 times', () => {
  const value = openValue({ type: 'mystery' })
  for (let at = 0; at < 200_000; at++) mergeDelta(value, { results: [at] })
  expect(value['results']).toHaveLength(200_000)
})
