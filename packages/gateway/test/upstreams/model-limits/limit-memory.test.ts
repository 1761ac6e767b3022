import { expect, it } from 'vitest'
import { createLimitMemory } from '../../../src/upstreams/model-limits/limit-memory.ts'

it('replaces a list of efforts by a newer one, and keeps other limits', () => {
  const memory = createLimitMemory()
  const refused = { kind: 'without', path: 'temperature' } as const
  expect(memory.learn('m', { kind: 'efforts', efforts: ['low', 'medium'] })).toBe(true)
  expect(memory.learn('m', refused)).toBe(true)
  expect(memory.learn('m', { kind: 'efforts', efforts: ['high'] })).toBe(true)
  expect(memory.of('m')).toEqual([refused, { kind: 'efforts', efforts: ['high'] }])
  expect(memory.learn('m', refused)).toBe(false)
})
