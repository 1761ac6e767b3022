import type { Stage } from '@reason/core'
import { internalError, type ApiError } from '../errors/api-error.ts'
import { close, closeObservers, type Governor, type Observer } from '@reason/core/pipeline'
import { faultOf } from '../errors/fault.ts'
import type { Log } from '../log.ts'
import { notRelayed, outcomeOf, type RelayOutcome } from '../generation/relay-outcome.ts'
import type { Split } from '../generation/split.ts'
import { inTurn } from '../event-loop/turns.ts'
import type { BackgroundWork } from './background-work.ts'
import type { AnswerStages } from '../generation/generation.ts'
import type { GenerationFacts, OwnRule } from './own-rule.ts'
import type { OwnRun } from '../generation/own-run.ts'

/** The runs of all rules for one generation, in order. */
export interface RunList {
  runs: readonly OwnRun[]
  begin(split: Split): AnswerStages
  /** Called once when the generation is over, however it ended. */
  over(outcome: RelayOutcome): void
}

/**
 * Asks the rules one after the other. If a rule refuses the request, the rules that have admitted it are ended.
 *
 * @param pending - Tracks work that goes on after a generation.
 * @throws {Error} If a rule throws.
 */
export async function admitByRules(
  rules: readonly OwnRule[],
  generation: GenerationFacts,
  pending: BackgroundWork,
  log: Log,
): Promise<RunList | ApiError> {
  const runs: OwnRun[] = []
  let governors: Governor[] = []
  let observers: Observer[] = []
  for (const rule of rules) {
    try {
      const asked = rule.admit(generation)
      // Most rules answer synchronously, and each `await` costs a turn of the event loop.
      const admitted = asked instanceof Promise ? await asked : asked
      if (admitted === undefined) continue
      if ('refusal' in admitted) {
        refused(outcomeOf(admitted.refusal))
        return admitted.refusal
      }
      runs.push(admitted)
      addTo(governors, admitted.governors)
    } catch (error) {
      refused(outcomeOf(internalError))
      throw new Error(`The rule ${rule.id} failed`, { cause: error })
    }
  }
  return { runs, begin, over }

  function begin(split: Split): AnswerStages {
    const untrimmed: Stage[] = []
    const policies: Stage[] = []
    const last: Stage[] = []
    governors = [...governors]
    observers = []
    for (const run of runs) {
      const acts = run.begin?.(split)
      if (acts === undefined) continue
      addTo(untrimmed, acts.untrimmed)
      addTo(policies, acts.policies)
      addTo(last, acts.last)
      addTo(governors, acts.governors)
      addTo(observers, acts.observers)
    }
    addTo(policies, last)
    return { untrimmed, policies, governors, observers }
  }

  function over(outcome: RelayOutcome): void {
    leave(outcome)
    const done = pending.begin()
    inTurn('bookkeeping', () => {
      end(outcome)
      done()
    })
  }

  /** Releases reservations before the client can send the next request. */
  function refused(how: Pick<RelayOutcome, 'status' | 'error'>): void {
    const outcome = { ...notRelayed, ...how }
    leave(outcome)
    end(outcome)
  }

  function leave(outcome: RelayOutcome): void {
    for (let at = runs.length - 1; at >= 0; at--) {
      const run = runs[at]!
      if (run.over !== undefined) tried(() => run.over!(outcome))
    }
  }

  function end(outcome: RelayOutcome): void {
    closeObservers(observers)
    for (let at = runs.length - 1; at >= 0; at--) {
      const run = runs[at]!
      if (run.end !== undefined) tried(() => run.end!(outcome))
    }
    tried(() => close(governors))
  }

  /** Runs a rule's code. A failure does not affect other rules. */
  function tried(work: () => void | Promise<void>): void {
    try {
      const rest = work()
      if (rest !== undefined) pending.add(rest.catch(failed))
    } catch (error) {
      failed(error)
    }
  }

  function failed(error: unknown): void {
    log.error({ err: faultOf(error) }, 'a rule failed')
  }
}

function addTo<T>(list: T[], more: readonly T[] | undefined): void {
  if (more !== undefined) for (const one of more) list.push(one)
}
