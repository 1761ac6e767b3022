const words: ReadonlySet<string> = new Set(
  (
    'stop eos eos_token end_turn stop_sequence complete completed length max_tokens max_output_tokens max_messages steered model_length model_context_window_exceeded ' +
    'tool_calls tool_call tool_use function_call requires_action pause_turn compaction content_filter content_filtered guardrail_intervened refusal sensitive ' +
    'safety recitation language blocklist prohibited_content spii image_safety image_prohibited_content image_recitation image_other no_image other error ' +
    'error_toxic error_limit network_error user_cancel timeout load unload abort aborted cancelled failed incomplete in_progress queued ' +
    'function_call_filter malformed_function_call unexpected_tool_call too_many_tool_calls missing_thought_signature malformed_response ' +
    'insufficient_system_resource finish_reason_unspecified malformed_model_output malformed_tool_use'
  ).split(' '),
)

/** Whether a text consists of providers' finish reasons, such as `incomplete:max_output_tokens`. Any other text may be the model's own. */
export const isEndingWord = (text: string): boolean =>
  text.length <= 100 && text.split(':').every((word) => words.has(word.trim().toLowerCase()))
