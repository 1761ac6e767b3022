import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type Meter,
  type SpanContext,
  type TextMapPropagator,
  type Tracer,
} from '@opentelemetry/api'
import type { Part } from '@reason/core'
import { closeObservers, type Observer, type Redactor } from '@reason/core/pipeline'
import { createOtel, type Otel, type OtelGeneration, type OtelRequest } from '@reason/otel'
import { defined } from '@reason/wire-kit'
import type { Head } from '../../head.ts'
import type { GenerationTelemetry, RequestTelemetry, Telemetry } from './telemetry.ts'

export interface TelemetryOptions {
  /** Records spans. Default: no spans. */
  tracer?: Tracer | undefined
  /** Records metrics. Default: no metrics. */
  meter?: Meter | undefined
  /** Reads the client's trace context, and writes the gateway's own for the upstream. In an app with an SDK: `propagation` of `@opentelemetry/api`. */
  propagator: Pick<TextMapPropagator, 'extract' | 'inject'>
  /** Redacts texts in spans. Default: no redaction. */
  redactor?: Redactor | undefined
  /** Patterns of models that keep their own name in metrics. Default: none. */
  models?: readonly string[]
}

const getter = {
  get: (headers: Head, name: string) => headers[name],
  keys: (headers: Head) => Object.keys(headers),
}

/**
 * A request of a client is a span, and so is each request to an upstream that it leads to, until one answers:
 *
 *   (client) ─▶ POST /v1/chat/completions ─┬▶ chat gpt-oss-20b, failed
 *                                          └▶ chat gpt-oss-20b ─▶ (upstream)
 */
export function createTelemetry({ tracer, meter, propagator, redactor, models = [] }: TelemetryOptions): Telemetry {
  const otel = createOtel({
    ...defined({ tracer, meter }),
    // Each generation limits the capture further.
    capture: { answer: true, reasoning: true },
    ...(redactor !== undefined && { redactor }),
    models,
  })

  return { request }

  function request(route: string, headers: Head): RequestTelemetry {
    const parent = propagator.extract(ROOT_CONTEXT, headers, getter)
    const attributes = { 'http.request.method': 'POST', 'http.route': route, 'url.path': route, 'url.scheme': 'http' }
    const span = tracer?.startSpan(`POST ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    const context = span === undefined ? parent : trace.setSpan(parent, span)
    let isTraced = true
    return {
      generation(of) {
        isTraced = of.traced !== false
        return createGeneration(otel, propagator, of, isTraced ? context : parent)
      },
      finished(status) {
        // A span that never ends is never exported.
        if (!isTraced) return
        if (status !== 'aborted') span?.setAttribute('http.response.status_code', status)
        if (typeof status === 'number' && status >= 500) {
          span?.setAttribute('error.type', String(status))
          span?.setStatus({ code: SpanStatusCode.ERROR })
        }
        span?.end()
      },
    }
  }
}

function createGeneration(
  otel: Otel,
  propagator: TelemetryOptions['propagator'],
  request: OtelRequest,
  context: Context,
): GenerationTelemetry {
  /** Telemetry of the last request sent. */
  let current: OtelGeneration | undefined
  let failure: string | undefined
  let hasBegun = false
  const attempts: SpanContext[] = []

  return {
    sends({ address, provider }, headers) {
      // A request that continues an answer belongs to its span.
      if (!hasBegun) {
        giveUp()
        const server = serverOf(address)
        current = otel.generation({
          ...request,
          context,
          ...(attempts.length > 0 && { attempts: [...attempts] }),
          ...defined({ provider, server }),
        })
      }
      return current?.span === undefined ? headers : withSpan(propagator, headers, trace.setSpan(context, current.span))
    },
    happened({ status, error }) {
      if (error !== undefined || (status !== undefined && status >= 400)) failure = error ?? String(status)
    },
    begin(adapter) {
      hasBegun = true
      current?.span?.setAttribute('reason.adapter', adapter)
      return current?.observers ?? []
    },
    over({ status, error, aborted }) {
      if (current === undefined || hasBegun) return
      if (aborted) closeObservers(current.observers)
      else fail(current.observers, error ?? String(status))
    },
  }

  /** Fails the span of an upstream that is replaced by another. */
  function giveUp(): void {
    if (current === undefined) return
    fail(current.observers, failure ?? '_OTHER')
    if (current.span !== undefined) attempts.push(current.span.spanContext())
    current = undefined
    failure = undefined
  }
}

/** Reports a generation without an answer. */
function fail(observers: readonly Observer[], code: string): void {
  const parts: Part[] = [{ type: 'error', error: { message: 'No answer came.', code } }, { type: 'end' }]
  for (const part of parts) for (const observer of observers) if (observer.types?.includes(part.type) !== false) observer.onPart(part)
}

/** Replaces the client's trace headers, so that the upstream's spans are children of the gateway's. */
function withSpan(propagator: TelemetryOptions['propagator'], client: Head, context: Context): Head {
  const headers = { ...client }
  delete headers['traceparent']
  delete headers['tracestate']
  propagator.inject(context, headers, { set: (carrier, name, value) => (carrier[name] = value) })
  return headers
}

function serverOf(url: string): { address: string; port: number } | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, port } = new URL(url)
  return { address: hostname, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) }
}
