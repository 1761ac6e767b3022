import { createCircuit, type Circuit } from './circuit.ts'
import type { HealthConfig } from './config.ts'
import { createFailureWindow } from './failure-window.ts'
import { consequences, isFailure, type FailureKind, type AttemptOutcome } from './outcome.ts'

export interface Health {
  readonly circuit: Circuit
  /** End of the pause that the upstream asked for. In the past if there is none. */
  readonly asideUntil: number
  readonly failuresInARow: number
  readonly lastFailure: { kind: FailureKind | 'probe' | 'slow-start'; at: number } | undefined
  failureRate(now: number): number
  /** @param trial - Number of the circuit's trial, if the request was one. @param slow - True if the first byte came late. */
  report(outcome: AttemptOutcome, trial: number | undefined, slow: boolean, now: number): void
  /** Reports the first byte of a trial. It counts as success without waiting for minutes of thinking, unless no answer follows. */
  trialBegan(trial: number, now: number): void
  probed(answered: boolean, now: number): void
}

/** Tracks the health of an upstream from its responses (passive) and from probes (active). */
export function createHealth(config: HealthConfig, random: () => number): Health {
  const circuit = createCircuit(config, random)
  const recent = createFailureWindow(config.windowMs)
  let failuresInARow = 0
  let failedProbes = 0
  let asideUntil = Number.NEGATIVE_INFINITY
  /** Number of consecutive 429 responses without a `retry-after`. */
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

  function report({ kind, retryAfterMs, begun = false }: AttemptOutcome, trial: number | undefined, slow: boolean, now: number): void {
    if (isFailure(kind)) lastFailure = { kind, at: now }
    else if (slow) lastFailure = { kind: 'slow-start', at: now }
    if (kind === 'rate-limited' || (kind === 'overloaded' && retryAfterMs !== undefined)) setAside(retryAfterMs, now)
    if (kind === 'success') {
      asides = 0
      circuit.worked()
    }
    // Any response proves that the upstream is reachable. Only a client that disconnected leaves the question open.
    const trialWas = consequences[kind].failure ? 'bad' : kind === 'cancelled' ? 'unknown' : 'good'
    const hasClosed = trial !== undefined && circuit.tried(trial, trialWas, now, begun)
    if (kind === 'cancelled' || kind === 'rate-limited') return
    const state = circuit.state(now)
    if (hasClosed) forget()
    // Requests from before the circuit opened may end much later, and no longer count.
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
