import type { Metric, Registry } from 'prom-client'
import { keyOf } from './label-key.ts'

/**
 * Histogram with bulk updates. prom-client's own takes some 300 ns for each observation: too much for one per token, and
 * for the dozen of each request. A stream counts into its own buckets and adds them at its end.
 */
export interface BulkHistogram {
  /** Returns one of the series, which appears with its first observation. */
  of(labels: Readonly<Record<string, string>>): BulkSeries
}

export interface BulkSeries {
  observe(value: number): void
  /** @param counts - Number of observations in each bucket, not cumulative. The last bucket is beyond all bounds. */
  add(counts: Float64Array, sum: number): void
}

interface Observed {
  labels: Readonly<Record<string, string>>
  counts: Float64Array
  sum: number
}

export function createBulkHistogram(
  { name, help, bounds }: { name: string; help: string; bounds: readonly number[] },
  registry: Pick<Registry, 'registerMetric'>,
): BulkHistogram {
  const series = new Map<string, BulkSeries>()
  /** Series that have observations. */
  const observed = new Set<Observed>()
  // The members that a registry needs of a metric.
  const metric = {
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    get: () => Promise.resolve({ name, help, type: 'histogram', aggregator: 'sum', values: [...observed].flatMap(valuesOf) }),
    reset() {
      for (const one of observed) {
        one.counts.fill(0)
        one.sum = 0
      }
      observed.clear()
    },
  }
  registry.registerMetric(metric as unknown as Metric)

  return {
    of(labels) {
      const key = keyOf(labels)
      let one = series.get(key)
      if (one === undefined) series.set(key, (one = seriesOf({ labels, counts: new Float64Array(bounds.length + 1), sum: 0 })))
      return one
    },
  }

  function seriesOf(one: Observed): BulkSeries {
    return {
      observe(value) {
        let bucket = 0
        while (bucket < bounds.length && value > bounds[bucket]!) bucket++
        one.counts[bucket]!++
        one.sum += value
        observed.add(one)
      },
      add(counts, sum) {
        for (let index = 0; index < counts.length; index++) one.counts[index]! += counts[index]!
        one.sum += sum
        observed.add(one)
      },
    }
  }

  function valuesOf({ labels, counts, sum }: Observed) {
    let count = 0
    const buckets = [...counts].map((inBucket, index) => {
      count += inBucket
      return { metricName: `${name}_bucket`, labels: { le: bounds[index] ?? '+Inf', ...labels }, value: count }
    })
    return [...buckets, { metricName: `${name}_sum`, labels, value: sum }, { metricName: `${name}_count`, labels, value: count }]
  }
}
