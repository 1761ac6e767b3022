import type { FinishReason } from '@reason/core/parts'
import { finishWord, type FinishWords } from '@reason/wire-kit'

/** Anthropic's stop reasons. Any other one becomes `unknown`, with the original in `native`. */
const reasons = new Map<string, FinishReason>([
  ['end_turn', 'stop'],
  ['stop_sequence', 'stop'],
  // An orderly pause of a long turn with server tools. The model continues when the message is sent back unchanged.
  ['pause_turn', 'stop'],
  ['compaction', 'stop'],
  ['tool_use', 'tool-calls'],
  ['max_tokens', 'length'],
  ['model_context_window_exceeded', 'length'],
  ['refusal', 'refusal'],
])

export const readStopReason = (native: string): FinishReason => reasons.get(native) ?? 'unknown'

/** Native reasons of other formats with an exact equivalent here, which is more precise than their neutral reason. */
const likewise = new Map<string, string>([
  ['STOP_SEQUENCE', 'stop_sequence'], // Cohere
  ['model_length', 'model_context_window_exceeded'], // Mistral
])

/**
 * Translates a finish reason. The provider's own one is kept if Anthropic has it with the same meaning; otherwise the
 * nearest is chosen. Undefined if the response has to end with an error: an aborted generation must not look like a
 * success. A response with a call gets `tool_use`, as many clients would overlook the call otherwise. A response without
 * calls never gets it, as clients would wait for them.
 */
export function writeStopReason(reason: FinishReason, said: string | undefined, called: boolean): string | undefined {
  const native = said === undefined ? undefined : (likewise.get(said) ?? said)
  const known = native === undefined ? undefined : reasons.get(native)
  if (reason === 'tool-calls') return called ? 'tool_use' : 'end_turn'
  if (called && native === 'end_turn') return 'tool_use'
  if (known !== undefined && (known === reason || (known === 'length' && reason === 'reasoning-exhausted'))) return native
  // `incomplete` is the status of Responses for an incomplete answer.
  const end = native?.startsWith('incomplete') === true ? 'max_tokens' : 'end_turn'
  return finishWord(words, reason, called ? 'tool_use' : end)
}

const words: FinishWords = { length: 'max_tokens', 'content-filter': 'refusal', refusal: 'refusal' }
