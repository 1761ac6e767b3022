import type { Timeouts } from './config.ts'
import type { Candidate } from './candidate.ts'
import type { Outcome } from './outcome.ts'

/** Leave to send one request to one upstream. It holds a slot, where it takes one, until it is ended, once, however often that is said. */
export interface Lease {
  readonly granted: true
  readonly upstream: string
  /** What the upstream calls the model. */
  readonly model: string
  readonly candidate: Candidate
  readonly timeouts: Timeouts
  /** The circuit is half open, and this request decides whether it closes. */
  readonly trial: boolean
  readonly waitedMs: number
  /** Reports the headers of a good response. Closes the circuit of a trial, without waiting for minutes of thinking to end. */
  began(): void
  /** Reports the outcome and gives the slot back. */
  end(outcome: Outcome): void
  /** Gives the slot back without an outcome: like `end({ kind: 'cancelled' })`. */
  release(): void
}
