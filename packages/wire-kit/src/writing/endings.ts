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

/** Words of a format for finish reasons that do not just end an answer. */
export type FinishWords = Partial<Record<'tool-calls' | 'length' | 'content-filter' | 'refusal', string>>

/**
 * Translates a finish reason to a format's word. Undefined if the response has to end with an error: an aborted
 * generation must not look like a success.
 *
 * @param end - The word for all other reasons.
 */
export function finishWord(words: FinishWords, reason: FinishReason, end: string): string | undefined {
  if (reason === 'error' || reason === 'aborted') return undefined
  const like = reason === 'reasoning-exhausted' ? 'length' : reason
  return words[like as keyof FinishWords] ?? end
}
