import type { HealthConfig } from './config.ts'

export type CircuitState = 'closed' | 'open' | 'half-open'

export interface Circuit {
  state(now: number): CircuitState
  /** Whether a request may be sent. */
  admits(now: number): boolean
  /** A request is being sent. @returns Its number, if it is the trial, which decides: say how it went with `tried`. */
  begin(now: number): number | undefined
  /** The head of a trial's answer came: closed, unless the trial says at its end that no answer followed. */
  began(trial: number): void
  /**
   * How a trial went. `unknown`: it was given up, another may be tried. One that was too slow decides nothing any more.
   * @param begun - A part of its answer had come: that is good enough for one that has closed the circuit.
   * @returns Whether it has closed the circuit.
   */
  tried(trial: number, outcome: 'good' | 'bad' | 'unknown', now: number, begun?: boolean): boolean
  /** A request went well that was no trial. */
  worked(): void
  /** Failures have reached a limit. */
  open(now: number): void
  /** A probe was answered: no need to wait any longer for a trial. */
  allowTrial(now: number): void
  /** A probe was not answered: no trial for a while. Nothing while closed. */
  delayTrial(now: number): void
  /** When an open one may be tried. */
  readonly openUntil: number
  /** Until when a trial is waited for. In the past: none runs. */
  readonly trialUntil: number
}

const over = Number.NEGATIVE_INFINITY

type CircuitConfig = Pick<HealthConfig, 'openMs' | 'maxOpenMs' | 'trialMs'>

/**
 *     closed ──failures──▶ open ──time, or a probe──▶ half-open ──trial good──▶ closed
 *                            ▲                            │
 *                            └────────trial bad───────────┘   twice as long
 *
 * The head of an answer is good. Where none follows, the trial was bad after all, unless another request went well meanwhile.
 *
 * Half open, one request is let through, and no second one while it runs, or until it took too long.
 *
 * @param random - 0 to below 1. Several gateways must not try a sick upstream in the same instant: up to a fifth is added.
 */
export function createCircuit({ openMs, maxOpenMs, trialMs }: CircuitConfig, random: () => number): Circuit {
  let closed = true
  let openUntil = 0
  /** Times it was opened since it was closed. */
  let opened = 0
  let trials = 0
  let trialUntil = over
  /** The trial that has closed it with the beginning of its answer, until something went well. */
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
      // A trial that runs already is the better witness: it asks for an answer, and a probe for a list.
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
