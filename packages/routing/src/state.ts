import type { CircuitState } from './circuit.ts'
import type { FailureKind } from './outcome.ts'
import { obstacleAt, type RoutedUpstream, type UpstreamCounts } from './upstream.ts'

/** State of one upstream, for pages and metrics. Durations are in milliseconds and relative to now, so that no clock has to be known. */
export interface UpstreamState {
  id: string
  /** `up`; `degraded`: it gets requests, but fails or asked for a pause; `down`: its circuit is not closed; `draining`: it was removed. */
  health: 'up' | 'degraded' | 'down' | 'draining'
  circuit: CircuitState
  /** Time until a trial is allowed. */
  openForMs?: number
  /** Time until the end of a pause after a 429. */
  asideForMs?: number
  inFlight: number
  queued: number
  /** Maximum number of concurrent requests. 0: unlimited. */
  concurrency: number
  failuresInARow: number
  /** Failure rate within the window, 0 to 1. */
  failureRate: number
  lastFailure?: { kind: FailureKind | 'probe' | 'slow-start'; agoMs: number }
  /** Moving averages, dominated by the last few values. */
  firstByteMs?: number
  durationMs?: number
  counts: Readonly<UpstreamCounts>
  priority: number
  weight: number
}

export function stateOf(upstream: RoutedUpstream, now: number): UpstreamState {
  const { config, health, counts, inFlight, queue, firstByteMs, durationMs } = upstream
  const { circuit, lastFailure } = health
  const state = circuit.state(now)
  return {
    id: config.id,
    health: healthOf(upstream, now),
    circuit: state,
    ...(state === 'open' && { openForMs: circuit.openUntil - now }),
    ...(now < health.asideUntil && { asideForMs: health.asideUntil - now }),
    inFlight,
    queued: queue.size,
    concurrency: config.limits.concurrency,
    failuresInARow: health.failuresInARow,
    failureRate: health.failureRate(now),
    ...(lastFailure !== undefined && { lastFailure: { kind: lastFailure.kind, agoMs: now - lastFailure.at } }),
    ...(firstByteMs.value !== undefined && { firstByteMs: firstByteMs.value }),
    ...(durationMs.value !== undefined && { durationMs: durationMs.value }),
    counts: { ...counts },
    priority: config.priority,
    weight: config.weight,
  }
}

function healthOf(upstream: RoutedUpstream, now: number): UpstreamState['health'] {
  const { health, config, draining } = upstream
  if (draining) return 'draining'
  if (health.circuit.state(now) !== 'closed') return 'down'
  const fails = health.failuresInARow > 0 || health.failureRate(now) >= config.health.failureRate / 2
  return fails || obstacleAt(upstream, now) !== undefined ? 'degraded' : 'up'
}
