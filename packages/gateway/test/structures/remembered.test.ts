import { expect, it } from 'vitest'
import { remembered } from '../../src/structures/remembered.ts'

it('does its work once for each object, also if the result is undefined', () => {
  const seen: object[] = []
  const first = {}
  const second = {}
  const work = remembered((one: object) => void seen.push(one))
  for (const one of [first, second, first, second]) work(one)
  expect(seen).toEqual([first, second])
})

it('gives each object its own result', () => {
  const sum = remembered((list: readonly number[]) => list.reduce((sum, one) => sum + one, 0))
  const [one, two] = [
    [1, 2],
    [3, 4],
  ]
  expect([sum(one), sum(two), sum(one)]).toEqual([3, 7, 3])
})
