import type { FinishReason } from '@reason/core/parts'

/**
 * What a client is told about an ending that nobody reported as an error.
 *
 * @param who - Ended it, as a sentence begins with them.
 * @param native - Their own word for it, which says more than the reason (Gemini: `MALFORMED_FUNCTION_CALL`).
 */
export function endingMessage(reason: FinishReason | undefined, who = 'The provider', native?: string): string {
  if (reason !== 'error') return 'The generation was ended before it was complete. What came before is all there is.'
  const isSaid = native !== undefined && !/^(?:error|failed)$/i.test(native)
  return `${who} ended the generation with an error${isSaid ? `: ${native}.` : ' and did not say which.'}`
}
