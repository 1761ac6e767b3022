import type { Stage } from '@reason/core'
import type { Observer } from '@reason/core/pipeline'
import { createReasoningTally, talliedTypes } from '@reason/core/reading'
import { generationFacts, type GenerationFacts } from '../../client-apis/generate/final-event.ts'

/** Counts the reasoning of a generation as its trace does, for clients whose format has a place for the number. */
export interface ReasoningCount {
  /** Looks before policies: what is kept back was thought all the same. */
  observer: Observer
  /** The last of the policies. Puts a part with the count, and with what else is known, before `end`. */
  stage: Stage
}

/** @param others - What else is known of the generation at its end. */
export function createReasoningCount(others: () => Omit<GenerationFacts, 'tokens'>): ReasoningCount {
  const tally = createReasoningTally()

  return {
    observer: { id: 'reasoning-count', when: 'before-policy', types: talliedTypes, onPart: (part) => tally.see(part) },
    stage: {
      push: (part) => (part.type === 'end' ? [{ type: 'native', ...generationFacts, value: facts() }, part] : [part]),
      passes: () => true,
    },
  }

  function facts(): GenerationFacts {
    return { tokens: tally.tokens(), ...others() }
  }
}
