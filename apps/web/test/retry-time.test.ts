import { expect, test } from 'vitest'
import { retryTime } from '../src/api/api-call-error.ts'

const now = Date.UTC(2026, 10, 24, 12, 0, 0)

test.each([
  ['seconds', { 'retry-after': '40' }, now + 40_000],
  ['milliseconds, which are more precise', { 'retry-after': '40', 'retry-after-ms': '39500' }, now + 39_500],
  ['a time', { 'retry-after': 'Tue, 24 Nov 2026 12:00:30 GMT' }, now + 30_000],
  ['a time that is over', { 'retry-after': 'Tue, 24 Nov 2026 11:00:00 GMT' }, now],
  ['nothing', {}, undefined],
  ['no time', { 'retry-after': 'soon' }, undefined],
  ['less than nothing', { 'retry-after': '-5' }, undefined],
  ['longer than any clock', { 'retry-after': '99999999999999' }, undefined],
])('when one may ask again is read from %s', (_, headers, expected) => {
  expect(retryTime(new Headers(headers as Record<string, string>), now)).toBe(expected)
})
