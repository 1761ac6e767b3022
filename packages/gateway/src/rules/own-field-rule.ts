import type { Stage } from '@reason/core'
import { estimatedUsage } from '../relay/estimated-usage.ts'
import type { GatewayConfig } from '../settings/settings.ts'
import type { OwnRule } from './own-rule.ts'
import { showOwnFields, showUnsplitFields } from './own-fields.ts'

/** What a client that sees all of the reasoning gets beside it: the upstream's own fields, and an estimate where usage says nothing of it. */
export const ownFieldRule = ({ delivery, upstreamFormat }: Pick<GatewayConfig, 'delivery' | 'upstreamFormat'>): OwnRule => ({
  id: 'own-fields',
  admit({ request: { api, excludesReasoning }, wishes: { visibility } }) {
    if (visibility !== 'full' || excludesReasoning) return undefined
    const isSameApi = delivery !== 'off' && api.id === upstreamFormat
    return {
      begin({ adapter }) {
        const policies: Stage[] = []
        // It counts what traces and budgets count. Our own events have that number in `stats`, with its source.
        const untrimmed = api.tellsAll === true ? [] : [estimatedUsage()]
        // Text that is split here stands in other fields as it came (`__verbose` of llama.cpp), tags and all.
        if (isSameApi) policies.push(adapter.id === 'plain' ? showOwnFields(upstreamFormat) : showUnsplitFields(upstreamFormat))
        return { untrimmed, policies }
      },
    }
  },
})
