import type { Target } from '@reason/core/conversation'
import { bindsThinking } from '@reason/claude'
import { isLoose, type Loose } from './fields.ts'
import { isClaude } from './models.ts'

/** What a request says of thinking, and the header that it takes to say so. */
export interface BoundThinking {
  thinking: Loose | undefined
  headers?: Readonly<Record<string, string>>
}

const beta = 'thinking-binding-controls-2026-08-01'

/**
 * Has the provider leave out thinking that is not where it was, instead of refusing the request: what stood before it may have changed on
 * its way through a client, which is not known here. A request that says itself what is to be done stays as it is.
 *
 * @param messages - As they are written: only blocks that go back are checked.
 */
export function bindThinking(thinking: Loose | undefined, messages: readonly Loose[], target: Target): BoundThinking {
  if (!isClaude(target) || !bindsThinking(target.model) || !messages.some(hasThinking)) return { thinking }
  const { type = 'adaptive', block_binding: own } = thinking ?? {}
  if (own !== undefined || (type !== 'adaptive' && type !== 'enabled')) return { thinking }
  // Models that bind their thinking think adaptively where nothing is said.
  const binding = { block_binding: { prefix_mismatch_behavior: 'drop_block' } }
  return { thinking: { type, ...thinking, ...binding }, headers: { 'anthropic-beta': beta } }
}

const hasThinking = ({ content }: Loose): boolean =>
  Array.isArray(content) && content.some((block) => isLoose(block) && (block.type === 'thinking' || block.type === 'redacted_thinking'))
