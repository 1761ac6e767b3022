/**
 * What is done with fields that are no text, no call, no usage and no error.
 *
 * Everything unknown becomes a native part on the reasoning channel: it may repeat what the model thought, and doubt
 * goes to the hidden side. The fields listed as harmless hold none of the model's text.
 */

/** Read elsewhere, or empty of meaning: `obfuscation` and `p` are padding against guessing text from the size of frames. */
export const ownFields = {
  event: new Set(['id', 'object', 'created', 'model', 'choices', 'usage', 'error', 'base_resp', 'obfuscation', 'p']),
  choice: new Set(['index', 'delta', 'message', 'finish_reason', 'usage', 'error', 'text']),
  message: new Set([
    'role',
    'content',
    'reasoning_content',
    'reasoning',
    'reasoning_text',
    'reasoning_opaque',
    'reasoning_details',
    'refusal',
    'tool_calls',
    'function_call',
    'thought_signature',
    'extra_content',
    'channel', // Groq names the Harmony channel; the field that carries the text says the same
  ]),
  // Some servers have no object for the function, and its fields beside the id.
  call: new Set(['index', 'id', 'type', 'function', 'custom', 'thought_signature', 'name', 'arguments', 'input']),
  function: new Set(['name', 'arguments', 'input']),
} as const

export type Scope = keyof typeof ownFields

const harmless: Record<Scope, ReadonlySet<string>> = {
  event: new Set([
    'citations',
    'cost',
    'generationId',
    'latency_checkpoint',
    'metrics',
    'nvext',
    'prompt_filter_results',
    'prompt_progress',
    'provider',
    'request_id',
    'search_results',
    'service_tier',
    'system_fingerprint',
    'time_info',
    'timings',
    'usage_breakdown',
    'x_groq',
  ]),
  choice: new Set(['content_filter_results', 'matched_stop', 'native_finish_reason', 'seed', 'stop_reason']),
  message: new Set(['annotations', 'citations', 'images', 'name', 'provider_metadata']),
  // Google's signature, which clients bring back from the first piece of a call, and nowhere else.
  call: new Set(['extra_content']),
  function: new Set(),
}

/** Fields that repeat the answer's text. A stage that splits or hides that text has to handle them, too. */
const ofAnswer: Record<Scope, ReadonlySet<string>> = {
  event: new Set(),
  choice: new Set(['logprobs']),
  message: new Set(['audio']),
  call: new Set(),
  function: new Set(),
}

export function channelOf(scope: Scope, field: string, reasoned: boolean): 'reasoning' | 'answer' | undefined {
  if (harmless[scope].has(field)) return undefined
  return ofAnswer[scope].has(field) && !reasoned ? 'answer' : 'reasoning'
}
