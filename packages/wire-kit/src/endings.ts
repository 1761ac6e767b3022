import type { FinishReason } from '@reason/core/parts'

/**
 * The message to a client for a generation that ended too early without an error from the provider.
 *
 * @param who - The party that ended it, as the subject of a sentence. Default `The provider`.
 * @param native - The provider's own finish reason, which is more precise (Gemini: `MALFORMED_FUNCTION_CALL`).
 */
export function endingMessage(reason: FinishReason | undefined, who = 'The provider', native?: string): string {
  if (reason !== 'error') return 'The generation was ended before it was complete. The answer ends here.'
  const isSaid = native !== undefined && !/^(?:error|failed)$/i.test(native)
  return `${who} ended the generation with an error${isSaid ? `: ${native}.` : ' and did not say which.'}`
}
