import { expect, it } from 'vitest'
import { createSignInAttempts } from '../../../src/rules/rate-limits/sign-in-attempts.ts'

it('so many may fail in a minute from one address; others are not held up', () => {
  let time = 1000
  const attempts = createSignInAttempts({ now: () => time, most: 2 })
  attempts.failed('a')
  expect(attempts.refusal('a')).toBeUndefined()
  time += 20_000
  attempts.failed('a')
  expect(attempts.refusal('a')).toMatchObject({ status: 429, headers: { 'retry-after': '40' } })
  expect(attempts.refusal('b')).toBeUndefined()
  time += 40_000
  expect(attempts.refusal('a')).toBeUndefined()
  attempts.failed('a')
  expect(attempts.refusal('a')).toBeUndefined()
})

it('so many addresses are remembered, and the oldest has to go', () => {
  const attempts = createSignInAttempts({ most: 1, addresses: 2 })
  for (const from of ['a', 'b', 'c']) attempts.failed(from)
  expect(['a', 'b', 'c'].map((from) => attempts.refusal(from) !== undefined)).toEqual([false, true, true])
})
