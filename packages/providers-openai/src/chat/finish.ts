import type { FinishPart, FinishReason } from '@reason/core/parts'
import { finishWord, isLoose, isText, type Loose } from '@reason/wire-kit'

/**
 * Finish reasons of OpenAI and all other providers, in lower case. Gateways pass on the reason of the provider behind
 * them unchanged. A reason that is missing here becomes `unknown`, with the original in `native`.
 */
const reasons = new Map<string, FinishReason>([
  ['stop', 'stop'],
  ['eos', 'stop'],
  ['stop_sequence', 'stop'],
  ['end_turn', 'stop'],
  ['eos_token', 'stop'], // TGI
  ['complete', 'stop'],
  ['length', 'length'],
  ['max_tokens', 'length'],
  ['model_length', 'length'], // Mistral: the context is full
  ['model_context_window_exceeded', 'length'],
  ['max_output_tokens', 'length'], // a server that translates from Responses
  ['repetition_truncation', 'length'], // MiMo: truncated, because the output repeated itself
  ['repetition', 'length'], // vLLM: the same
  ['tool_calls', 'tool-calls'],
  ['tool_call', 'tool-calls'],
  ['tool_use', 'tool-calls'],
  ['function_call', 'tool-calls'],
  ['content_filter', 'content-filter'],
  ['sensitive', 'content-filter'], // Z.ai
  ['safety', 'content-filter'],
  ['recitation', 'content-filter'],
  ['blocklist', 'content-filter'],
  ['prohibited_content', 'content-filter'],
  ['spii', 'content-filter'],
  ['image_safety', 'content-filter'],
  ['refusal', 'refusal'],
  ['error', 'error'],
  ['network_error', 'error'], // Z.ai
  ['function_call_filter', 'error'], // Google, with its reason behind a colon: a malformed call and no other output
  ['malformed_function_call', 'error'],
  ['unexpected_tool_call', 'error'],
  ['insufficient_system_resource', 'error'], // DeepSeek, under load
  ['abort', 'aborted'],
  ['cancelled', 'aborted'],
])

/** Reasons of other formats for an incomplete answer, which is no `stop`: Anthropic's paused turn, and the status of Responses. */
const unfinished = /^(?:pause_turn$|incomplete\b)/

export const readFinish = (native: string): FinishReason => reasons.get(native) ?? reasons.get(wordOf(native)) ?? 'unknown'

/** Reduces a reason to the part before the colon, with the AI SDK's hyphens as `_`. Google adds details: `function_call_filter: MALFORMED_FUNCTION_CALL`. */
const wordOf = (native: string): string => native.split(':', 1)[0]!.trim().toLowerCase().replaceAll('-', '_')

/**
 * Finds the matched stop sequence, which vLLM and SGLang add beside the finish reason. Other servers put another finish
 * reason or a token id in that field.
 */
export function stopSequenceOf({ stop_reason: reason, matched_stop: matched }: Loose): string | undefined {
  const said = isText(reason) ? reason : matched
  return isText(said) && readFinish(said) === 'unknown' ? said : undefined
}

/**
 * Finds the provider's word for a failure that a router hides: `stop`, or a bare `error`, beside the native reason
 * `MALFORMED_FUNCTION_CALL`.
 */
export function failedWord({ finish_reason: word, native_finish_reason: native }: Loose): string | undefined {
  return isText(native) && native !== word && readFinish(native) === 'error' ? native : undefined
}

/** Finds the category that a filter reported: in Azure's list, in the native reason that a router passes on, or behind Google's colon. */
export function filteredCategory({
  finish_reason: word,
  native_finish_reason: native,
  content_filter_results: results,
}: Loose): string | undefined {
  const listed = isLoose(results) ? Object.entries(results) : []
  const found = listed.find(([, result]) => isLoose(result) && result.filtered === true)
  if (found !== undefined) return found[0]
  const words = [word, native].filter(isText).map((text) => text.slice(text.indexOf(':') + 1).trim())
  return words.find((text) => readFinish(text) === 'content-filter' && wordOf(text) !== 'content_filter')
}

/**
 * Translates a finish reason to one that OpenAI's clients know. Undefined if the stream has to end with an error: an
 * aborted generation must not look like a success. An answer with a call gets `tool_calls`, as many clients would
 * overlook the call otherwise. An answer without calls never gets it, as clients would wait for the calls. Other reasons
 * are never written: many clients (Pydantic AI, OpenAI's for .NET, LiteLLM) then reject the whole answer.
 *
 * @param knowsNoTools - Whether the client uses the API's first version, with functions in place of tools.
 */
export function writeFinish(
  { reason, native }: Pick<FinishPart, 'reason' | 'native'>,
  called: boolean,
  knowsNoTools = false,
): string | undefined {
  const calls = knowsNoTools ? 'function_call' : 'tool_calls'
  const end = native !== undefined && unfinished.test(native) ? 'length' : 'stop'
  // OpenAI ends a message that has a `refusal` field with `stop`, and in Responses with `completed`.
  const refusal = native === 'stop' || native === 'completed' ? 'stop' : 'content_filter'
  return finishWord({ length: 'length', 'content-filter': 'content_filter', refusal }, reason, called ? calls : end)
}
