import type { Extra } from '../conversation/conversation.ts'
import { isEmpty, isLoose, isText } from './loose.ts'
import { readMetadata } from './metadata.ts'

/**
 * The settings of a request that only its own format knows, by path (`text.verbosity`): what is lost where it is written in another one.
 * Formats keep their settings as they were written beside the neutral ones; those that a conversation says itself are no loss.
 */
export function foreignSettings(extra: Extra | undefined, wire: string): string[] {
  if (extra === undefined || extra.wire === wire) return []
  return beyond(extra.fields, '')
}

function beyond(fields: Readonly<Record<string, unknown>>, path: string): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    // A note of a format to itself, and a placeholder.
    if (name.startsWith('$') || isEmpty(value)) return []
    if (containers.has(name) && isLoose(value)) return beyond(value, `${path}${name}.`)
    // Whether there must be a call is said by a conversation, a selection among its tools is not.
    if (name === 'tool_choice' && isLoose(value) && value.type === 'allowed_tools') return [`${path}${name}.allowed_tools`]
    if (path === '' && (isMetadata.has(name) ? readMetadata(value) !== undefined : isUser.has(name) && isText(value))) return []
    return said.has(name) ? [] : [path + name]
  })
}

/** What a conversation says, where it is written as it should be. */
const isMetadata: ReadonlySet<string> = new Set(['metadata', 'requestMetadata'])
const isUser: ReadonlySet<string> = new Set(['safety_identifier', 'user'])

/** Objects that hold settings, some of which a conversation says. */
const containers: ReadonlySet<string> = new Set([
  'additionalModelRequestFields',
  'chat_template_kwargs',
  'extra_body',
  'generationConfig',
  'generation_config',
  'google',
  'inferenceConfig',
  'options',
  'outputConfig',
  'output_config',
  'reasoning',
  'reasoning_config',
  'reasoningConfig',
  'text',
  'thinking',
  'thinkingConfig',
  'thinking_config',
  'toolConfig',
])

/** Names that formats have for what a conversation says: its messages and tools, how they are to be used, sampling, and knobs. */
const said: ReadonlySet<string> = new Set(
  [
    'cache_control contents input instructions messages model modelId system systemInstruction system_instruction tools',
    'format textFormat responseFormat response_format responseJsonSchema responseMimeType responseSchema response_mime_type',
    'function_call functions functionCallingConfig parallel_tool_calls stream stream_options toolChoice tool_choice',
    'maxOutputTokens maxTokens max_completion_tokens max_output_tokens max_tokens num_predict',
    'candidateCount k n p random_seed seed stop stopSequences stop_sequences temperature',
    'topK topP top_k top_p',
    'frequencyPenalty frequency_penalty presencePenalty presence_penalty min_p repeat_penalty repetition_penalty',
    'disable_reasoning effort enable_thinking enabled exclude include_reasoning includeThoughts include_thoughts',
    'budget_tokens display generate_summary maxReasoningEffort reasoning_budget_tokens reasoning_effort',
    'reasoning_format summary think thinking thinkingBudget thinkingLevel thinking_budget thinking_budget_tokens',
    'thinking_level thinking_summaries thinking_token_budget token_budget type',
  ].flatMap((names) => names.split(' ')),
)
