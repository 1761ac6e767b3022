import type { Result } from '../index.ts'
import type { AssistantMessage, Issuer } from './conversation.ts'

/**
 * The message for the next request, from the reader's own record of a response: give it the result of the reader's parts, before splitting
 * and policy, so that nothing that must go back was edited.
 */
export function messageOf(result: Pick<Result, 'items' | 'finish' | 'model'>, origin: Issuer): AssistantMessage {
  const seals = result.finish?.seals
  return {
    role: 'assistant',
    items: result.items,
    origin: { ...(result.model !== undefined && { model: result.model }), ...origin },
    ...(seals !== undefined && seals.length > 0 && { seals }),
  }
}
