import type { Observer } from '@reason/core/pipeline'
import type { UpstreamEvent } from '@reason/metrics'
import type { OtelRequest } from '@reason/otel'
import type { Head } from '../../head.ts'
import type { Outcome } from '../../relay/relay-outcome.ts'
import type { Upstream } from '../../upstreams/upstream.ts'

/** Spans and metrics by OpenTelemetry, as `createTelemetry` of `@reason/gateway/otel` makes them. */
export interface Telemetry {
  /** A request came. @param headers - Of its client, who may be in a trace of its own. */
  request(route: string, headers: Head): RequestTelemetry
}

/** Of one request. */
export interface RequestTelemetry {
  /** Starts the telemetry of a generation. @param request - What is known before an upstream is chosen. */
  generation(request: Omit<OtelRequest, 'provider' | 'adapter' | 'server' | 'context' | 'attempts'>): GenerationTelemetry
  /** @param status - Of the answer; `aborted` where the client went away. */
  finished(status: number | 'aborted'): void
}

/** Of one generation: a span for each upstream that is asked, until one answers. */
export interface GenerationTelemetry {
  /** It is about to be sent. @returns The headers of the client, with our span in place of its own. */
  sends(upstream: Pick<Upstream, 'name' | 'provider'>, headers: Head): Head
  /** What became of it. */
  happened(event: UpstreamEvent): void
  /** An answer comes. */
  begin(adapter: string): readonly Observer[]
  /** However it ended. */
  over(outcome: Pick<Outcome, 'status' | 'error' | 'aborted'>): void
}
