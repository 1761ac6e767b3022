import type { Metric, Registry } from 'prom-client'
import { keyOf } from './label-key.ts'

/**
 * A histogram that takes many observations at once. prom-client's own takes each one by itself, at some 300 ns: too much for what
 * happens once a token, and for the dozen that each request makes. A stream counts into its own buckets and adds them at its end.
 */
export interface BulkHistogram {
  observe(labels: Readonly<Record<string, string>>, value: number): void
  /** @param counts - How many observations fell into each bucket, the last one being beyond all bounds; not cumulative. */
  add(labels: Readonly<Record<string, string>>, counts: Float64Array, sum: number): void
}

interface Series {
  labels: Readonly<Record<string, string>>
  counts: Float64Array
  sum: number
}

export function createBulkHistogram(
  { name, help, bounds }: { name: string; help: string; bounds: readonly number[] },
  registry: Pick<Registry, 'registerMetric'>,
): BulkHistogram {
  const series = new Map<string, Series>()
  // What a registry needs of a metric.
  const metric = {
    name,
    help,
    type: 'histogram',
    aggregator: 'sum',
    get: () => Promise.resolve({ name, help, type: 'histogram', aggregator: 'sum', values: [...series.values()].flatMap(valuesOf) }),
    reset: () => series.clear(),
  }
  registry.registerMetric(metric as unknown as Metric)
  return { observe, add }

  function observe(labels: Series['labels'], value: number): void {
    const one = seriesOf(labels)
    let bucket = 0
    while (bucket < bounds.length && value > bounds[bucket]!) bucket++
    one.counts[bucket]!++
    one.sum += value
  }

  function seriesOf(labels: Series['labels']): Series {
    const key = keyOf(labels)
    let one = series.get(key)
    if (one === undefined) {
      one = { labels, counts: new Float64Array(bounds.length + 1), sum: 0 }
      series.set(key, one)
    }
    return one
  }

  function add(labels: Series['labels'], counts: Float64Array, sum: number): void {
    const one = seriesOf(labels)
    for (let index = 0; index < counts.length; index++) one.counts[index]! += counts[index]!
    one.sum += sum
  }

  function valuesOf({ labels, counts, sum }: Series) {
    let count = 0
    const buckets = [...counts].map((inBucket, index) => {
      count += inBucket
      return { metricName: `${name}_bucket`, labels: { le: bounds[index] ?? '+Inf', ...labels }, value: count }
    })
    return [...buckets, { metricName: `${name}_sum`, labels, value: sum }, { metricName: `${name}_count`, labels, value: count }]
  }
}
