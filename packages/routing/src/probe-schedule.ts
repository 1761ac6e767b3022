import type { ProbeConfig } from './config.ts'

/** A request that shows whether an upstream is up. The caller sends it and reports the result with `router.probed`. */
export interface HealthProbe {
  upstream: string
  method: 'GET'
  /** Path under the upstream's address. */
  path: string
  timeoutMs: number
}

export interface ProbeSchedule {
  /** Time of the next probe. */
  readonly dueAt: number
  /** Called when a probe is sent. */
  start(now: number): void
  done(now: number): void
}

/**
 * Schedules probes. The first probe is at a random time within an interval, the others within a tenth around it. Several
 * gateways, or several upstreams on one server, thus do not probe in step. A probe without a result is given up after
 * twice its timeout.
 */
export function createProbeSchedule({ intervalMs, timeoutMs }: ProbeConfig, now: number, random: () => number): ProbeSchedule {
  let dueAt = now + intervalMs * random()
  return {
    get dueAt() {
      return dueAt
    },
    start(at) {
      dueAt = at + Math.max(2 * timeoutMs, intervalMs)
    },
    done(at) {
      dueAt = at + intervalMs * (0.9 + random() / 5)
    },
  }
}
