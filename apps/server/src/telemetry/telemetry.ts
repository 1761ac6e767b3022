import type { IncomingHttpHeaders } from 'node:http'
import type { Observer, Redactor } from '@reason/core/pipeline'
import type { UpstreamEvent } from '@reason/metrics'
import type { OtelRequest } from '@reason/otel'
import type { FastifyBaseLogger } from 'fastify'
import type { TelemetryConfig } from '../config/telemetry.ts'
import type { Outcome } from '../gateway/relay/relay-outcome.ts'
import type { Upstream } from '../gateway/upstreams/upstream.ts'

/** Spans and metrics by OpenTelemetry. */
export interface Telemetry {
  /** A request came. @param headers - Of its client, who may be in a trace of its own. */
  request(route: string, headers: IncomingHttpHeaders): RequestTelemetry
  /** Sends what waits, as long as that does not take long. */
  close(): Promise<void>
}

/** Of one request. */
export interface RequestTelemetry {
  /** It leads to a generation. @param request - What is known of it before anybody is asked. */
  generation(request: Omit<OtelRequest, 'provider' | 'adapter' | 'server' | 'context' | 'attempts'>): GenerationTelemetry
  /** @param status - Of the answer; `aborted` where the client went away. */
  finished(status: number | 'aborted'): void
}

/** Of one generation: a span for each upstream that is asked, until one answers. */
export interface GenerationTelemetry {
  /** It is about to be sent. @returns The headers of the client, with our span in place of its own. */
  sends(upstream: Pick<Upstream, 'name' | 'provider'>, headers: IncomingHttpHeaders): IncomingHttpHeaders
  /** What became of it. */
  happened(event: UpstreamEvent): void
  /** An answer comes. */
  begin(adapter: string): readonly Observer[]
  /** However it ended. */
  over(outcome: Pick<Outcome, 'status' | 'error' | 'aborted'>): void
}

export interface TelemetryOptions {
  /** Models that are a value of their own in metrics, as patterns. */
  models: readonly string[]
  /** Asked once. */
  redactor: () => Redactor
  log: Pick<FastifyBaseLogger, 'warn'>
}

/** Undefined where nothing is to be sent: then nothing of OpenTelemetry is loaded. */
export async function openTelemetry(config: TelemetryConfig | undefined, options: TelemetryOptions): Promise<Telemetry | undefined> {
  if (config === undefined) return undefined
  const { createTelemetry } = await import('./spans.ts')
  return createTelemetry(config, options)
}
