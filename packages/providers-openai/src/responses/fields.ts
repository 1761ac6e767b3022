/**
 * Treatment of fields that are no text, call, usage or error.
 *
 * Every unknown field becomes a native part on the reasoning channel. An unknown field may repeat the model's reasoning,
 * and doubtful text is treated as hidden. The fields listed as harmless hold none of the model's text.
 */

/** Fields of an event. `obfuscation` is padding against guessing text from frame sizes. Items have their own `agent`. */
export const eventFields = new Set(
  (
    'type sequence_number event_id output_index item_id content_index summary_index annotation_index response item ' +
    'part delta text refusal arguments input name annotation logprobs obfuscation agent'
  ).split(' '),
)

export const harmlessEventFields = new Set(['copilot_usage', 'provider', 'timings'])

/** Fields of a response that other readers handle. `output_text` is an SDK's copy of the answer. */
export const responseFields = new Set(
  'id object model created_at status output output_text output_parsed usage error incomplete_details'.split(' '),
)

/** Settings of the request that every response repeats, whichever upstream answers. */
export const repeatedFields = new Set(
  (
    'frequency_penalty instructions max_output_tokens max_tool_calls metadata parallel_tool_calls presence_penalty ' +
    'prompt_cache_key reasoning safety_identifier temperature text tool_choice tools top_logprobs top_p truncation ' +
    'user'
  ).split(' '),
)

/** Settings of the request that servers repeat, and facts about the response. */
export const harmlessResponseFields = new Set([
  ...repeatedFields,
  ...(
    'access_programs background billing completed_at content_filters conversation image input_transformations moderation ' +
    'previous_response_id prompt prompt_cache_diagnostics prompt_cache_options prompt_cache_retention provider service_tier ' +
    'store timings tool_usage'
  ).split(' '),
])

const common = ['type', 'id', 'item_id', 'output_index', 'status']

/** Fields of items that become blocks and calls. Other readers handle them. */
export const itemFields: Readonly<Record<string, ReadonlySet<string>>> = {
  reasoning: new Set([...common, 'summary', 'content', 'encrypted_content', 'signature']),
  message: new Set([...common, 'role', 'content']),
  function_call: new Set([...common, 'call_id', 'name', 'arguments']),
  custom_tool_call: new Set([...common, 'call_id', 'name', 'input']),
}

/** Fields of the same items that the next turn has to send back, or that a client may want to see beside the text. */
export const recordedFields = ['phase', 'format', 'namespace', 'caller', 'async', 'created_by', 'agent', 'thought_signature'] as const

export const partFields = new Set(['type', 'text', 'refusal', 'annotations', 'logprobs'])

/** True for items of the provider's own: tools that the provider ran and their results, or that the client has to run. Other types are unknown. */
export const isListedItem = (type: string): boolean => /_(?:call(?:_output)?|results)$/.test(type) || otherItems.has(type)

const otherItems = new Set([
  'additional_tools',
  'compaction',
  'mcp_approval_request',
  'mcp_approval_response',
  'mcp_list_tools',
  'program',
  'program_output',
  'tool_search_output',
])

/** Items that require an action of the client, like a function call. */
export const clientItems = new Set(['apply_patch_call', 'computer_call', 'local_shell_call', 'mcp_approval_request', 'shell_call'])

/** True for events of items that are no text: progress of tools, code as it is written, pictures, lists. */
export const isListedEvent = (type: string): boolean =>
  /^response\.(?:[a-z_]+_call(?:_[a-z_]+)?|compaction|mcp_list_tools|audio)\./.test(type)
