import type { Target } from '@reason/core/conversation'
import { bindsThinking } from '@reason/claude'
import { isLoose, type Loose } from './fields.ts'
import { isClaude } from './models.ts'

/** The `thinking` field of a request, and the beta header that it needs. */
export interface BoundThinking {
  thinking: Loose | undefined
  headers?: Readonly<Record<string, string>>
}

const beta = 'thinking-binding-controls-2026-08-01'

/**
 * Asks the provider to drop thinking that is out of place, instead of refusing the request. Earlier messages may have
 * changed in a client, which the gateway cannot know. A request with its own setting stays unchanged.
 *
 * @param messages - Written messages. Only thinking that goes back is checked.
 */
export function bindThinking(thinking: Loose | undefined, messages: readonly Loose[], target: Target): BoundThinking {
  if (!isClaude(target) || !bindsThinking(target.model) || !messages.some(hasThinking)) return { thinking }
  const { type = 'adaptive', block_binding: own } = thinking ?? {}
  if (own !== undefined || (type !== 'adaptive' && type !== 'enabled')) return { thinking }
  // Models that bind their thinking use adaptive thinking by default.
  const binding = { block_binding: { prefix_mismatch_behavior: 'drop_block' } }
  return { thinking: { type, ...thinking, ...binding }, headers: { 'anthropic-beta': beta } }
}

const hasThinking = ({ content }: Loose): boolean =>
  Array.isArray(content) && content.some((block) => isLoose(block) && (block.type === 'thinking' || block.type === 'redacted_thinking'))
