import { ExportResultCode, type ExportResult } from '@opentelemetry/core'
import { defaultResource, envDetector, detectResources, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader, type PushMetricExporter } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider, type SpanExporter } from '@opentelemetry/sdk-trace'
import type { Meter, Tracer } from '@opentelemetry/api'
import { randomUUID } from 'node:crypto'
import { ConfigError } from '../config/config-error.ts'
import type { TelemetryConfig } from '../config/telemetry.ts'
import { version } from '../version.ts'
import { samplerOf } from './sampler.ts'

/** Providers of the OpenTelemetry SDK, without its globals. */
export interface Providers {
  tracer: Tracer | undefined
  meter: Meter | undefined
  /** Sends pending data. */
  shutdown(): Promise<unknown>
}

/** @param onFailure - Called for each failed export. */
export async function openProviders(config: TelemetryConfig, onFailure: (error: unknown) => void): Promise<Providers> {
  const { environment } = config
  const number = numbersOf(environment)
  // Each process is an instance. Otherwise the counters of two processes would look like one that goes up and down.
  const own = { 'service.name': 'reason', 'service.version': version(), 'service.instance.id': randomUUID() }
  const resource = defaultResource()
    .merge(resourceFromAttributes(own))
    .merge(detectResources({ detectors: [envDetector] }))
  const spans = await spanExporter(config)
  const metrics = await metricExporter(config)
  const tracerProvider =
    spans &&
    new TracerProvider({
      resource,
      sampler: samplerOf(environment),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: telling(spans, onFailure),
          ...number('OTEL_BSP_SCHEDULE_DELAY', 'scheduledDelayMillis'),
          ...number('OTEL_BSP_EXPORT_TIMEOUT', 'exportTimeoutMillis'),
          ...number('OTEL_BSP_MAX_QUEUE_SIZE', 'maxQueueSize'),
          ...number('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 'maxExportBatchSize'),
        }),
      ],
    })
  const meterProvider =
    metrics &&
    new MeterProvider({
      resource,
      readers: [
        new PeriodicExportingMetricReader({
          exporter: telling(metrics, onFailure),
          ...number('OTEL_METRIC_EXPORT_INTERVAL', 'exportIntervalMillis'),
        }),
      ],
    })
  return {
    tracer: tracerProvider?.getTracer('@reason/server', version()),
    meter: meterProvider?.getMeter('@reason/server', version()),
    shutdown: () => Promise.allSettled([tracerProvider?.shutdown(), meterProvider?.shutdown()]),
  }
}

/** Exporters are loaded by protocol, only if used. */
async function spanExporter({ traces, endpoint }: TelemetryConfig): Promise<SpanExporter | undefined> {
  if (traces === undefined) return undefined
  const { OTLPTraceExporter } =
    traces === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto')
  return new OTLPTraceExporter(addressOf(endpoint, 'v1/traces'))
}

async function metricExporter({ metrics, endpoint }: TelemetryConfig): Promise<PushMetricExporter | undefined> {
  if (metrics === undefined) return undefined
  const { OTLPMetricExporter } =
    metrics === 'http/json'
      ? await import('@opentelemetry/exporter-metrics-otlp-http')
      : await import('@opentelemetry/exporter-metrics-otlp-proto')
  return new OTLPMetricExporter(addressOf(endpoint, 'v1/metrics'))
}

const addressOf = (endpoint: string | undefined, path: string): { url?: string } =>
  endpoint === undefined ? {} : { url: `${endpoint.replace(/\/$/, '')}/${path}` }

interface Exporter {
  // oxlint-disable-next-line typescript/no-explicit-any -- spans or metrics: they are only passed on
  export(items: any, done: (result: ExportResult) => void): void
}

/** Reports failed exports to `onFailure` instead of the SDK's global error handler. */
function telling<E extends Exporter>(exporter: E, onFailure: (error: unknown) => void): E {
  const send = exporter.export.bind(exporter)
  exporter.export = (items, done) =>
    send(items, ({ code, error }) => {
      if (code !== ExportResultCode.SUCCESS) onFailure(error ?? new Error('The receiver refused the data.'))
      done({ code: ExportResultCode.SUCCESS })
    })
  return exporter
}

const numbersOf =
  (environment: Readonly<Record<string, string>>) =>
  <const Option extends string>(variable: string, option: Option): { [K in Option]?: number } => {
    const text = environment[variable]?.trim() ?? ''
    if (text === '') return {}
    if (!/^[1-9]\d*$/.test(text))
      throw new ConfigError([`${variable} (environment) is ${JSON.stringify(text)}, but must be a number above 0.`])
    return { [option]: Number(text) } as { [K in Option]?: number }
  }
