import type { PolicyConfig } from '@reason/policy'
import type { OwnRule } from '../own-rule.ts'
import { createReasoningCount } from './reasoning-count.ts'

/** Adds facts about the generation to the last part, for clients of the gateway's own API. */
export const reasoningCountRule = ({ llm }: PolicyConfig): OwnRule => ({
  id: 'reasoning-count',
  admit({ request, known, reports }) {
    if (request.api.tellsAll !== true) return undefined
    const { stage, observer } = createReasoningCount(() => ({
      charged: reports.chargedTokens?.(),
      dropsCommentary: mayBeHarmony(known.adapter) && llm.harmony.channels_parser.drop_commentary_from_history,
    }))
    return { begin: () => ({ last: [stage], observers: [observer] }) }
  },
})

const mayBeHarmony = (adapter: string | undefined): boolean => adapter === 'harmony' || adapter === 'auto'
