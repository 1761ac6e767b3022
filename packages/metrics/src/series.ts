import { Counter, Gauge, Histogram, Registry, type OpenMetricsContentType } from 'prom-client'
import { metricDefinitions, type LabelsOf, type MetricDefinition, type MetricName } from './definitions.ts'
import { createBulkHistogram, type BulkHistogram } from './gap-histogram.ts'
import { createTally, type Tally } from './tally.ts'

export type AnyRegistry = Registry | Registry<OpenMetricsContentType>

/** Labels that lead from a number to one generation, such as `{ trace_id }`. */
export type Exemplar = Readonly<Record<string, string>>

/** Names and semantics are data; this makes the objects of them, each when it is first needed. */
export interface Series {
  count<Name extends MetricName<'counter'>>(name: Name, labels: LabelsOf<Name>, value?: number, exemplar?: Exemplar): void
  observe<Name extends MetricName<'histogram'>>(name: Name, labels: LabelsOf<Name>, value: number, exemplar?: Exemplar): void
  gauge<Name extends MetricName<'gauge'>>(name: Name): Gauge
  gaps(): BulkHistogram
  bounds(name: MetricName<'histogram'>): readonly number[]
}

export type Buckets = Partial<Record<MetricName<'histogram'>, readonly number[]>>

/**
 * @throws {TypeError} The registry has a metric of one of our names already, or cannot hold the exemplars that were asked for.
 */
export function createSeries(registry: AnyRegistry, buckets: Buckets, exemplars: boolean): Series {
  const definitions = new Map<string, MetricDefinition>(metricDefinitions.map((definition) => [definition.name, definition]))
  const made = new Map<string, unknown>()
  refuseTaken(registry)
  if (exemplars && registry.contentType !== Registry.OPENMETRICS_CONTENT_TYPE) {
    throw new TypeError(
      'Exemplars need a registry of OpenMetrics, and this one is of Prometheus text. ' +
        'Call registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE) first, or leave "exemplars" out.',
    )
  }
  for (const definition of metricDefinitions) if ('zero' in definition) zero(definition)

  return {
    count(name, labels, value = 1, exemplar) {
      if (exemplars) counter(name).inc({ labels, value, ...(exemplar && { exemplarLabels: exemplar }) })
      else tally(name).add(labels, value)
    },
    observe(name, labels, value, exemplar) {
      if (exemplars) histogram(name).observe({ labels, value, ...(exemplar && { exemplarLabels: exemplar }) })
      else bulk(name).observe(labels, value)
    },
    gauge: (name) => lazily(name, () => new Gauge({ ...common(name), aggregator: definitions.get(name)!.aggregator ?? 'sum' })),
    gaps: () => bulk('inter_token_gap_seconds'),
    bounds,
  }

  function bulk(name: MetricName<'histogram'>): BulkHistogram {
    return lazily(name, () => createBulkHistogram({ name, help: definitions.get(name)!.help, bounds: bounds(name) }, registry as Registry))
  }

  function tally(name: string): Tally {
    return lazily(name, () => createTally(common(name)))
  }

  function counter(name: string): Counter {
    return lazily(name, () => new Counter({ ...common(name), enableExemplars: true }))
  }

  function histogram(name: MetricName<'histogram'>): Histogram {
    return lazily(name, () => new Histogram({ ...common(name), buckets: [...bounds(name)], enableExemplars: true }))
  }

  function bounds(name: MetricName<'histogram'>): readonly number[] {
    return buckets[name] ?? definitions.get(name)!.buckets!
  }

  function common(name: string) {
    const { help, labels } = definitions.get(name)!
    return { name, help, labelNames: Object.keys(labels), registers: [registry as Registry] }
  }

  function lazily<M>(name: string, make: () => M): M {
    let metric = made.get(name) as M | undefined
    if (metric === undefined) {
      metric = make()
      made.set(name, metric)
    }
    return metric
  }

  function zero({ name, labels }: MetricDefinition): void {
    for (const combination of combinations(labels)) {
      if (exemplars) counter(name).inc({ labels: combination, value: 0 })
      else tally(name).add(combination, 0)
    }
  }
}

/** Metrics are made lazily: what is in their way is to be said now, and not in the middle of a generation. */
function refuseTaken(registry: AnyRegistry): void {
  const taken = metricDefinitions.map(({ name }) => name).filter((name) => registry.getSingleMetric(name) !== undefined)
  if (taken.length === 0) return
  throw new TypeError(
    `The registry has metrics of these names already: ${taken.join(', ')}. ` +
      'Call createMetrics once for a registry, or give it another one.',
  )
}

/** Every combination of the labels' values; the labels are lists where this is asked. */
function combinations(labels: MetricDefinition['labels']): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (rows, [label, values]) => rows.flatMap((row) => [...values].map((value) => ({ ...row, [label]: value }))),
    [{}],
  )
}
