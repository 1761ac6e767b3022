import fc from 'fast-check'
import { Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { createBulkHistogram } from '../src/gap-histogram.ts'
import { createTally } from '../src/tally.ts'

test('what was added between two scrapes is added to what the one before has shown', async () => {
  const registry = new Registry()
  const tally = createTally({ name: 'seen_total', help: 'Seen.', labelNames: ['kind', 'of'], registers: [registry] })
  const valueOf = async (kind: string): Promise<unknown> =>
    (await registry.getSingleMetric('seen_total')!.get()).values.find(({ labels }) => labels['kind'] === kind)?.value
  tally.of({ kind: 'a', of: 'x' })(0)
  expect(await valueOf('a')).toBe(0)
  tally.of({ kind: 'a', of: 'x' })(2)
  tally.of({ kind: 'b', of: 'x' })(1)
  tally.of({ kind: 'a', of: 'x' })(3)
  expect(await valueOf('a')).toBe(5)
  expect(await valueOf('b')).toBe(1)
  tally.of({ kind: 'a', of: 'x' })(1)
  expect(await valueOf('a')).toBe(6)
})

test('a histogram of many observations shows what one of prom-client shows', async () => {
  const bounds = [0.1, 1, 10]
  const observations = fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.constantFrom(0, 0.05, 0.1, 0.3, 1, 5, 10, 11)), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(observations, async (list) => {
      const [ours, theirs] = [new Registry(), new Registry()]
      const bulk = createBulkHistogram({ name: 'h', help: 'H.', bounds }, ours)
      const histogram = new Histogram({ name: 'h', help: 'H.', buckets: bounds, labelNames: ['kind'], registers: [theirs] })
      for (const [kind, value] of list) {
        bulk.of({ kind }).observe(value)
        histogram.observe({ kind }, value)
      }
      expect(await ours.metrics()).toBe(await theirs.metrics())
    }),
    { numRuns: 50 },
  )
})

test('who holds a series goes on with it after a reset, from nothing', async () => {
  const registry = new Registry()
  const series = createBulkHistogram({ name: 'h', help: 'H.', bounds: [1] }, registry).of({ kind: 'a' })
  const values = async () => (await registry.getSingleMetric('h')!.get()).values.map(({ value }) => value)
  expect(await values()).toEqual([])
  series.observe(3)
  expect(await values()).toEqual([0, 1, 3, 1])
  registry.resetMetrics()
  expect(await values()).toEqual([])
  series.observe(0.5)
  expect(await values()).toEqual([1, 1, 0.5, 1])
})
