import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { formatClock, formatDate, formatMinute, formatRecent, formatTime, formatWholeTime, withLocalTimes } from '../src/ui/times.ts'

// On the clock of whoever runs the tests.
const at = new Date(2024, 10, 2, 14, 3, 22).getTime()

test('times are written in one way', () => {
  expect(formatClock(at)).toBe('14:03:22')
  expect(formatDate(at)).toBe('2 Nov 2024')
  expect(formatTime(at)).toBe('2 Nov, 14:03:22')
  expect(formatMinute(at)).toBe('2 Nov 2024, 14:03')
  expect(formatWholeTime(at)).toMatch(/^2 Nov 2024, 14:03:22 \S+$/)
  expect(formatRecent(at)).toBe('2 Nov, 14:03:22')
  expect(formatRecent(Date.now())).toMatch(/^\d\d:\d\d:\d\d$/)
  expect(withLocalTimes(`Until ${new Date(at).toISOString()}.`)).toBe('Until 2 Nov 2024, 14:03.')
})

test('and nowhere in another one', () => {
  const root = fileURLToPath(new URL('../src', import.meta.url))
  const own = globSync('**/*.{ts,tsx}', { cwd: root }).filter((file) =>
    /toLocale(?:Date|Time)?String|DateTimeFormat/.test(readFileSync(`${root}/${file}`, 'utf8')),
  )
  expect(own).toEqual(['ui/times.ts'])
})
