import { expect, test } from 'vitest'
import { newTraceId } from '../../src/record/trace-id.ts'

test.each([
  { name: 'a time', createdAt: 1_800_000_000_000, time: '01a3185c5000' },
  { name: 'part of a millisecond', createdAt: 255.9, time: '0000000000ff' },
  { name: 'a time before 1970', createdAt: -1, time: '000000000000' },
  { name: 'a clock that stands nowhere', createdAt: Number.NaN, time: '000000000000' },
  { name: 'a clock beyond all time', createdAt: Number.POSITIVE_INFINITY, time: 'ffffffffffff' },
])('an id begins with its time: $name', ({ createdAt, time }) => {
  expect(newTraceId(createdAt)).toMatch(new RegExp(`^trace_${time}[0-9a-f]{20}$`))
})

test('a thousand ids of one millisecond are a thousand', () => {
  expect(new Set(Array.from({ length: 1000 }, () => newTraceId(0))).size).toBe(1000)
})
