import { Counter, type CounterConfiguration } from 'prom-client'
import { keyOf } from './label-key.ts'

/** Counter that updates prom-client only at a scrape. Each of prom-client's own additions sorts, joins and checks all labels. */
export interface Tally {
  /** Returns a function that adds to one of the series, 1 by default. The series appears with its first addition. */
  of(labels: Readonly<Record<string, string>>): (value?: number) => void
}

interface Added {
  labels: Readonly<Record<string, string>>
  /** Amount since the last transfer to prom-client. Undefined if nothing was added, not even 0. */
  value: number | undefined
}

export function createTally(configuration: CounterConfiguration<string>): Tally {
  const adders = new Map<string, (value?: number) => void>()
  const untold: Added[] = []
  const counter = new Counter({
    ...configuration,
    collect() {
      for (const one of untold) {
        counter.inc(one.labels, one.value)
        one.value = undefined
      }
      untold.length = 0
    },
  })

  return {
    of(labels) {
      const key = keyOf(labels)
      let adder = adders.get(key)
      if (adder === undefined) adders.set(key, (adder = adderOf({ labels, value: undefined })))
      return adder
    },
  }

  function adderOf(one: Added): (value?: number) => void {
    return (value = 1) => {
      if (one.value === undefined) {
        one.value = value
        untold.push(one)
      } else one.value += value
    }
  }
}
