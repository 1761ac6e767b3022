import type { Stage } from '@reason/core'
import type { Observer } from '@reason/core/pipeline'
import { createReasoningTally, talliedTypes } from '@reason/core/reading'
import { generationFacts, type FinalFacts } from '../../client-apis/generate/final-event.ts'

/** Counts the reasoning of a generation as its trace does, for clients whose format has a field for the number. */
export interface ReasoningCount {
  /** Observes before policies, so that withheld reasoning counts too. */
  observer: Observer
  /** Last policy stage. Adds a part with the count and the other facts before `end`. */
  stage: Stage
}

/** @param others - Returns the other facts at the end of the generation. */
export function createReasoningCount(others: () => Omit<FinalFacts, 'tokens'>): ReasoningCount {
  const tally = createReasoningTally()

  return {
    observer: { id: 'reasoning-count', when: 'before-policy', types: talliedTypes, onPart: (part) => tally.see(part) },
    stage: {
      push: (part) =>
        part.type === 'end' ? [{ type: 'native', ...generationFacts, value: { tokens: tally.tokens(), ...others() } }, part] : [part],
      passes: () => true,
    },
  }
}
