import { Counter, type CounterConfiguration } from 'prom-client'
import { keyOf } from './label-key.ts'

/** A counter that prom-client hears of when it is asked: each of its own additions sorts, joins and checks all labels. */
export interface Tally {
  add(labels: Readonly<Record<string, string>>, value: number): void
}

interface Pending {
  labels: Readonly<Record<string, string>>
  value: number
}

export function createTally(configuration: CounterConfiguration<string>): Tally {
  const series = new Map<string, Pending>()
  const counter = new Counter({
    ...configuration,
    collect() {
      for (const { labels, value } of series.values()) counter.inc(labels, value)
      series.clear()
    },
  })

  return {
    add(labels, value) {
      const key = keyOf(labels)
      const one = series.get(key)
      if (one === undefined) series.set(key, { labels, value })
      else one.value += value
    },
  }
}
