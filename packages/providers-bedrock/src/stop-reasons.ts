import type { FinishReason } from '@reason/core/parts'

/** Converse's words. One that is not here is `unknown`, and goes along as `native`. */
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
 * The provider's own word where it is one of Converse's and says the same, else the nearest. Undefined where the response
 * has to end with an exception instead: an ending that nobody wanted must not look like a success. Without `tool_use` as
 * the reason many clients would overlook a call.
 */
export function writeStopReason(reason: FinishReason, native: string | undefined, called: boolean): string | undefined {
  const known = native === undefined ? undefined : reasons.get(native)
  if (known !== undefined && (known === reason || (known === 'length' && reason === 'reasoning-exhausted'))) return native
  if (native === 'STOP_SEQUENCE' && reason === 'stop' && !called) return 'stop_sequence'
  switch (reason) {
    case 'tool-calls':
      return 'tool_use'
    case 'length':
    case 'reasoning-exhausted':
      return 'max_tokens'
    case 'content-filter':
    case 'refusal':
      return 'content_filtered'
    case 'error':
    case 'aborted':
      return undefined
    default:
      return called ? 'tool_use' : 'end_turn'
  }
}
