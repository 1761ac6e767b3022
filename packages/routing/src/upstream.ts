import { createAverage, type Average } from './average.ts'
import type { Candidate } from './candidate.ts'
import type { UpstreamConfig } from './config.ts'
import { createFairQueue, type FairQueue } from './fair-queue.ts'
import { createHealth, type Health } from './health.ts'
import type { Lease } from './lease.ts'
import { createProbeSchedule, type ProbeSchedule } from './probe-schedule.ts'
import type { Refusal } from './refusal.ts'

/** A request that waits, at one upstream or at several: the first free slot of any is its own. */
export interface Waiter {
  key: string
  /** Where it waits. */
  places: Map<Upstream, Candidate>
  since: number
  settle(result: Lease | Refusal): void
  /** Tries other upstreams of the plan, as the request is in no queue any more. @param refusal - The result if none can take it. */
  moveOn(refusal: Refusal): void
}

/** An upstream with all that is known of it. The router alone changes it. */
export interface Upstream {
  config: UpstreamConfig
  health: Health
  /** Another one since it was forgotten: what was sent before says nothing of what it is now. */
  edition: number
  probes: ProbeSchedule | undefined
  readonly queue: FairQueue<Waiter>
  inFlight: number
  /** It was taken out of the configuration: what runs may end, nothing begins. */
  draining: boolean
  /** Takes back the timer that looks at the queue when the upstream may be asked again. */
  cancelWake: (() => void) | undefined
  readonly firstByteMs: Average
  readonly durationMs: Average
  readonly counts: UpstreamCounts
}

/** Since the router was made. */
export interface UpstreamCounts {
  /** Requests that were let through. */
  sent: number
  succeeded: number
  failed: number
  /** Turned away from the full queue, or after waiting too long. */
  turnedAway: number
  slowStarts: number
}

export interface Clock {
  now: () => number
  random: () => number
}

export function createUpstream(config: UpstreamConfig, { now, random }: Clock): Upstream {
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

/** What runs and waits stays; what is known of its health too, unless the rules for it are others now. */
export function reconfigure(upstream: Upstream, config: UpstreamConfig, clock: Clock): void {
  const { health, probe } = upstream.config
  upstream.config = config
  upstream.draining = false
  if (!isEqual(health, config.health)) upstream.health = createHealth(config.health, clock.random)
  if (!isEqual(probe, config.probe)) upstream.probes = config.probe && createProbeSchedule(config.probe, clock.now(), clock.random)
}

/** It is another server, or asked with another key. What runs and waits stays. */
export function forget(upstream: Upstream, { random }: Clock): void {
  upstream.health = createHealth(upstream.config.health, random)
  upstream.edition += 1
}

/** Of parsed options, whose keys stand in the order of the schema. */
const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

export const isFull = ({ config, inFlight }: Upstream): boolean => config.limits.concurrency > 0 && inFlight >= config.limits.concurrency

/** Why nothing may be sent at a time. `full` is not among the reasons: a request can wait for a slot. */
export type Obstacle = 'draining' | 'open' | 'trial' | 'aside'

export function obstacleAt({ draining, health }: Upstream, at: number): Obstacle | undefined {
  if (draining) return 'draining'
  if (!health.circuit.admits(at)) return health.circuit.state(at) === 'open' ? 'open' : 'trial'
  return at < health.asideUntil ? 'aside' : undefined
}

/** Estimates the milliseconds until the upstream accepts requests again. Infinity: unknown. */
export function waitOf(upstream: Upstream, obstacle: Obstacle, now: number): number {
  if (obstacle === 'draining') return Number.POSITIVE_INFINITY
  if (obstacle === 'aside') return upstream.health.asideUntil - now
  if (obstacle === 'open') return upstream.health.circuit.openUntil - now
  // A trial takes as long as it takes to begin an answer.
  return Math.min(upstream.health.circuit.trialUntil - now, upstream.firstByteMs.value ?? 1000)
}
