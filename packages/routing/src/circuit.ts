import type { HealthConfig } from './config.ts'

export type CircuitState = 'closed' | 'open' | 'half-open'

export interface Circuit {
  state(now: number): CircuitState
  /** True if a request may be sent. */
  admits(now: number): boolean
  /** Registers a request. @returns The trial's number, if the request is the trial that decides. Report its outcome with `tried`. */
  begin(now: number): number | undefined
  /** Reports the response headers of a trial. The circuit closes, unless the trial later reports that no answer followed. */
  began(trial: number): void
  /**
   * Reports the outcome of a trial. `unknown`: the trial was cancelled, and another one may start. A trial that was too
   * slow decides nothing.
   * @param begun - True if part of the answer had come. That suffices for a trial that has closed the circuit.
   * @returns True if the trial has closed the circuit.
   */
  tried(trial: number, outcome: 'good' | 'bad' | 'unknown', now: number, begun?: boolean): boolean
  /** Reports the success of a request that was no trial. */
  worked(): void
  /** Opens the circuit, because failures have reached a limit. */
  open(now: number): void
  /** Allows a trial now, because a probe succeeded. */
  allowTrial(now: number): void
  /** Delays the next trial, because a probe failed. Has no effect while closed. */
  delayTrial(now: number): void
  /** Time at which an open circuit allows a trial. */
  readonly openUntil: number
  /** Time until which the running trial is waited for. In the past if none runs. */
  readonly trialUntil: number
}

const over = Number.NEGATIVE_INFINITY

type CircuitConfig = Pick<HealthConfig, 'openMs' | 'maxOpenMs' | 'trialMs'>

/**
 * Creates a circuit breaker.
 *
 *     closed ──failures──▶ open ──time, or a probe──▶ half-open ──trial good──▶ closed
 *                            ▲                            │
 *                            └────────trial bad───────────┘   twice as long
 *
 * Response headers count as success. If no answer follows, the trial counts as failed, unless another request succeeded
 * meanwhile.
 *
 * While half open, one request is let through, and no second one until the first has ended or taken too long.
 *
 * @param random - 0 to below 1. Adds up to a fifth, because several gateways must not try a failing upstream at the same
 * instant.
 */
export function createCircuit({ openMs, maxOpenMs, trialMs }: CircuitConfig, random: () => number): Circuit {
  let closed = true
  let openUntil = 0
  /** Number of times that the circuit opened since it was last closed. */
  let opened = 0
  let trials = 0
  let trialUntil = over
  /** The trial that closed the circuit with its response headers. Undefined once a request has succeeded. */
  let proving: number | undefined

  return {
    state,
    admits: (now) => closed || (now >= openUntil && !isTried(now)),
    begin(now) {
      if (closed) return undefined
      if (now < openUntil || isTried(now)) throw new Error('A circuit was asked for a trial that it does not allow. Call admits() first.')
      trialUntil = now + trialMs
      trials += 1
      return trials
    },
    began(trial) {
      if (!isRunning(trial)) return
      trialUntil = over
      closed = true
      proving = trial
    },
    tried(trial, outcome, now, begun = false) {
      if (trial === proving) {
        if (outcome === 'bad' && !begun) reopen(now)
        else works()
        return false
      }
      if (!isRunning(trial)) return false
      trialUntil = over
      if (outcome === 'bad') reopen(now)
      if (outcome !== 'good') return false
      closed = true
      works()
      return true
    },
    worked() {
      if (proving !== undefined) works()
    },
    open(now) {
      if (closed) reopen(now)
    },
    allowTrial(now) {
      if (!closed) openUntil = Math.min(openUntil, now)
    },
    delayTrial(now) {
      // A running trial is better evidence: it requests an answer, and a probe only a list.
      if (!closed && !isTried(now) && now >= openUntil) reopen(now)
    },
    get openUntil() {
      return openUntil
    },
    get trialUntil() {
      return trialUntil
    },
  }

  function state(now: number): CircuitState {
    if (closed) return 'closed'
    return now < openUntil ? 'open' : 'half-open'
  }

  function isRunning(trial: number): boolean {
    return trial === trials && trialUntil !== over
  }

  function works(): void {
    proving = undefined
    opened = 0
  }

  function isTried(now: number): boolean {
    return now < trialUntil
  }

  function reopen(now: number): void {
    closed = false
    proving = undefined
    trialUntil = over
    const lasting = Math.min(maxOpenMs, openMs * 2 ** Math.min(opened, 30))
    openUntil = now + lasting * (1 + random() / 5)
    opened += 1
  }
}
