/** Limits of output tokens, in each API. */
export const maxTokens: readonly string[] = listed(
  'max_completion_tokens max_tokens max_output_tokens generationConfig.maxOutputTokens inferenceConfig.maxTokens',
)

/** Path of the fields of a model's own API in a request of Converse. */
export const ofConverse = 'additionalModelRequestFields.'

/** Path of Converse's tool choice. */
export const converseChoice = 'toolConfig.toolChoice'

/** Settings that may be changed or removed. None of them holds text of a user. */
export const settings: readonly string[] = [
  ...listed('thinking.type thinking.budget_tokens thinking.display thinking.block_binding thinking'),
  ...listed('output_config.effort output_config.format output_config'),
  ...listed('reasoning.effort reasoning.summary reasoning.max_tokens reasoning.enabled reasoning reasoning_effort'),
  ...maxTokens,
  ...listed('temperature top_p top_k min_p presence_penalty frequency_penalty repetition_penalty logit_bias top_logprobs logprobs'),
  ...listed('seed stop_sequences stop parallel_tool_calls verbosity service_tier'),
  // Switches of open models' hosts.
  ...listed('enable_thinking thinking_budget thinking_budget_tokens reasoning_budget repeat_penalty min_tokens'),
  ...listed('chat_template_kwargs reasoning_format include_reasoning disable_reasoning'),
  // Only at routers.
  ...listed('provider transforms plugins usage'),
  // Only in OpenAI's APIs.
  ...listed('store metadata user prediction prompt_cache_key prompt_cache_retention prompt_cache_options safety_identifier'),
  ...listed('web_search_options modalities moderation text.verbosity truncation client_metadata include stream_options max_tool_calls'),
  // Only in Anthropic's API.
  ...listed('context_management cache_control diagnostics speed'),
  // In the APIs of Gemini, Converse and Ollama.
  ...['thinkingBudget', 'thinkingLevel', 'includeThoughts'].map((name) => `generationConfig.thinkingConfig.${name}`),
  ...listed('temperature topP topK presencePenalty frequencyPenalty responseLogprobs logprobs seed').map(
    (name) => `generationConfig.${name}`,
  ),
  'inferenceConfig.temperature',
  'inferenceConfig.topP',
  'inferenceConfig.stopSequences',
  `${ofConverse}top_k`,
  `${ofConverse}output_config.effort`,
  converseChoice,
  'think',
]

/**
 * Fields inside the conversation and its tools that may be removed, and where. Clients of one provider send them to others: Claude Code its
 * options of tools and cache marks, and libraries the whole message of an earlier answer.
 */
export const nestedFields: ReadonlyMap<string, 'messages' | 'tools' | 'both'> = new Map([
  ['cache_control.scope', 'both'],
  ['cache_control.ttl', 'both'],
  ['cache_control', 'both'],
  ['cachePoint', 'both'],
  ...listed('strict eager_input_streaming defer_loading input_examples allowed_callers').map((name) => [name, 'tools'] as const),
  ...listed(
    'reasoning_content reasoning_details reasoning_text reasoning_opaque reasoning refusal annotations audio thinking_blocks ' +
      // Helpers of OpenAI's libraries add what they parsed, and LangChain the index of a streamed block.
      'provider_specific_fields function_call prefix parsed_arguments parsed index',
  ).map((name) => [name, 'messages'] as const),
])

/** Setting with which Gemini's thinking is turned off. */
export const budgetPath = 'generationConfig.thinkingConfig.thinkingBudget'

/** Gemini's settings for JSON: the type of the answer, and its schema, which is taken only beside the type. */
export const mimePath = 'generationConfig.responseMimeType'
export const schemaPaths: readonly string[] = ['generationConfig.responseJsonSchema', 'generationConfig.responseSchema']

export const effortPaths: readonly string[] = [
  'output_config.effort',
  'reasoning.effort',
  'reasoning_effort',
  `${ofConverse}output_config.effort`,
  'generationConfig.thinkingConfig.thinkingLevel',
]

function listed(names: string): string[] {
  return names.split(' ')
}
