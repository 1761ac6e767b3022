import type { HealthConfig } from './config.ts'

export type CircuitState = 'closed' | 'open' | 'half-open'

export interface Circuit {
  state(now: number): CircuitState
  /** Whether a request may be sent. */
  admits(now: number): boolean
  /** A request is being sent. @returns Whether it is the trial, which decides: say how it went with `tried`. */
  begin(now: number): boolean
  /** How the trial went. `unknown`: it was given up, another may be tried. */
  tried(outcome: 'good' | 'bad' | 'unknown', now: number): void
  /** Failures have reached a limit. */
  open(now: number): void
  /** A probe was answered: no need to wait any longer for a trial. */
  allowTrial(now: number): void
  /** A probe was not answered: no trial for a while. Nothing while closed. */
  delayTrial(now: number): void
  /** When an open one may be tried. */
  readonly openUntil: number
  readonly trialRuns: boolean
}

/**
 *     closed ──failures──▶ open ──time, or a probe──▶ half-open ──trial good──▶ closed
 *                            ▲                            │
 *                            └────────trial bad───────────┘   twice as long
 *
 * Half open, one request is let through, and no second one while it runs.
 *
 * @param random - 0 to below 1. Several gateways must not try a sick upstream in the same instant: up to a fifth is added.
 */
export function createCircuit({ openMs, maxOpenMs }: Pick<HealthConfig, 'openMs' | 'maxOpenMs'>, random: () => number): Circuit {
  let closed = true
  let openUntil = 0
  /** Times it was opened since it was closed. */
  let opened = 0
  let trialRuns = false

  return {
    state,
    admits: (now) => closed || (now >= openUntil && !trialRuns),
    begin(now) {
      if (closed) return false
      if (now < openUntil || trialRuns) throw new Error('A circuit was asked for a trial that it does not allow. Call admits() first.')
      return (trialRuns = true)
    },
    tried(outcome, now) {
      if (!trialRuns) return
      trialRuns = false
      if (outcome === 'bad') reopen(now)
      if (outcome !== 'good') return
      closed = true
      opened = 0
    },
    open(now) {
      if (closed) reopen(now)
    },
    allowTrial(now) {
      if (!closed) openUntil = Math.min(openUntil, now)
    },
    delayTrial(now) {
      // A trial that runs already is the better witness: it asks for an answer, and a probe for a list.
      if (!closed && !trialRuns && now >= openUntil) reopen(now)
    },
    get openUntil() {
      return openUntil
    },
    get trialRuns() {
      return trialRuns
    },
  }

  function state(now: number): CircuitState {
    if (closed) return 'closed'
    return now < openUntil ? 'open' : 'half-open'
  }

  function reopen(now: number): void {
    closed = false
    const lasting = Math.min(maxOpenMs, openMs * 2 ** Math.min(opened, 30))
    openUntil = now + lasting * (1 + random() / 5)
    opened += 1
  }
}
