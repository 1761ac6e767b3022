import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { formatDuration } from '../src/words/numbers.ts'
import {
  formatClock,
  formatDate,
  formatMinute,
  formatRecent,
  formatTime,
  formatWholeTime,
  saysWhen,
  withLocalTimes,
} from '../src/ui/times.ts'

// By the clock of the machine that runs the tests.
const at = new Date(2024, 10, 2, 14, 3, 22).getTime()

test('times are written in one way', () => {
  expect(formatClock(at)).toBe('14:03:22')
  expect(formatDate(at)).toBe('2 Nov 2024')
  expect(formatTime(at)).toBe('2 Nov 2024, 14:03')
  expect(formatTime(new Date().setHours(0, 0, 1))).toMatch(/^\d\d? [A-Z][a-z]{2,3}, 00:00:01$/)
  expect(formatMinute(at)).toBe('2 Nov 2024, 14:03')
  expect(formatWholeTime(at)).toMatch(/^2 Nov 2024, 14:03:22 \S+$/)
  expect(formatRecent(at)).toBe('2 Nov 2024, 14:03')
  expect(formatRecent(Date.now())).toMatch(/^\d\d:\d\d:\d\d$/)
  expect(withLocalTimes(`Until ${new Date(at).toISOString()}.`)).toBe('Until 2 Nov 2024, 14:03.')
})

test.each([
  ['The key a has used its 5 requests per minute. Try again in 12 s.', true],
  ['Every available upstream failed this request. Try again later.', true],
  ['The rest is reserved by running generations. Try again when one of them has ended.', true],
  ['The reasoning budget of key "a" is used up: 5 of 5 tokens. It resets on 2026-11-27T00:00:00.000Z.', true],
  ['Too many requests.', false],
  [undefined, false],
])('that a message says when to try again is seen: %s', (message, expected) => {
  expect(saysWhen(message)).toBe(expected)
})

test('durations are written in the two units that matter', () => {
  expect([0, 994, 3210, 59_949, 125_000, 3_599_499].map(formatDuration)).toEqual([
    '0 ms',
    '994 ms',
    '3.2 s',
    '59.9 s',
    '2 min 5 s',
    '59 min 59 s',
  ])
  expect([3_599_500, 5_550_000, 93_723_456].map(formatDuration)).toEqual(['1 h 0 min', '1 h 33 min', '26 h 2 min'])
})

test('and nowhere in another one', () => {
  const root = fileURLToPath(new URL('../src', import.meta.url))
  const own = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) =>
    /toLocale(?:Date|Time)?String|DateTimeFormat/.test(readFileSync(`${root}/${file}`, 'utf8')),
  )
  expect(own).toEqual(['ui/times.ts'])
})
