import { reasoningFields } from './carriers.ts'

/**
 * Treatment of fields that are no text, call, usage or error.
 *
 * Every unknown field becomes a native part on the reasoning channel. An unknown field may repeat the model's reasoning,
 * and doubtful text is treated as hidden. The fields listed as harmless hold none of the model's text.
 */

/** Fields that other readers handle, or that mean nothing. `obfuscation` and `p` are padding against guessing text from frame sizes. */
export const ownFields = {
  event: new Set(['id', 'object', 'created', 'model', 'choices', 'usage', 'error', 'base_resp', 'obfuscation', 'p', 'reasoning_summary']),
  choice: new Set(['index', 'delta', 'message', 'finish_reason', 'usage', 'error', 'text']),
  message: new Set([
    'role',
    'content',
    ...reasoningFields,
    'reasoning_opaque',
    'reasoning_details',
    'refusal',
    'tool_calls',
    'function_call',
    'thought_signature',
    'extra_content',
    'channel', // Groq names the Harmony channel; the field that carries the text already implies it
  ]),
  // Some servers put the function's fields beside the id, without an object for the function.
  call: new Set(['index', 'id', 'type', 'function', 'custom', 'thought_signature', 'name', 'arguments', 'input']),
  function: new Set(['name', 'arguments', 'input']),
} as const

export type FieldScope = keyof typeof ownFields

const harmless: Record<FieldScope, ReadonlySet<string>> = {
  event: new Set(
    (
      'citations cost generationId latency_checkpoint metrics nvext prompt_filter_results prompt_progress provider ' +
      'request_id search_results service_tier system_fingerprint time_info timings usage_breakdown x_groq'
    ).split(' '),
  ),
  choice: new Set(['content_filter_results', 'matched_stop', 'native_finish_reason', 'seed', 'stop_reason']),
  message: new Set(['annotations', 'citations', 'images', 'name', 'provider_metadata']),
  // Google's signature. Clients return it from the first piece of a call only.
  call: new Set(['extra_content']),
  function: new Set(),
}

/** Fields that repeat the answer's text. A stage that splits or hides that text has to handle them as well. */
const ofAnswer: Record<FieldScope, ReadonlySet<string>> = {
  event: new Set(),
  choice: new Set(['logprobs']),
  message: new Set(['audio']),
  call: new Set(),
  function: new Set(),
}

export function channelOf(scope: FieldScope, field: string, reasoned: boolean): 'reasoning' | 'answer' | undefined {
  if (harmless[scope].has(field)) return undefined
  return ofAnswer[scope].has(field) && !reasoned ? 'answer' : 'reasoning'
}
