import type { Stage } from '@reason/core'
import type { Usage } from '@reason/core/parts'
import type { Observer } from '@reason/core/pipeline'
import { countReasoning, usageOfChoices } from '@reason/core/reading'
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
  const usages = new Map<number, Usage>()
  let chars = 0
  let isDigest = false

  return {
    observer: {
      id: 'reasoning-count',
      when: 'before-policy',
      types: ['delta', 'block-start', 'usage'],
      onPart(part) {
        if (part.type === 'delta') {
          if (part.channel === 'reasoning' && part.inserted !== true) chars += part.text.length
        } else if (part.type === 'block-start') isDigest ||= part.kind === 'summary' || part.kind === 'hidden'
        else if (part.type === 'usage') usages.set(part.choice ?? 0, part.usage)
      },
    },
    stage: {
      push: (part) => (part.type === 'end' ? [{ type: 'native', ...generationFacts, value: facts() }, part] : [part]),
      passes: () => true,
    },
  }

  function facts(): GenerationFacts {
    return { tokens: countReasoning(usageOfChoices(usages), { chars, isDigest }), ...others() }
  }
}
