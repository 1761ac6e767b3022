import type { Stage } from '@reason/core'
import { createReasoningTally, talliedTypes } from '@reason/core/reading'
import type { PolicyConfig } from '@reason/policy'
import { generationFacts, type FinalFacts } from '../../client-apis/generate/final-event.ts'
import type { OwnRule } from '../own-rule.ts'

/** Adds facts about the generation before `end`, for clients of the gateway's own API. Withheld reasoning counts, as in traces. */
export const reasoningCountRule = ({ llm }: PolicyConfig): OwnRule => ({
  id: 'reasoning-count',
  admit({ request, known, reports }) {
    if (request.api.tellsAll !== true) return undefined
    const tally = createReasoningTally()
    const facts = (): FinalFacts => ({
      tokens: tally.tokens(),
      charged: reports.chargedTokens?.(),
      dropsCommentary: mayBeHarmony(known.adapter) && llm.harmony.channels_parser.drop_commentary_from_history,
    })
    const stage: Stage = {
      push: (part) => (part.type === 'end' ? [{ type: 'native', ...generationFacts, value: facts() }, part] : [part]),
      passes: () => true,
    }
    const observer = { id: 'reasoning-count', when: 'before-policy', types: talliedTypes, onPart: tally.see } as const
    return { begin: () => ({ last: [stage], observers: [observer] }) }
  },
})

const mayBeHarmony = (adapter: string | undefined): boolean => adapter === 'harmony' || adapter === 'auto'
