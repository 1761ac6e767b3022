import { runPipeline, type Part } from '@reason/core'
import type { RunOptions } from '@reason/core/pipeline'
import { AggregationTemporality, InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { createOtel, type OtelOptions, type OtelRequest } from '../src/index.ts'

/** Sets up the real SDK with in-memory exporters, and a clock that the test controls. */
export function setup(options: OtelOptions = {}) {
  const spans = new InMemorySpanExporter()
  const tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] })
  const metrics = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter: metrics, exportIntervalMillis: 3_600_000, exportTimeoutMillis: 1000 })
  const meterProvider = new MeterProvider({ readers: [reader] })
  const clock = { ms: 0 }
  const tracer = tracerProvider.getTracer('test')
  const otel = createOtel({ tracer, meter: meterProvider.getMeter('test'), now: () => clock.ms, ...options })

  return { otel, tracer, clock, run, span, points }

  /** @param source - Parts, or numbers: milliseconds that pass before the next part. */
  async function run(source: readonly (Part | number)[], request: OtelRequest = {}, pipeline: RunOptions = {}): Promise<void> {
    const parts = (function* (): Generator<Part> {
      for (const one of source) {
        if (typeof one === 'number') clock.ms += one
        else yield one
      }
    })()
    const { observers } = otel.generation(request)
    for await (const _ of runPipeline(parts, { ...pipeline, observers }));
  }

  /** The only finished span. Throws if there are more or none. */
  function span() {
    const all = spans.getFinishedSpans()
    if (all.length !== 1) throw new Error(`There are ${all.length} spans.`)
    return all[0]!
  }

  /** Data points of a metric: labels, and a value or a histogram's sum and count. */
  async function points(name: string): Promise<{ labels: Record<string, unknown>; value: unknown }[]> {
    await reader.forceFlush()
    const all =
      metrics
        .getMetrics()
        .at(-1)
        ?.scopeMetrics.flatMap((scope) => scope.metrics) ?? []
    const found = all.find((metric) => metric.descriptor.name === name)
    return (found?.dataPoints ?? []).map(({ attributes, value }) => ({
      labels: attributes,
      value: typeof value === 'number' ? value : { sum: value.sum, count: value.count },
    }))
  }
}

export const block = (number: number, channel: 'reasoning' | 'commentary' | 'answer', text: string, choice = 0): Part[] => {
  const of = choice === 0 ? {} : { choice }
  return [
    { type: 'block-start', block: number, channel, ...of },
    { type: 'delta', block: number, channel, text, ...of },
    { type: 'block-end', block: number, channel, boundary: 'wire', ...of },
  ]
}

export const stop: Part[] = [{ type: 'finish', reason: 'stop' }, { type: 'end' }]

export const usage: Extract<Part, { type: 'usage' }> = {
  type: 'usage',
  usage: {
    raw: null,
    input: { value: 7, source: 'reported' },
    output: { value: 30, source: 'reported' },
    reasoning: { value: 20, source: 'reported' },
    cached: { value: 5, source: 'reported' },
  },
}
