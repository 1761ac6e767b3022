import type { FinishReason } from '@reason/core/parts'

/**
 * The message to a client for a generation that ended too early without an error from the provider.
 *
 * @param native - The provider's own finish reason, which is more precise (Gemini: `MALFORMED_FUNCTION_CALL`).
 */
export function endingMessage(reason: FinishReason | undefined, native?: string): string {
  if (reason === 'content-filter') return 'A content filter ended the generation. The answer ends here.'
  if (reason !== 'error') return 'The generation was ended before it was complete. The answer ends here.'
  const isSaid = native !== undefined && !/^(?:error|failed)$/i.test(native)
  return `The provider ended the generation with an error${isSaid ? `: ${native}.` : ' and did not say which.'}`
}
