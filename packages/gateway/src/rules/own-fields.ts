import type { Part, Stage } from '@reason/core'
import type { NativePart } from '@reason/core/parts'
import { asObject } from '../json.ts'

/**
 * Puts unknown fields of an answer back in their place. They may contain reasoning and are hidden with it. So only a client that sees all
 * of the reasoning gets them, and only in the upstream's format.
 */
export const showOwnFields = (wire: string): Stage => showing(wire, () => true)

/**
 * Fields of providers that do not depend on how the text is split: each token again (token ids, log probabilities), speech, tools that the
 * provider ran (Groq), and reports about the request (OpenAI, OpenRouter, vLLM, LM Studio).
 */
const unsplit =
  /(?:^|\.)(?:(?:prompt_)?token_ids|(?:prompt_)?logprobs|audio|executed_tools|mcp_list_tools|moderation|openrouter_metadata|kv_transfer_params|stats|model_info|runtime)$/

/** A block or an item that holds no text of the answer (`compaction`, `fallback`): it stands beside those that are split. */
const isBlock = ({ item, event, value }: NativePart): boolean =>
  item !== undefined && (event.startsWith('output_item.') || asObject(value)['type'] === event)

/** Shows the native fields whose meaning does not depend on how the text is split. */
export const showUnsplitFields = (wire: string): Stage => showing(wire, (part) => unsplit.test(part.event) || isBlock(part))

const showing = (wire: string, isShown: (part: NativePart) => boolean): Stage => ({
  push(part) {
    if (part.type !== 'native' || part.channel !== 'reasoning' || part.wire !== wire || !isShown(part)) return [part]
    const { channel: _, ...shown } = part
    return [shown satisfies Part]
  },
  passes: () => true,
})
