import type { FinishReason } from '@reason/core/parts'
import { finishWord, type FinishWords } from '@reason/wire-kit'

/** Final statuses. */
const reasons = new Map<string, FinishReason>([
  ['completed', 'stop'],
  ['requires_action', 'tool-calls'],
  ['incomplete', 'length'],
  ['budget_exceeded', 'length'],
  ['failed', 'error'],
  ['cancelled', 'aborted'],
  ['requires_continuation', 'length'], // the limit of one request; only Google's own clients can continue
])

export const isFinal = (status: string): boolean => reasons.has(status)

export const readStatus = (status: string): FinishReason => reasons.get(status) ?? 'unknown'

/** Translates a finish reason to a status. Undefined if an error is needed: an aborted generation must not look like a success. */
export function writeStatus(reason: FinishReason, native: string | undefined, called: boolean): string | undefined {
  if (native !== undefined && (reasons.get(native) === reason || (native === 'incomplete' && reason === 'reasoning-exhausted')))
    return native
  return finishWord(words, reason, called ? 'requires_action' : 'completed')
}

const words: FinishWords = {
  'tool-calls': 'requires_action',
  length: 'incomplete',
  'content-filter': 'incomplete',
  refusal: 'incomplete',
}
