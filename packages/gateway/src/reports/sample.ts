import type { Counts, Distribution, Sample, WrittenTokens } from '@reason/gateway-api'
import type { MetricName } from '@reason/metrics'
import type { MetricObjectWithValues, MetricValue, Registry } from 'prom-client'

/** A sample computed from metrics. */
export interface MetricsSample extends Omit<Sample, 'written'> {
  /** Tokens of generations that still run, estimated from their text, by model. */
  running: Readonly<Record<string, WrittenTokens>>
}

type Values = readonly (MetricValue<string> & { metricName?: string })[]

/** Takes a sample of the metrics that Prometheus gets, so that both report the same. */
export async function takeSample(registry: Pick<Registry, 'getMetricsAsJSON'>, at: number): Promise<MetricsSample> {
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

  function runningByModel(): MetricsSample['running'] {
    const running = emptyRecord<WrittenTokens>()
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

/** Without a prototype, because clients name models: "__proto__" would be the prototype of all objects, and "constructor" a function. */
const emptyRecord = <Value>(): Record<string, Value> => Object.create(null) as Record<string, Value>

function sums(values: Values, label: string): Counts {
  const counts = emptyRecord<number>()
  for (const { labels, value } of values) {
    if (value === 0) continue
    const name = String(labels[label])
    counts[name] = (counts[name] ?? 0) + value
  }
  return counts
}

/** Sums a histogram over all labels except the bound. Prometheus counts buckets cumulatively. */
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
