import type { FinishReason } from '../index.ts'

/**
 * What a client is told about an ending that nobody reported as an error.
 *
 * @param who - Ended it, as a sentence begins with them.
 */
export const endingMessage = (reason: FinishReason | undefined, who = 'The provider'): string =>
  reason === 'error'
    ? `${who} ended the generation with an error and did not say which.`
    : 'The generation was ended before it was complete. What came before is all there is.'
