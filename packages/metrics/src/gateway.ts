import { firstOf } from './labels.ts'
import type { Series } from './series.ts'

/**
 * What of a request's time is the gateway's own. Each step is told once it happens, at most once; those that did not happen are left out.
 *
 *   arrived ──before_upstream──▶ asked ··· first event ──first_event──▶ passed on ··· last event ──after_upstream──▶ finished
 */
export interface RequestTimer {
  upstreamAsked(): void
  upstreamFirst(): void
  clientFirst(): void
  upstreamEnded(): void
  /** @param status - Of the answer; `aborted` where the client went away before it had one as a whole. */
  finished(status: number | 'aborted'): void
}

export function createRequestTimers(series: Series, now: () => number): (request: { route: string }) => RequestTimer {
  const routeLabel = firstOf(64)

  return ({ route }) => {
    const labels = { route: routeLabel(route) }
    const startedAt = now()
    let askedAt = -1
    let firstAt = -1
    let passedAt = -1
    let endedAt = -1
    let over = false
    series.gauge('gateway_requests_in_flight').inc()
    return {
      upstreamAsked: () => void (askedAt === -1 && (askedAt = now())),
      upstreamFirst: () => void (firstAt === -1 && (firstAt = now())),
      clientFirst: () => void (passedAt === -1 && (passedAt = now())),
      // The last attempt counts: what comes after it is ours.
      upstreamEnded: () => void (endedAt = now()),
      finished,
    }

    function finished(status: number | 'aborted'): void {
      if (over) return
      over = true
      const at = now()
      series.gauge('gateway_requests_in_flight').dec()
      series.count('gateway_requests_total', { ...labels, status: statusClass(status) })
      series.observe('gateway_request_duration_seconds', labels, Math.max(0, at - startedAt) / 1000)
      overhead('before_upstream', startedAt, askedAt)
      overhead('first_event', firstAt, passedAt)
      overhead('after_upstream', endedAt, at)
    }
  }

  function overhead(stage: string, from: number, to: number): void {
    if (from !== -1 && to !== -1) series.observe('gateway_overhead_seconds', { stage }, Math.max(0, to - from) / 1000)
  }
}

function statusClass(status: number | 'aborted'): string {
  if (status === 'aborted') return status
  return status >= 100 && status < 600 ? `${Math.floor(status / 100)}xx` : '5xx'
}

/** What became of an attempt at an upstream. */
export interface UpstreamEvent {
  provider?: string
  /** What it is called where there are several. Default `other`. */
  upstream?: string
  /** Of its head, or of the error that it brought. */
  status?: number
  /** How it failed, whatever its head said. `protocol`: what came was not what the format says. */
  error?: 'timeout' | 'network' | 'protocol' | 'aborted'
  /** Milliseconds from the attempt to the head of the answer. */
  responseMs?: number
}

export function upstreamOutcome({ status, error }: UpstreamEvent): string {
  if (error !== undefined) return error
  if (status === undefined) return 'other'
  if (status === 429) return 'rate_limited'
  if (status >= 500) return 'server_error'
  if (status >= 400) return 'client_error'
  return status >= 200 && status < 300 ? 'ok' : 'other'
}
