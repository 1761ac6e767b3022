import { firstOf } from './labels.ts'
import { lazy, remembered } from './result-cache.ts'
import type { Series } from './series.ts'

/**
 * Measures the gateway's own share of a request's time. Call each step when it happens, at most once. Missing steps are
 * left out.
 *
 *   arrived ──before_upstream──▶ asked ··· first event ──first_event──▶ passed on ··· last event ──after_upstream──▶ finished
 */
export interface RequestTimer {
  upstreamAsked(): void
  upstreamFirst(): void
  clientFirst(): void
  upstreamEnded(): void
  /** @param status - Status of the response; `aborted` if the client disconnected before its end. */
  finished(status: number | 'aborted'): void
}

export function createRequestTimers(series: Series, now: () => number): (request: { route: string }) => RequestTimer {
  const routeLabel = firstOf(64)
  const routes = remembered((route: string) => ({
    answered: remembered((status: string) => series.counter('gateway_requests_total', { route, status })),
    duration: lazy(() => series.histogram('gateway_request_duration_seconds', { route })),
  }))
  const overhead = remembered((stage: FailureStage) => series.histogram('gateway_overhead_seconds', { stage }))
  let inFlight = 0
  const gauge = lazy(() => series.gauge('gateway_requests_in_flight', (asked) => asked.set(inFlight)))

  return ({ route }) => {
    const label = routeLabel(route)
    const startedAt = now()
    let askedAt = -1
    let firstAt = -1
    let passedAt = -1
    let endedAt = -1
    let over = false
    inFlight++
    gauge()
    return {
      upstreamAsked: () => void (askedAt === -1 && (askedAt = now())),
      upstreamFirst: () => void (firstAt === -1 && (firstAt = now())),
      clientFirst: () => void (passedAt === -1 && (passedAt = now())),
      // The last attempt counts: later time is the gateway's.
      upstreamEnded: () => void (endedAt = now()),
      finished(status) {
        if (over) return
        over = true
        const at = now()
        inFlight--
        const { answered, duration } = routes(label)
        answered(statusClass(status))()
        duration()(secondsBetween(startedAt, at))
        took('before_upstream', startedAt, askedAt)
        took('first_event', firstAt, passedAt)
        took('after_upstream', endedAt, at)
      },
    }
  }

  function took(stage: FailureStage, from: number, to: number): void {
    if (from !== -1 && to !== -1) overhead(stage)(secondsBetween(from, to))
  }
}

type FailureStage = 'before_upstream' | 'first_event' | 'after_upstream'

/** Never negative, because a clock that goes back must not reduce a sum. */
export const secondsBetween = (from: number, to: number): number => Math.max(0, to - from) / 1000

const statusClasses = ['1xx', '2xx', '3xx', '4xx', '5xx']

function statusClass(status: number | 'aborted'): string {
  if (status === 'aborted') return status
  return statusClasses[Math.floor(status / 100) - 1] ?? '5xx'
}

/** Outcome of an attempt at an upstream. */
export interface UpstreamEvent {
  provider?: string
  /** Name of the upstream, if there are several. Default `other`. */
  upstream?: string
  /** Status of the response or of the error. */
  status?: number
  /** Kind of failure, whatever the status. `protocol`: the response violated the format. */
  error?: 'timeout' | 'network' | 'protocol' | 'aborted'
  /** Milliseconds from the attempt to the response headers. */
  responseMs?: number
}

export function createUpstreamCounter(
  series: Series,
  providerLabel: (provider: string | undefined) => string,
  upstreamLabel: (upstream: string | undefined) => string,
): (event: UpstreamEvent) => void {
  const providers = remembered((provider: string) =>
    remembered((upstream: string) => {
      const labels = { provider, upstream }
      return {
        ended: remembered((outcome: string) => series.counter('upstream_requests_total', { ...labels, outcome })),
        response: lazy(() => series.histogram('upstream_response_seconds', labels)),
      }
    }),
  )

  return (event) => {
    const { ended, response } = providers(providerLabel(event.provider))(upstreamLabel(event.upstream))
    ended(outcomeOf(event))()
    if (event.responseMs !== undefined) response()(Math.max(0, event.responseMs) / 1000)
  }
}

function outcomeOf({ status, error }: UpstreamEvent): string {
  if (error !== undefined) return error
  if (status === undefined) return 'other'
  if (status === 429) return 'rate_limited'
  if (status >= 500) return 'server_error'
  if (status >= 400) return 'client_error'
  return status >= 200 && status < 300 ? 'ok' : 'other'
}
