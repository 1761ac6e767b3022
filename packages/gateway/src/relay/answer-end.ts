import { internalError } from '../errors/api-error.ts'
import { outcomeOf, type RelayOutcome } from '../generation/relay-outcome.ts'
import type { RelayOptions } from './relay-contract.ts'

/** Ends a relayed answer once, and reports its outcome. */
export interface AnswerEnd {
  isOver(): boolean
  conclude(outcome: Partial<RelayOutcome>): void
  /** Ends the answer. The outcome is reported when the client has it. */
  concludeAfter(written: Promise<boolean>, outcome: Partial<RelayOutcome>): void
}

type EndOptions = Pick<RelayOptions, 'sink' | 'generation' | 'timer' | 'onOver' | 'onFault'>

/** @param facts - Returns what is known of the answer at its end. */
export function createAnswerEnd(
  { sink, generation, timer, onOver, onFault }: EndOptions,
  facts: () => Pick<RelayOutcome, 'adapter' | 'attempts' | 'warnings'>,
): AnswerEnd {
  let over = false

  return { isOver: () => over, conclude, concludeAfter }

  function conclude(outcome: Partial<RelayOutcome>): void {
    over = true
    const all: RelayOutcome = { status: 200, aborted: false, ...facts(), ...outcome }
    generation.over(all)
    timer.finished(all.aborted ? 'aborted' : all.status)
    onOver(all)
  }

  function concludeAfter(written: Promise<boolean>, outcome: Partial<RelayOutcome>): void {
    over = true
    written
      .then(
        (isTaken) => conclude(isTaken ? outcome : { ...outcome, aborted: true }),
        (error: unknown) => {
          onFault(error)
          sink.destroy()
          conclude(outcomeOf(internalError))
        },
      )
      .catch(onFault)
  }
}
