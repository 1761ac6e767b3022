import { createCircuit, type Circuit } from './circuit.ts'
import type { HealthConfig } from './config.ts'
import { createFailureWindow } from './failure-window.ts'
import { consequences, isFailure, type FailureKind, type Outcome } from './outcome.ts'

export interface Health {
  readonly circuit: Circuit
  /** Until when the upstream asked to be left alone. In the past: it did not, or no longer. */
  readonly asideUntil: number
  readonly failuresInARow: number
  readonly lastFailure: { kind: FailureKind | 'probe' | 'slow-start'; at: number } | undefined
  failureRate(now: number): number
  /** @param trial - Its number, if it was a trial of the circuit. @param slow - Its first byte came late. */
  report(outcome: Outcome, trial: number | undefined, slow: boolean, now: number): void
  /** The first byte of a trial came: that is as good as success, and need not wait for minutes of thinking, unless what follows is no answer. */
  trialBegan(trial: number, now: number): void
  probed(answered: boolean, now: number): void
}

/** What is known of an upstream from its answers (passive) and from probes (active). */
export function createHealth(config: HealthConfig, random: () => number): Health {
  const circuit = createCircuit(config, random)
  const recent = createFailureWindow(config.windowMs)
  let failuresInARow = 0
  let failedProbes = 0
  let asideUntil = Number.NEGATIVE_INFINITY
  /** Times in a row that it said 429 without saying for how long. */
  let asides = 0
  let lastFailure: Health['lastFailure']

  return {
    circuit,
    get asideUntil() {
      return asideUntil
    },
    get failuresInARow() {
      return failuresInARow
    },
    get lastFailure() {
      return lastFailure
    },
    failureRate: (now) => recent.rate(now),
    report,
    trialBegan(trial, now) {
      circuit.began(trial)
      if (circuit.state(now) === 'closed') forget()
    },
    probed,
  }

  function report({ kind, retryAfterMs, begun = false }: Outcome, trial: number | undefined, slow: boolean, now: number): void {
    if (isFailure(kind)) lastFailure = { kind, at: now }
    else if (slow) lastFailure = { kind: 'slow-start', at: now }
    if (kind === 'rate-limited' || (kind === 'overloaded' && retryAfterMs !== undefined)) setAside(retryAfterMs, now)
    if (kind === 'success') {
      asides = 0
      circuit.worked()
    }
    // It did answer, whatever it said; only a client that went away leaves the question open.
    const trialWas = consequences[kind].failure ? 'bad' : kind === 'cancelled' ? 'unknown' : 'good'
    const hasClosed = trial !== undefined && circuit.tried(trial, trialWas, now, begun)
    if (kind === 'cancelled' || kind === 'rate-limited') return
    const state = circuit.state(now)
    if (hasClosed) forget()
    // Requests from before it opened may end much later. They decide nothing any more.
    if (state !== 'closed') return
    const failed = consequences[kind].failure
    failuresInARow = failed ? failuresInARow + 1 : 0
    recent.count(failed || slow, now)
    if (!failed && !slow) return
    const inARow = config.consecutiveFailures > 0 && failuresInARow >= config.consecutiveFailures
    const often = recent.requests(now) >= Math.max(1, config.minRequests) && recent.rate(now) >= config.failureRate
    if (inARow || often) circuit.open(now)
  }

  function probed(answered: boolean, now: number): void {
    if (answered) {
      failedProbes = 0
      circuit.allowTrial(now)
      return
    }
    failedProbes += 1
    lastFailure = { kind: 'probe', at: now }
    if (circuit.state(now) !== 'closed') circuit.delayTrial(now)
    else if (failedProbes >= config.failedProbes) circuit.open(now)
  }

  function setAside(retryAfterMs: number | undefined, now: number): void {
    const asked = retryAfterMs ?? config.asideMs * 2 ** Math.min(asides, 30)
    if (retryAfterMs === undefined) asides += 1
    asideUntil = Math.max(asideUntil, now + Math.min(config.maxAsideMs, asked))
  }

  function forget(): void {
    failuresInARow = 0
    failedProbes = 0
    recent.clear()
  }
}
