import type { ProbeConfig } from './config.ts'

/** A request that shows whether an upstream is up. The caller sends it and reports the result with `router.probed`. */
export interface Probe {
  upstream: string
  method: 'GET'
  /** Under the address of the upstream. */
  path: string
  timeoutMs: number
}

export interface ProbeSchedule {
  /** When the next one is due. */
  readonly dueAt: number
  /** It is being asked. */
  start(now: number): void
  done(now: number): void
}

/**
 * When to ask. The first time falls anywhere within an interval, the others within a tenth around it, so that several gateways, or
 * several upstreams of one, are not asked in step. A probe of which nothing is heard is given up after twice its time.
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
