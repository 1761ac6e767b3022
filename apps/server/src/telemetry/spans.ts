import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context, type SpanContext } from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { Part } from '@reason/core'
import { closeObservers, type Observer } from '@reason/core/pipeline'
import { createOtel, type Otel, type OtelGeneration, type OtelRequest } from '@reason/otel'
import type { TelemetryConfig } from '../config/telemetry.ts'
import { createFailures } from './failures.ts'
import { openProviders } from './providers.ts'
import type { GenerationTelemetry, Head, RequestTelemetry, Telemetry } from '@reason/gateway/host'
import type { TelemetryOptions } from './telemetry.ts'

/** How long what waits may take to be sent when the gateway stops, in milliseconds. */
const farewellMs = 3000

const propagator = new W3CTraceContextPropagator()

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
export async function createTelemetry(config: TelemetryConfig, { models, redactor, log }: TelemetryOptions): Promise<Telemetry> {
  const { tracer, meter, shutdown } = await openProviders(config, createFailures(log))
  const otel = createOtel({
    ...(tracer !== undefined && { tracer }),
    ...(meter !== undefined && { meter }),
    // Each generation says how much of it may be told.
    capture: { answer: true, reasoning: true },
    redactor: redactor(),
    models,
  })

  return { request, close }

  function request(route: string, headers: Head): RequestTelemetry {
    const parent = propagator.extract(ROOT_CONTEXT, headers, getter)
    const attributes = { 'http.request.method': 'POST', 'http.route': route, 'url.path': route, 'url.scheme': 'http' }
    const span = tracer?.startSpan(`POST ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    const context = span === undefined ? parent : trace.setSpan(parent, span)
    let isTraced = true
    return {
      generation(of) {
        isTraced = of.traced !== false
        return createGeneration(otel, of, isTraced ? context : parent)
      },
      finished(status) {
        // One that is never ended is never sent.
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

  async function close(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise((resolve) => (timer = setTimeout(resolve, farewellMs)))
    await Promise.race([shutdown(), late])
    clearTimeout(timer)
  }
}

function createGeneration(otel: Otel, request: OtelRequest, context: Context): GenerationTelemetry {
  /** Of the request that was sent last. */
  let current: OtelGeneration | undefined
  let failure: string | undefined
  let hasBegun = false
  const attempts: SpanContext[] = []

  return {
    sends({ name, provider }, headers) {
      // What continues an answer belongs to it.
      if (!hasBegun) {
        giveUp()
        const server = serverOf(name)
        current = otel.generation({
          ...request,
          context,
          ...(attempts.length > 0 && { attempts: [...attempts] }),
          ...(provider !== undefined && { provider }),
          ...(server !== undefined && { server }),
        })
      }
      return current?.span === undefined ? headers : withSpan(headers, trace.setSpan(context, current.span))
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

  /** Another one is asked in its place. */
  function giveUp(): void {
    if (current === undefined) return
    fail(current.observers, failure ?? '_OTHER')
    if (current.span !== undefined) attempts.push(current.span.spanContext())
    current = undefined
    failure = undefined
  }
}

/** A generation of which no answer came. */
function fail(observers: readonly Observer[], code: string): void {
  const parts: Part[] = [{ type: 'error', error: { message: 'No answer came.', code } }, { type: 'end' }]
  for (const part of parts) for (const observer of observers) if (observer.types?.includes(part.type) !== false) observer.onPart(part)
}

/** The upstream's spans are children of ours; what the client said of its own trace is in there. */
function withSpan(client: Head, context: Context): Head {
  const headers = { ...client }
  delete headers['traceparent']
  delete headers['tracestate']
  propagator.inject(context, headers, { set: (carrier, name, value) => (carrier[name] = value) })
  return headers
}

function serverOf(name: string): { address: string; port: number } | undefined {
  if (!URL.canParse(name)) return undefined
  const { protocol, hostname, port } = new URL(name)
  return { address: hostname, port: port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port) }
}
