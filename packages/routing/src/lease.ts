import type { UpstreamCandidate } from './candidate.ts'
import type { AttemptOutcome } from './outcome.ts'

/** Permission to send one request to one upstream. The lease holds its slot, if any, until it is ended. Ending it again has no effect. */
export interface Lease {
  readonly granted: true
  readonly upstream: string
  /** The upstream's name of the model. */
  readonly model: string
  readonly candidate: UpstreamCandidate
  /** True if the circuit is half open, and this request decides whether it closes. */
  readonly trial: boolean
  readonly waitedMs: number
  /** Reports the headers of a good response. Closes the circuit of a trial, without waiting for minutes of thinking to end. */
  began(): void
  /** Reports the outcome and gives the slot back. */
  end(outcome: AttemptOutcome): void
  /** Gives the slot back without an outcome: like `end({ kind: 'cancelled' })`. */
  release(): void
}
