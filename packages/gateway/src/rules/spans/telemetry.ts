import type { Observer } from '@reason/core/pipeline'
import type { UpstreamEvent } from '@reason/metrics'
import type { OtelRequest } from '@reason/otel'
import type { Head } from '../../head.ts'
import type { RelayOutcome } from '../../generation/relay-outcome.ts'
import type { Upstream } from '../../upstreams/upstream.ts'

/** OpenTelemetry spans and metrics, created by `createTelemetry` of `@reason/gateway/otel`. */
export interface Telemetry {
  /** Starts the telemetry of a request. @param headers - Of the client, which may send a trace context. */
  request(route: string, headers: Head): RequestTelemetry
}

export interface RequestTelemetry {
  /** Starts the telemetry of a generation. @param request - Its facts before an upstream is chosen. */
  generation(request: Omit<OtelRequest, 'provider' | 'adapter' | 'server' | 'context' | 'attempts'>): GenerationTelemetry
  /** @param status - Status of the answer; `aborted` if the client disconnected. */
  finished(status: number | 'aborted'): void
}

/** Telemetry of one generation: a span for each upstream request, until an upstream answers. */
export interface GenerationTelemetry {
  /** Called before each upstream request. @returns The client's headers with the gateway's trace context. */
  sends(upstream: Pick<Upstream, 'address' | 'provider'>, headers: Head): Head
  /** Records the outcome of an upstream request. */
  happened(event: UpstreamEvent): void
  /** Called when an answer begins. */
  begin(adapter: string): readonly Observer[]
  /** Called when the generation is over, however it ended. */
  over(outcome: Pick<RelayOutcome, 'status' | 'error' | 'aborted'>): void
}
