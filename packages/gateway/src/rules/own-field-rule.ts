import type { Stage } from '@reason/core'
import { estimatedUsage } from '../relay/delivery/estimated-usage.ts'
import type { GatewayConfig } from '../settings/settings.ts'
import type { OwnRule } from './own-rule.ts'
import { showOwnFields, showUnsplitFields } from './own-fields.ts'

/**
 * Adds extra fields for a client that sees all reasoning: the upstream's own fields, and an estimate of reasoning tokens that usage does not report.
 * The usage of every client counts an attempt that a budget cut short.
 */
export const ownFieldRule = ({ delivery, upstreamFormat }: Pick<GatewayConfig, 'delivery' | 'upstreamFormat'>): OwnRule => ({
  id: 'own-fields',
  admit({ request: { api, excludesReasoning }, wishes: { visibility } }) {
    const seesAll = visibility === 'full' && !excludesReasoning
    const isSameApi = seesAll && delivery !== 'off' && api.id === upstreamFormat
    return {
      begin({ adapter }) {
        const policies: Stage[] = []
        // The estimate counts the same text as traces and budgets. Events of the gateway's own API have it in `stats`, with its source.
        const untrimmed = [estimatedUsage(seesAll && api.tellsAll !== true)]
        // Text that is split here stands in other fields as it came (`__verbose` of llama.cpp), tags and all.
        if (isSameApi) policies.push(adapter.id === 'plain' ? showOwnFields(upstreamFormat) : showUnsplitFields(upstreamFormat))
        return { untrimmed, policies }
      },
    }
  },
})
