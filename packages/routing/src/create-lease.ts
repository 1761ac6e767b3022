import type { UpstreamCandidate } from './candidate.ts'
import type { Lease } from './lease.ts'
import { consequences, type AttemptOutcome } from './outcome.ts'
import type { RoutedUpstream } from './upstream.ts'

interface LeaseOptions {
  now: () => number
  /** Current time. */
  since: number
  waitedMs: number
  /** True if the request takes a slot. Requests without one are excluded from the average durations. */
  slot: boolean
  /** Called when the slot is free, or when the circuit closed. */
  onChange: () => void
}

/** Creates a lease, and takes the slot if needed. The caller has checked that one is free. */
export function createLease(
  upstream: RoutedUpstream,
  candidate: UpstreamCandidate,
  { now, since, waitedMs, slot, onChange }: LeaseOptions,
): Lease {
  const { health, edition, config } = upstream
  const trial = health.circuit.begin(since)
  let slow = false
  let began = false
  let ended = false
  if (slot) upstream.inFlight += 1
  upstream.counts.sent += 1

  return {
    granted: true,
    upstream: config.id,
    model: candidate.model,
    candidate,
    trial: trial !== undefined,
    waitedMs,
    began() {
      if (began || ended) return
      began = true
      const time = now()
      if (slot) upstream.firstByteMs.add(time - since)
      slow = slot && config.health.slowStartMs > 0 && time - since > config.health.slowStartMs
      if (slow) upstream.counts.slowStarts += 1
      if (trial === undefined) return
      health.trialBegan(trial, time)
      onChange()
    },
    end,
    release: () => end({ kind: 'cancelled' }),
  }

  function end(outcome: AttemptOutcome): void {
    if (ended) return
    ended = true
    const time = now()
    if (outcome.kind === 'success') {
      upstream.counts.succeeded += 1
      if (slot) upstream.durationMs.add(time - since)
    }
    if (consequences[outcome.kind].failure || outcome.kind === 'rate-limited') upstream.counts.failed += 1
    if (slot) upstream.inFlight -= 1
    // A new configuration may have replaced the circuit meanwhile. The outcome is then no trial of the new circuit.
    if (upstream.edition === edition) upstream.health.report(outcome, upstream.health === health ? trial : undefined, slow, time)
    onChange()
  }
}
