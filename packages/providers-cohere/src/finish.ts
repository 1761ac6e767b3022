import type { FinishReason } from '@reason/core/parts'
import { finishWord, type FinishWords } from '@reason/wire-kit'

const reasons = new Map<string, FinishReason>([
  ['COMPLETE', 'stop'],
  ['STOP_SEQUENCE', 'stop'],
  ['MAX_TOKENS', 'length'],
  ['TOOL_CALL', 'tool-calls'],
  ['ERROR', 'error'],
  ['TIMEOUT', 'error'],
  // Finish reasons of the first API version, which proxies still use.
  ['ERROR_TOXIC', 'content-filter'],
  ['ERROR_LIMIT', 'length'],
  ['USER_CANCEL', 'aborted'],
])

export function readFinish(native: string, called: boolean): FinishReason {
  const reason = reasons.get(native) ?? 'unknown'
  return reason === 'stop' && called ? 'tool-calls' : reason
}

/**
 * Translates a finish reason to Cohere's; `native` is kept if it means the same. Undefined if an error is needed: an
 * aborted generation must not look like a success.
 */
export function writeFinish(reason: FinishReason, native: string | undefined, called: boolean): string | undefined {
  if (native !== undefined && native !== 'ERROR' && reasons.has(native) && readFinish(native, called) === reason) return native
  if (native === 'stop_sequence' && reason === 'stop' && !called) return 'STOP_SEQUENCE'
  return reason === 'content-filter' ? undefined : finishWord(words, reason, called ? 'TOOL_CALL' : 'COMPLETE')
}

const words: FinishWords = { length: 'MAX_TOKENS', 'tool-calls': 'TOOL_CALL' }
