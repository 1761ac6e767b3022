import type { FinishReason } from '@reason/core'

/** Native words, OpenAI's and everybody's. A word that is not here is `unknown`, and goes along as `native`. */
const reasons = new Map<string, FinishReason>([
  ['stop', 'stop'],
  ['eos', 'stop'],
  ['stop_sequence', 'stop'],
  ['end_turn', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['model_length', 'length'], // Mistral: the context is full
  ['tool_calls', 'tool-calls'],
  ['function_call', 'tool-calls'],
  ['content_filter', 'content-filter'],
  ['sensitive', 'content-filter'], // Z.ai
  ['refusal', 'refusal'],
  ['error', 'error'],
  ['network_error', 'error'], // Z.ai
  ['insufficient_system_resource', 'error'], // DeepSeek, under load
  ['abort', 'aborted'],
  ['cancelled', 'aborted'],
])

export const readFinish = (native: string): FinishReason => reasons.get(native) ?? 'unknown'

/**
 * The word that OpenAI's clients know, or undefined where the stream has to end with an error instead: an ending that
 * nobody wanted must not look like a success. A call without `tool_calls` as the reason would be overlooked by many clients.
 */
export function writeFinish(reason: FinishReason, called: boolean): string | undefined {
  switch (reason) {
    case 'tool-calls':
      return 'tool_calls'
    case 'length':
    case 'reasoning-exhausted':
      return 'length'
    case 'content-filter':
    case 'refusal':
      return 'content_filter'
    case 'error':
    case 'aborted':
      return undefined
    default:
      return called ? 'tool_calls' : 'stop'
  }
}
