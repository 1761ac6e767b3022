import { expect, test } from 'vitest'
import { createSettled } from '../src/store/settled-reservations.ts'

test('the last ten thousand are remembered, and not many more', () => {
  const settled = createSettled()
  for (let number = 0; number < 45_000; number++) settled.add(`reservation ${number}`, 1000)
  expect(settled.has('reservation 44999', 0)).toBe(true)
  expect(settled.has('reservation 35000', 0)).toBe(true)
  expect(settled.has('reservation 0', 0)).toBe(false)
  expect(settled.size()).toBe(15_000)
})

test('each is forgotten when its time is over', () => {
  const settled = createSettled()
  settled.add('early', 1000)
  settled.add('late', 2000)
  expect(settled.has('early', 999)).toBe(true)
  expect(settled.has('early', 1000)).toBe(false)
  settled.sweep(1500)
  expect(settled.size()).toBe(1)
  expect(settled.has('late', 1500)).toBe(true)
})
