import { AggregatorRegistry, type MetricValue, type Registry } from 'prom-client'
import type { MetricJson } from '../../stores/peers.ts'

/** Metrics of several processes, summed up. */
export interface SeriesOfAll {
  set(worker: number, series: MetricJson[]): void
  /** Handles the end of a worker. Its counters stay in the sums, because a total must never decrease. Its gauges are dropped. */
  ended(worker: number): void
  registry(): Registry
}

export function createSeriesOfAll(): SeriesOfAll {
  const latest = new Map<number, MetricJson[]>()
  let past: MetricJson[] = []

  return {
    set: (worker, series) => void latest.set(worker, series),
    ended(worker) {
      const last = latest.get(worker)
      latest.delete(worker)
      if (last !== undefined) past = added(past, last.filter(isTotal))
    },
    registry: () => aggregate([past, ...latest.values()]),
  }
}

const isTotal = ({ type }: MetricJson): boolean => ['counter', 'histogram'].includes(String(type).toLowerCase())

const aggregate = (all: MetricJson[][]): Registry => AggregatorRegistry.aggregate(all as never[]) as Registry

/** Adds metrics and keeps their format, so that the sum can be added to again. */
function added(one: MetricJson[], other: MetricJson[]): MetricJson[] {
  const sums = new Map(one.map((metric) => [metric.name, metric]))
  for (const metric of other) {
    const before = sums.get(metric.name)
    sums.set(metric.name, before === undefined ? metric : { ...metric, values: sumOf([...before.values, ...metric.values]) })
  }
  return [...sums.values()]
}

function sumOf(values: readonly (MetricValue<string> & { metricName?: string })[]): MetricJson['values'] {
  const sums = new Map<string, MetricValue<string>>()
  for (const value of values) {
    const key = JSON.stringify([value.metricName, Object.entries(value.labels).sort(([a], [b]) => (a < b ? -1 : 1))])
    const before = sums.get(key)
    sums.set(key, before === undefined ? { ...value } : { ...before, value: before.value + value.value })
  }
  return [...sums.values()]
}
