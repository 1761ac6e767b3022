import type { Part, Stage } from '@reason/core'
import type { NativePart } from '@reason/core/parts'
import { asObject } from '../json.ts'
import { estimatedUsage } from '../relay/delivery/estimated-usage.ts'
import type { GatewayConfig } from '../settings/settings.ts'
import type { OwnRule } from './own-rule.ts'

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
        policies: isSameApi ? [showing(upstreamFormat, adapter.id !== 'plain')] : [],
      }),
    }
  },
})

/**
 * Puts unknown fields of an answer back in their place. They may contain reasoning and are hidden with it. So only a client that sees all
 * of the reasoning gets them, and only in the upstream's format.
 */
const showing = (wire: string, isSplit: boolean): Stage => ({
  push(part) {
    if (part.type !== 'native' || part.channel !== 'reasoning' || part.wire !== wire) return [part]
    if (isSplit && !unsplit.test(part.event) && !isBlock(part)) return [part]
    const { channel: _, ...shown } = part
    return [shown satisfies Part]
  },
  passes: () => true,
})

/**
 * Fields of providers that do not depend on how the text is split: each token again (token ids, log probabilities), speech, tools that the
 * provider ran (Groq), and reports about the request (OpenAI, OpenRouter, vLLM, LM Studio).
 */
const unsplit =
  /(?:^|\.)(?:(?:prompt_)?token_ids|(?:prompt_)?logprobs|audio|executed_tools|mcp_list_tools|moderation|openrouter_metadata|kv_transfer_params|stats|model_info|runtime)$/

/** A block or an item that holds no text of the answer (`compaction`, `fallback`): it stands beside those that are split. */
const isBlock = ({ item, event, value }: NativePart): boolean =>
  item !== undefined && (event.startsWith('output_item.') || asObject(value)['type'] === event)
