import type { FinishReason } from '@reason/core/parts'
import { finishWord, type FinishWords } from '@reason/wire-kit'

/** Converse's stop reasons. Any other one becomes `unknown`, with the original in `native`. */
const reasons = new Map<string, FinishReason>([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  ['tool_use', 'tool-calls'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['guardrail_intervened', 'content-filter'],
  ['content_filtered', 'content-filter'],
  ['malformed_model_output', 'error'],
  ['malformed_tool_use', 'error'],
])

export const readStopReason = (native: string): FinishReason => reasons.get(native) ?? 'unknown'

/**
 * Translates a finish reason. The provider's own one is kept if Converse has it with the same meaning; otherwise the
 * nearest is chosen. Undefined if the response has to end with an exception: an aborted generation must not look like a
 * success. A response with a call gets `tool_use`, as many clients would overlook the call otherwise.
 */
export function writeStopReason(reason: FinishReason, native: string | undefined, called: boolean): string | undefined {
  const known = native === undefined ? undefined : reasons.get(native)
  if (known !== undefined && (known === reason || (known === 'length' && reason === 'reasoning-exhausted'))) return native
  if (native === 'STOP_SEQUENCE' && reason === 'stop' && !called) return 'stop_sequence'
  return finishWord(words, reason, called ? 'tool_use' : 'end_turn')
}

const words: FinishWords = {
  'tool-calls': 'tool_use',
  length: 'max_tokens',
  'content-filter': 'content_filtered',
  refusal: 'content_filtered',
}
