import { expect, test } from 'vitest'
import { ingest, query } from '../bench/measure.ts'
import { traceSource } from '../bench/traces.ts'
import { opened } from './stores.ts'

const noon = Date.UTC(2026, 4, 5, 12)

test('the loaded traces are what the page says of them, and the same each time', () => {
  const count = 5000
  const make = () => {
    const source = traceSource(count, noon)
    return Array.from({ length: count }, (_, index) => source.trace(index))
  }
  const traces = make()
  expect(make()[count - 1]).toEqual(traces[count - 1])
  const chars = traces.map(({ reasoningText }) => reasoningText!.length)
  const mean = chars.reduce((sum, one) => sum + one, 0) / count
  expect(mean).toBeGreaterThan(500)
  expect(mean).toBeLessThan(900)
  expect(Math.max(...chars)).toBeGreaterThan(8000)
  expect(new Set(traces.map(({ id }) => id)).size).toBe(count)
  expect(traces[0]!.createdAt).toBe(noon - 30 * 86_400_000)
})

test('every question of the benchmark finds something', async () => {
  const count = 20_000
  const source = traceSource(count, noon)
  const store = await opened({ url: ':memory:', mode: 'full', retention: false })
  const { perSecond, traces } = await ingest('SQLite', store, source, count, () => {})
  expect({ traces, stored: perSecond > 0 }).toEqual({ traces: count, stored: true })
  const rows = await query('SQLite', store, source, 5, () => {})
  expect(rows.every(({ found }) => found > 0)).toBe(true)
  expect((await store.list({}, { limit: 1000 })).items).toHaveLength(1000)
})
