import type { FinishReason } from '@reason/core/parts'
import { finishWord, type FinishWords } from '@reason/wire-kit'

/** All values of `finishReason`. Any other one becomes `unknown`, with the original in `native`. */
const reasons = new Map<string, FinishReason>([
  ['STOP', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['CONTINUATION', 'length'], // the limit of one request; only Google's own clients can continue
  ['SAFETY', 'content-filter'],
  ['RECITATION', 'content-filter'],
  ['BLOCKLIST', 'content-filter'],
  ['PROHIBITED_CONTENT', 'content-filter'],
  ['SPII', 'content-filter'],
  ['MODEL_ARMOR', 'content-filter'],
  ['ESCALATION', 'content-filter'],
  ['PUP_LIMITED_DISABLED', 'content-filter'], // the account is limited after violations of the policy
  ['IMAGE_SAFETY', 'content-filter'],
  ['IMAGE_PROHIBITED_CONTENT', 'content-filter'],
  ['IMAGE_RECITATION', 'content-filter'],
  ['LANGUAGE', 'content-filter'], // a language that the model does not speak; the text before it stays
  ['MALFORMED_FUNCTION_CALL', 'error'],
  ['MALFORMED_RESPONSE', 'error'],
  ['UNEXPECTED_TOOL_CALL', 'error'],
  ['TOO_MANY_TOOL_CALLS', 'error'],
  ['MISSING_THOUGHT_SIGNATURE', 'error'],
  ['NO_IMAGE', 'error'],
  ['OTHER', 'unknown'],
  ['IMAGE_OTHER', 'unknown'],
  ['FINISH_REASON_UNSPECIFIED', 'unknown'],
])

/** Translates a finish reason. Gemini has none for an end with calls. */
export function readFinish(native: string, called: boolean): FinishReason {
  const reason = reasons.get(native) ?? 'unknown'
  return reason === 'stop' && called ? 'tool-calls' : reason
}

/**
 * Translates a finish reason to Gemini's; `native` is kept if it means the same. Undefined if the stream has to end with
 * an error: an aborted or failed generation must not look like a success.
 */
export function writeFinish(reason: FinishReason, native?: string): string | undefined {
  return native !== undefined && isWordFor(native, reason) ? native : finishWord(words, reason, 'STOP')
}

const words: FinishWords = { length: 'MAX_TOKENS', 'content-filter': 'SAFETY', refusal: 'SAFETY' }

function isWordFor(native: string, reason: FinishReason): boolean {
  const own = reasons.get(native)
  if (own === 'stop') return reason === 'stop' || reason === 'tool-calls'
  if (own === 'length') return reason === 'length' || reason === 'reasoning-exhausted'
  return own === reason
}
