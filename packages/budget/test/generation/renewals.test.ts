import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRenewals } from '../../src/generation/renewals.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function open() {
  const renewed: string[] = []
  const renewals = createRenewals<{ name: string; place: number; dueAt: number }>(1000, ({ name }) => renewed.push(name))
  const one = (name: string) => ({ name, place: 0, dueAt: 0 })
  return { renewals, one, renewed: () => renewed.splice(0).toSorted().join('') }
}

it('come again and again for each, as late after its beginning as for the others', () => {
  const { renewals, one, renewed } = open()
  renewals.add(one('a'))
  vi.advanceTimersByTime(550)
  renewals.add(one('b'))
  vi.advanceTimersByTime(440)
  expect(renewed()).toBe('')
  vi.advanceTimersByTime(10)
  expect(renewed()).toBe('a')
  vi.advanceTimersByTime(500)
  expect(renewed()).toBe('b')
  vi.advanceTimersByTime(1000)
  expect(renewed()).toBe('ab')
})

it('end for those that are taken away, whichever they are, and so does the timer with the last', () => {
  const { renewals, one, renewed } = open()
  const all = [...'abcde'].map(one)
  for (const each of all) renewals.add(each)
  expect([renewals.size(), vi.getTimerCount()]).toEqual([5, 1])
  for (const index of [0, 4, 2]) renewals.remove(all[index]!)
  vi.advanceTimersByTime(1000)
  expect(renewed()).toBe('bd')
  renewals.remove(all[3]!)
  vi.advanceTimersByTime(1000)
  expect(renewed()).toBe('b')
  renewals.remove(all[1]!)
  expect([renewals.size(), vi.getTimerCount()]).toEqual([0, 0])
  renewals.add(all[0]!)
  vi.advanceTimersByTime(1000)
  expect(renewed()).toBe('a')
})
