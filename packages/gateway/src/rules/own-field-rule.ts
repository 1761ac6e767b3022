import { estimatedUsage } from '../relay/delivery/estimated-usage.ts'
import type { GatewayConfig } from '../settings/settings.ts'
import type { OwnRule } from './own-rule.ts'
import { showOwnFields, showUnsplitFields } from './own-fields.ts'

/** Adds the upstream's own fields, and an estimate of reasoning tokens that usage does not report, for a client that sees all reasoning. */
export const ownFieldRule = ({ delivery, upstreamFormat }: Pick<GatewayConfig, 'delivery' | 'upstreamFormat'>): OwnRule => ({
  id: 'own-fields',
  admit({ request: { api, excludesReasoning }, wishes: { visibility } }) {
    const seesAll = visibility === 'full' && !excludesReasoning
    const isSameApi = seesAll && delivery !== 'off' && api.id === upstreamFormat
    return {
      begin: ({ adapter }) => ({
        // The estimate counts the same text as traces and budgets. The gateway's own API has it in `stats`. Every client's usage counts cut attempts.
        untrimmed: [estimatedUsage(seesAll && api.tellsAll !== true)],
        // Text that is split here stands in other fields as it came (`__verbose` of llama.cpp), tags and all.
        policies: isSameApi ? [adapter.id === 'plain' ? showOwnFields(upstreamFormat) : showUnsplitFields(upstreamFormat)] : [],
      }),
    }
  },
})
