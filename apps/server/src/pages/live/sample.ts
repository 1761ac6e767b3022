import type { MetricName } from '@reason/metrics'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'

/** Counted since the start, by a label; what is 0 is left out. */
export type Counts = Readonly<Record<string, number>>

/** Observations since the start. */
export interface Distribution {
  /** Upper bounds, in the unit of the metric. */
  bounds: readonly number[]
  /** How many fell into each, the last one being beyond all bounds; not cumulative. */
  counts: readonly number[]
  sum: number
}

/** Tokens by channel. */
export interface WrittenTokens {
  reasoning: number
  commentary: number
  answer: number
}

/** How the gateway stands at one moment. All but what is said to be of now grows since the start: rates are differences. */
export interface Sample {
  /** Unix milliseconds. */
  at: number
  /** Now. */
  inFlight: number
  /** By class of status. */
  requests: Counts
  /** By how they ended. */
  generations: Counts
  /** By model, and by what they are of. */
  tokens: Readonly<Record<string, { input: number; reasoning: number; commentary: number; answer: number }>>
  /** The same of generations that still run, estimated from their text. */
  running: Readonly<Record<string, WrittenTokens>>
  /** Seconds. */
  firstReasoning: Distribution
  firstAnswer: Distribution
  /** Reasoning among all visible tokens of a request, 0 to 1. */
  ratio: Distribution
  /** Seconds that the gateway itself added, by stage. */
  overhead: Readonly<Record<string, Distribution>>
  leaks: Counts
  anomalies: Counts
  truncations: Counts
  warnings: Counts
  /** Of requests to upstreams. */
  upstreamOutcomes: Counts
  redactions: Counts
}

type Values = readonly (MetricValue<string> & { metricName?: string })[]

/** Reads the series that Prometheus gets, so that both say the same. */
export async function takeSample(registry: Pick<Registry, 'getMetricsAsJSON'>, at: number): Promise<Sample> {
  const metrics = new Map(
    (await registry.getMetricsAsJSON()).map((metric) => [metric.name, metric as MetricObjectWithValues<MetricValue<string>>]),
  )
  const valuesOf = (name: MetricName): Values => metrics.get(name)?.values ?? []
  const counted = (name: MetricName, label: string): Counts => sums(valuesOf(name), label)

  return {
    at,
    inFlight: valuesOf('gateway_requests_in_flight').reduce((sum, { value }) => sum + value, 0),
    requests: counted('gateway_requests_total', 'status'),
    generations: counted('generations_total', 'finish'),
    tokens: tokensByModel(),
    running: runningByModel(),
    firstReasoning: distributionOf(valuesOf('time_to_first_reasoning_seconds')),
    firstAnswer: distributionOf(valuesOf('time_to_first_answer_seconds')),
    ratio: distributionOf(valuesOf('reasoning_ratio')),
    overhead: overheadByStage(),
    leaks: counted('reasoning_leak_total', 'reason'),
    anomalies: counted('channel_merge_anomaly_total', 'type'),
    truncations: counted('truncations_total', 'cause'),
    warnings: counted('generation_warnings_total', 'code'),
    upstreamOutcomes: counted('upstream_requests_total', 'outcome'),
    redactions: counted('redactions_total', 'type'),
  }

  function tokensByModel(): Sample['tokens'] {
    const kinds = ['input', 'reasoning', 'commentary', 'answer'] as const
    const byKind = kinds.map((kind) => counted(`${kind}_tokens_total`, 'model'))
    const models = [...new Set(byKind.flatMap((counts) => Object.keys(counts)))]
    return Object.fromEntries(
      models.map((model) => {
        const [input = 0, reasoning = 0, commentary = 0, answer = 0] = byKind.map((counts) => counts[model] ?? 0)
        return [model, { input, reasoning, commentary, answer }]
      }),
    )
  }

  function runningByModel(): Sample['running'] {
    const running: Record<string, WrittenTokens> = {}
    for (const { labels, value } of valuesOf('tokens_in_flight')) {
      const of = (running[String(labels['model'])] ??= { reasoning: 0, commentary: 0, answer: 0 })
      of[labels['channel'] as keyof WrittenTokens] += value
    }
    return running
  }

  function overheadByStage(): Sample['overhead'] {
    const byStage = Object.groupBy(valuesOf('gateway_overhead_seconds'), ({ labels }) => String(labels['stage']))
    return Object.fromEntries(Object.entries(byStage).map(([stage, values = []]) => [stage, distributionOf(values)]))
  }
}

function sums(values: Values, label: string): Counts {
  const counts: Record<string, number> = {}
  for (const { labels, value } of values) {
    if (value === 0) continue
    const name = String(labels[label])
    counts[name] = (counts[name] ?? 0) + value
  }
  return counts
}

/** Over all labels but the bound. Prometheus counts cumulatively. */
function distributionOf(values: Values): Distribution {
  const upTo = new Map<number, number>()
  let sum = 0
  for (const { labels, value, metricName = '' } of values) {
    if (metricName.endsWith('_sum')) sum += value
    else if (metricName.endsWith('_bucket')) {
      const bound = labels['le'] === '+Inf' ? Infinity : Number(labels['le'])
      upTo.set(bound, (upTo.get(bound) ?? 0) + value)
    }
  }
  const bounds = [...upTo.keys()].toSorted((a, b) => a - b)
  const counts = bounds.map((bound, index) => upTo.get(bound)! - (index === 0 ? 0 : upTo.get(bounds[index - 1]!)!))
  return { bounds: bounds.filter(Number.isFinite), counts, sum }
}
