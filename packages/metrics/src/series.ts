import { Counter, Gauge, Histogram, Registry, type OpenMetricsContentType } from 'prom-client'
import { metricDefinitions, type LabelsOf, type MetricDefinition, type MetricName } from './definitions.ts'
import { createBulkHistogram, type BulkHistogram, type BulkSeries } from './gap-histogram.ts'
import { createTally } from './tally.ts'

type Labels = Readonly<Record<string, string>>

export type AnyRegistry = Registry | Registry<OpenMetricsContentType>

/** Labels that link a value to one generation, such as `{ trace_id }`. */
export type Exemplar = Readonly<Record<string, string>>

/** Adds a value to a series. Default 1. */
export type CountUp = (value?: number, exemplar?: Exemplar) => void

export type Observe = (value: number, exemplar?: Exemplar) => void

/**
 * Creates the metric objects from the tables of names, each when it is first needed. A caller that counts every generation keeps its
 * series: each lookup builds a string of all labels.
 */
export interface Series {
  counter<Name extends MetricName<'counter'>>(name: Name, labels: LabelsOf<Name>): CountUp
  histogram<Name extends MetricName<'histogram'>>(name: Name, labels: LabelsOf<Name>): Observe
  /** Finds the series and counts at once, for rare events. */
  count<Name extends MetricName<'counter'>>(name: Name, labels: LabelsOf<Name>, value?: number, exemplar?: Exemplar): void
  /** @param collect - Sets the value at each scrape. */
  gauge<Name extends MetricName<'gauge'>>(name: Name, collect?: (gauge: Gauge) => void): Gauge
  gaps(labels: LabelsOf<'inter_token_gap_seconds'>): BulkSeries
  bounds(name: MetricName<'histogram'>): readonly number[]
}

export type HistogramBuckets = Partial<Record<MetricName<'histogram'>, readonly number[]>>

/** @throws {TypeError} If the registry already has a metric with one of our names, or does not support the configured exemplars. */
export function createSeries(registry: AnyRegistry, buckets: HistogramBuckets, exemplars: boolean): Series {
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
    counter,
    histogram,
    count: (name, labels, value, exemplar) => counter(name, labels)(value, exemplar),
    gauge: (name, collect) =>
      lazily(
        name,
        () =>
          new Gauge({
            ...common(name),
            aggregator: definitions.get(name)!.aggregator ?? 'sum',
            ...(collect && {
              collect() {
                collect(this)
              },
            }),
          }),
      ),
    gaps: (labels) => bulk('inter_token_gap_seconds').of(labels),
    bounds,
  }

  function counter(name: string, labels: Labels): CountUp {
    if (!exemplars) return lazily(name, () => createTally(common(name))).of(labels)
    const known = lazily(name, () => new Counter({ ...common(name), enableExemplars: true }))
    return (value = 1, exemplar) => known.inc({ labels, value, ...(exemplar && { exemplarLabels: exemplar }) })
  }

  function histogram(name: MetricName<'histogram'>, labels: Labels): Observe {
    if (!exemplars) return bulk(name).of(labels).observe
    const known = lazily(name, () => new Histogram({ ...common(name), buckets: [...bounds(name)], enableExemplars: true }))
    return (value, exemplar) => known.observe({ labels, value, ...(exemplar && { exemplarLabels: exemplar }) })
  }

  function bulk(name: MetricName<'histogram'>): BulkHistogram {
    return lazily(name, () => createBulkHistogram({ name, help: definitions.get(name)!.help, bounds: bounds(name) }, registry as Registry))
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
    if (metric === undefined) made.set(name, (metric = make()))
    return metric
  }

  function zero({ name, labels }: MetricDefinition): void {
    for (const combination of combinations(labels)) {
      counter(name, combination)(0)
    }
  }
}

/** Rejects a registry with conflicting metrics. Metrics are created lazily, and the error must come now, not during a generation. */
function refuseTaken(registry: AnyRegistry): void {
  const taken = metricDefinitions.map(({ name }) => name).filter((name) => registry.getSingleMetric(name) !== undefined)
  if (taken.length === 0) return
  throw new TypeError(
    `The registry has metrics of these names already: ${taken.join(', ')}. ` +
      'Call createMetrics once for a registry, or give it another one.',
  )
}

/** Returns every combination of the labels' values. All labels must have lists. */
function combinations(labels: MetricDefinition['labels']): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (rows, [label, values]) => rows.flatMap((row) => [...values].map((value) => ({ ...row, [label]: value }))),
    [{}],
  )
}
