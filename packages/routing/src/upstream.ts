import { createAverage, type Average } from './average.ts'
import type { UpstreamCandidate } from './candidate.ts'
import type { UpstreamConfig } from './config.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import { createHealth, type Health } from './health.ts'
import type { Lease } from './lease.ts'
import { createProbeSchedule, type ProbeSchedule } from './probe-schedule.ts'
import type { RoutingRefusal } from './refusal.ts'

/** A request that waits at one or several upstreams. It takes the first free slot of any of them. */
export interface Waiter {
  key: string
  /** Upstreams at which the request waits. */
  places: Map<RoutedUpstream, UpstreamCandidate>
  since: number
  settle(result: Lease | RoutingRefusal): void
  /** Tries other upstreams of the plan, after the request has left all queues. @param refusal - Result if no upstream can take it. */
  moveOn(refusal: RoutingRefusal): void
}

/** State of an upstream. Only the router changes it. */
export interface RoutedUpstream {
  config: UpstreamConfig
  health: Health
  /** Incremented when the upstream is forgotten: earlier requests say nothing about its new state. */
  edition: number
  probes: ProbeSchedule | undefined
  readonly queue: FairQueue<Waiter>
  inFlight: number
  /** True if the upstream was removed from the configuration: running requests may end, and no new one begins. */
  draining: boolean
  /** Cancels the timer that serves the queue when the upstream may be asked again. */
  cancelWake: (() => void) | undefined
  readonly firstByteMs: Average
  readonly durationMs: Average
  readonly counts: UpstreamCounts
}

/** Counters since the router was created. */
export interface UpstreamCounts {
  /** Requests that were admitted. */
  sent: number
  succeeded: number
  failed: number
  /** Requests that found the queue full, or waited too long. */
  turnedAway: number
  slowStarts: number
}

export interface Clock {
  now: () => number
  random: () => number
}

export function createUpstream(config: UpstreamConfig, { now, random }: Clock): RoutedUpstream {
  return {
    config,
    health: createHealth(config.health, random),
    edition: 0,
    probes: config.probe && createProbeSchedule(config.probe, now(), random),
    queue: createFairQueue(),
    inFlight: 0,
    draining: false,
    cancelWake: undefined,
    firstByteMs: createAverage(),
    durationMs: createAverage(),
    counts: { sent: 0, succeeded: 0, failed: 0, turnedAway: 0, slowStarts: 0 },
  }
}

/** Applies a new configuration. Running and waiting requests stay, and so does the health, unless its options changed. */
export function reconfigure(upstream: RoutedUpstream, config: UpstreamConfig, clock: Clock): void {
  const { health, probe } = upstream.config
  upstream.config = config
  upstream.draining = false
  if (!isEqual(health, config.health)) upstream.health = createHealth(config.health, clock.random)
  if (!isEqual(probe, config.probe)) upstream.probes = config.probe && createProbeSchedule(config.probe, clock.now(), clock.random)
}

/** Resets the health, because the upstream is another server or has another key. Running and waiting requests stay. */
export function forget(upstream: RoutedUpstream, { random }: Clock): void {
  upstream.health = createHealth(upstream.config.health, random)
  upstream.edition += 1
}

/** Compares parsed options, whose keys are in the order of the schema. */
const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export const isFull = ({ config, inFlight }: RoutedUpstream): boolean =>
  config.limits.concurrency > 0 && inFlight >= config.limits.concurrency

/** Reason why no request may be sent. `full` is none, as a request can wait for a slot. */
export type Obstacle = 'draining' | 'open' | 'trial' | 'aside'

export function obstacleAt({ draining, health }: RoutedUpstream, at: number): Obstacle | undefined {
  if (draining) return 'draining'
  if (!health.circuit.admits(at)) return health.circuit.state(at) === 'open' ? 'open' : 'trial'
  return at < health.asideUntil ? 'aside' : undefined
}

/** Estimates the milliseconds until the upstream accepts requests again. Infinity: unknown. */
export function waitOf(upstream: RoutedUpstream, obstacle: Obstacle, now: number): number {
  if (obstacle === 'draining') return Number.POSITIVE_INFINITY
  if (obstacle === 'aside') return upstream.health.asideUntil - now
  if (obstacle === 'open') return upstream.health.circuit.openUntil - now
  // A trial lasts about as long as the beginning of an answer.
  return Math.min(upstream.health.circuit.trialUntil - now, upstream.firstByteMs.value ?? 1000)
}
