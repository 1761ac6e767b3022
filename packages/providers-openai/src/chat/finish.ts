import type { FinishPart, FinishReason } from '@reason/core/parts'
import { isLoose, isText, type Loose } from '@reason/wire-kit'

/**
 * Native words, OpenAI's and everybody's, in small letters: gateways hand those of the provider behind them on as they are. A word that is not
 * here is `unknown`, and goes along as `native`.
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
  ['max_output_tokens', 'length'], // what stands before it speaks Responses
  ['repetition_truncation', 'length'], // MiMo: cut, because it went on saying the same
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
  ['function_call_filter', 'error'], // Google, with its reason behind a colon: a call that was none, and nothing else
  ['malformed_function_call', 'error'],
  ['unexpected_tool_call', 'error'],
  ['insufficient_system_resource', 'error'], // DeepSeek, under load
  ['abort', 'aborted'],
  ['cancelled', 'aborted'],
])

/** Words of other formats for an answer that is not complete, which is no `stop`: Anthropic's for a turn to be continued, and that of Responses. */
const unfinished = /^(?:pause_turn$|incomplete\b)/

export const readFinish = (native: string): FinishReason => reasons.get(native) ?? reasons.get(wordOf(native)) ?? 'unknown'

/** Google says more behind a colon: `function_call_filter: MALFORMED_FUNCTION_CALL`. */
const wordOf = (native: string): string => native.split(':', 1)[0]!.trim().toLowerCase()

/** What vLLM and SGLang say beside the word: the stop sequence that was met. Others have another word for the ending there, or the id of a token. */
export function stopSequenceOf({ stop_reason: reason, matched_stop: matched }: Loose): string | undefined {
  const said = isText(reason) ? reason : matched
  return isText(said) && readFinish(said) === 'unknown' ? said : undefined
}

/** What a filter found: among the categories that Azure lists, in the word of the provider behind a router, or behind a colon (Google). */
export function filteredCategory({
  finish_reason: word,
  native_finish_reason: native,
  content_filter_results: results,
}: Loose): string | undefined {
  const listed = isLoose(results) ? Object.entries(results) : []
  const found = listed.find(([, result]) => isLoose(result) && result.filtered === true)
  if (found !== undefined) return found[0]
  const words = [word, native].filter(isText).map((text) => text.slice(text.indexOf(':') + 1).trim())
  return words.find((text) => text !== 'content_filter' && readFinish(text) === 'content-filter')
}

/**
 * Translates a finish reason to one that OpenAI's clients know. Undefined if the stream has to end with an error: an aborted generation
 * must not look like a success. An answer with a call gets `tool_calls`, as many clients would overlook the call otherwise, and one without none:
 * they would answer calls that are not there. Other words
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
  switch (reason) {
    case 'length':
    case 'reasoning-exhausted':
      return 'length'
    case 'content-filter':
      return 'content_filter'
    case 'refusal':
      // As OpenAI ends a message that refuses in its own field.
      return native === 'stop' ? 'stop' : 'content_filter'
    case 'error':
    case 'aborted':
      return undefined
    default:
      if (called) return calls
      return native !== undefined && unfinished.test(native) ? 'length' : 'stop'
  }
}
