import type { Recorded } from '../support/recorded.ts'

/** An answer of a kind that no recording has, from the types of the official clients. Each text in it is replaced by a marker. */
interface NewerAnswer extends Pick<Recorded, 'model' | 'format' | 'status'> {
  api: string
  body: string
}

const any = 'any text'
const agent = { agent_name: any }
const use = { tool_use_id: any, caller: { type: 'code_execution_20260120', tool_id: any } }

/** `@anthropic-ai/sdk` 1.14.0: BetaContentBlock. */
const blocks: readonly object[] = [
  {
    type: 'web_search_tool_result',
    ...use,
    content: [{ type: 'web_search_result', encrypted_content: any, page_age: any, title: any, url: any }],
  },
  {
    type: 'web_fetch_tool_result',
    ...use,
    content: { type: 'web_fetch_result', url: any, content: { type: 'document', title: any, source: { type: 'text', data: any } } },
  },
  {
    type: 'code_execution_tool_result',
    ...use,
    content: { type: 'code_execution_result', stdout: any, stderr: any, content: [{ file_id: any }] },
  },
  { type: 'code_execution_tool_result', ...use, content: { type: 'encrypted_code_execution_result', encrypted_stdout: any, stderr: any } },
  { type: 'bash_code_execution_tool_result', ...use, content: { type: 'bash_code_execution_result', stdout: any, stderr: any } },
  { type: 'text_editor_code_execution_tool_result', ...use, content: { type: 'text_editor_code_execution_view_result', content: any } },
  {
    type: 'text_editor_code_execution_tool_result',
    ...use,
    content: { type: 'text_editor_code_execution_str_replace_result', lines: [any] },
  },
  { type: 'tool_search_tool_result', ...use, content: { type: 'tool_search_tool_search_result', tool_references: [{ tool_name: any }] } },
  { type: 'tool_search_tool_result', ...use, content: { type: 'tool_search_tool_result_error', error_code: any, error_message: any } },
  { type: 'advisor_tool_result', ...use, content: { type: 'advisor_result', text: any, stop_reason: any } },
  { type: 'mcp_tool_use', id: any, name: any, server_name: any, input: { a: any } },
  { type: 'mcp_tool_result', ...use, content: [{ type: 'text', text: any }] },
  { type: 'server_tool_use', id: any, name: any, input: { query: any }, caller: { type: 'direct' } },
  { type: 'compaction', content: any, encrypted_content: any, signature: any },
  { type: 'container_upload', file_id: any },
  { type: 'fallback', from: { model: any }, to: { model: any }, reason: any },
  { type: 'thinking', thinking: any, signature: any },
  { type: 'redacted_thinking', data: any },
]

/** Of a message, and of its delta. */
const stopFields = {
  container: { id: any, expires_at: any, skills: [{ type: 'anthropic', skill_id: any, version: any }] },
  stop_details: { type: 'refusal', category: any, explanation: any },
  context_management: { applied_edits: [{ type: any }] },
}
const messageFields = {
  ...stopFields,
  diagnostics: { cache_miss_reason: { type: any } },
  input_transformations: [{ type: any, reason: any }],
}

/** Deltas that have blocks of their own. */
const deltas: readonly object[] = [
  { type: 'thinking_delta', thinking: any, estimated_tokens: 1 },
  { type: 'signature_delta', signature: any },
  { type: 'compaction_delta', content: any, encrypted_content: any },
  { type: 'unheard_of_delta', text: any, thinking: any },
]

/** openai 7.59.0: ResponseOutputItem. */
const items: readonly object[] = [
  {
    type: 'reasoning',
    id: any,
    summary: [{ type: 'summary_text', text: any }],
    content: [{ type: 'reasoning_text', text: any }],
    encrypted_content: any,
  },
  { type: 'program', id: any, call_id: any, code: any, fingerprint: any },
  { type: 'program_output', id: any, call_id: any, result: any },
  { type: 'tool_search_call', id: any, call_id: any, arguments: { query: any }, execution: 'server' },
  { type: 'tool_search_output', id: any, call_id: any, tools: [{ type: 'function', name: any, description: any, parameters: {} }] },
  { type: 'additional_tools', id: any, role: 'developer', tools: [{ type: 'function', name: any, description: any, parameters: {} }] },
  { type: 'compaction', id: any, encrypted_content: any, created_by: any },
  { type: 'image_generation_call', id: any, result: any, revised_prompt: any },
  { type: 'mcp_call', id: any, server_label: any, name: any, arguments: any, output: any, error: any },
  { type: 'mcp_list_tools', id: any, server_label: any, tools: [{ name: any, description: any, input_schema: {} }], error: any },
  { type: 'mcp_approval_request', id: any, server_label: any, name: any, arguments: any },
  {
    type: 'shell_call',
    id: any,
    call_id: any,
    action: { commands: [any] },
    environment: { type: 'container_reference', container_id: any },
  },
  { type: 'shell_call_output', id: any, call_id: any, output: [{ stdout: any, stderr: any }] },
  { type: 'apply_patch_call_output', id: any, call_id: any, output: any },
  {
    type: 'computer_call',
    id: any,
    call_id: any,
    action: { type: 'type', text: any },
    pending_safety_checks: [{ id: any, code: any, message: any }],
  },
  { type: 'apply_patch_call', id: any, call_id: any, operation: { type: 'update_file', path: any, diff: any }, created_by: any },
  { type: 'local_shell_call', id: any, call_id: any, action: { type: 'exec', command: [any], env: { a: any } } },
  { type: 'local_shell_call_output', id: any, output: any },
  { type: 'function_call_output', id: any, call_id: any, output: any, created_by: any },
  { type: 'custom_tool_call_output', id: any, call_id: any, output: [{ type: 'input_text', text: any }] },
  { type: 'configuration_update', id: any, instructions: any },
  { type: 'compaction_trigger', id: any },
  { type: 'web_search_call', id: any, action: { type: 'find_in_page', pattern: any, url: any } },
  { type: 'file_search_call', id: any, queries: [any], results: [{ text: any, filename: any, attributes: { a: any } }] },
  { type: 'code_interpreter_call', id: any, code: any, container_id: any, outputs: [{ type: 'logs', logs: any }] },
  { type: 'computer_call_output', id: any, call_id: any, output: { type: 'computer_screenshot', image_url: any, file_id: any } },
  // Of several agents (beta).
  { type: 'multi_agent_call', id: any, call_id: any, action: 'spawn_agent', arguments: any, agent },
  { type: 'multi_agent_call_output', id: any, call_id: any, action: 'wait_agent', output: [{ type: 'output_text', text: any }], agent },
  {
    type: 'agent_message',
    id: any,
    author: any,
    recipient: any,
    content: [
      { type: 'reasoning_text', text: any },
      { type: 'encrypted_content', encrypted_content: any },
    ],
    agent,
  },
  { type: 'message', id: any, role: 'assistant', content: [{ type: 'output_text', text: any, annotations: [] }], agent },
]

/** Events beside those of items. */
const events: readonly object[] = [
  { type: 'response.mcp_call_arguments.delta', item_id: any, delta: any },
  { type: 'response.mcp_call_arguments.done', item_id: any, arguments: any },
  { type: 'response.image_generation_call.partial_image', item_id: any, partial_image_b64: any },
  { type: 'response.code_interpreter_call_code.delta', item_id: any, delta: any },
  { type: 'response.shell_call_command.delta', item_id: any, command_index: 0, delta: any },
  { type: 'response.shell_call_output_content.delta', item_id: any, command_index: 0, delta: { stdout: any, stderr: any } },
  { type: 'response.shell_call_output_content.done', item_id: any, command_index: 0, output: [{ stdout: any, stderr: any }] },
  { type: 'response.compaction.compacting', item_id: any },
  { type: 'response.reasoning_summary_text.delta', item_id: any, summary_index: 0, delta: any },
  { type: 'response.reasoning_text.delta', item_id: any, content_index: 0, delta: any },
  { type: 'response.unheard_of', item_id: any, text: any, delta: any },
]

const responseFields = {
  instructions: any,
  safety_identifier: any,
  prompt_cache_key: any,
  moderation: { input: { results: [any] } },
  access_programs: { cyber: any },
  image: { context_compression: any },
  input_transformations: [{ id: any, reason: any }],
  prompt_cache_diagnostics: { type: any },
}

/** `@google/genai` 2.32.0: Part and Candidate. */
const candidate = {
  content: {
    role: 'model',
    parts: [
      { text: any, thought: true, thoughtSignature: any },
      { executableCode: { code: any, language: any } },
      { codeExecutionResult: { outcome: any, output: any } },
      { toolCall: { id: any, toolType: any, args: { a: any } }, thoughtSignature: any },
      { toolResponse: { id: any, toolType: any, response: { a: any } } },
      { audioTranscription: { text: any }, partMetadata: { a: any }, speechMetadata: { a: any } },
    ],
  },
  finishMessage: any,
  continuationToken: any,
  groundingMetadata: { webSearchQueries: [any], searchEntryPoint: { renderedContent: any }, retrievalQueries: [any] },
  urlContextMetadata: { urlMetadata: [{ retrievedUrl: any }] },
  logprobsResult: { chosenCandidates: [{ token: any }] },
}

/** `@google/genai` 2.32.0: Interactions.Step. */
const steps: readonly object[] = [
  ...['code_execution', 'google_search', 'google_maps', 'url_context', 'retrieval', 'processing', 'mcp_server_tool'].flatMap((name) => [
    { type: `${name}_call`, id: any, arguments: { a: any }, signature: any, name: any },
    { type: `${name}_result`, call_id: any, result: [{ type: 'text', text: any }], signature: any, name: any },
  ]),
  { type: 'thought', summary: [{ type: 'text', text: any }], signature: any },
]

/** Fields of a message of Chat Completions, of several providers. */
const message = {
  role: 'assistant',
  reasoning: any,
  reasoning_content: any,
  reasoning_details: [
    { type: 'reasoning.text', text: any, signature: any },
    { type: 'reasoning.summary', summary: any },
    { type: 'reasoning.encrypted', data: any },
  ],
  executed_tools: [{ type: any, arguments: any, output: any, search_results: { results: [{ title: any, content: any }] } }],
  provider_specific_fields: { thinking: any },
  thinking_blocks: [{ type: 'thinking', thinking: any, signature: any }],
  context: { intent: any, citations: [{ content: any }] },
}
const choice = {
  index: 0,
  finish_reason: null,
  logprobs: { content: [{ token: any, top_logprobs: [{ token: any }] }] },
  token_ids: [1],
  stop_reason: any,
}

/** `cohere-ai` 8.1.0: citations of thoughts and plans, and an event that repeats the prompt. */
const cited = ['THINKING_CONTENT', 'PLAN'].map((type) => ({
  type,
  text: any,
  sources: [{ type: 'tool', id: any, tool_output: { a: any } }],
}))
const cohereMessage = { role: 'assistant', content: [{ type: 'thinking', thinking: any }], citations: cited }

/** `@aws-sdk/client-bedrock-runtime` 3.1164.0: ContentBlock, and fields beside the message. */
const converse = {
  output: {
    message: {
      role: 'assistant',
      content: [
        { reasoningContent: { reasoningText: { text: any, signature: any } } },
        { reasoningContent: { redactedContent: any } },
        { toolResult: { toolUseId: any, content: [{ text: any }, { json: { a: any } }] } },
        { guardContent: { text: { text: any } } },
        { searchResult: { source: any, title: any, content: [{ text: any }] } },
        { document: { name: any, context: any, source: { text: any } } },
        { unheardOf: { text: any } },
        { text: any },
      ],
    },
  },
  additionalModelResponseFields: { a: any },
  trace: { guardrail: { modelOutput: [any], actionReason: any }, promptRouter: { invokedModelId: any } },
  stopReason: 'end_turn',
}

const model = 'some-model'
const json = (api: string, body: object): NewerAnswer => ({ api, model, status: 200, format: 'json', body: JSON.stringify(body) })
const sse = (api: string, ...all: readonly object[]): NewerAnswer => ({
  api,
  model,
  status: 200,
  format: 'sse',
  body: all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
})

const messageOf = (content: readonly object[]) => ({
  type: 'message',
  id: 'm',
  role: 'assistant',
  model,
  content,
  stop_reason: 'end_turn',
  usage: {},
})
const responseOf = (output: readonly object[]) => ({ object: 'response', id: 'r', status: 'completed', model, output })

export const newerAnswers: readonly NewerAnswer[] = [
  json('anthropic-messages', { ...messageOf(blocks), ...messageFields }),
  sse(
    'anthropic-messages',
    { type: 'message_start', message: { ...messageOf([]), ...messageFields } },
    ...blocks.flatMap((content_block, index) => [
      { type: 'content_block_start', index, content_block },
      { type: 'content_block_stop', index },
    ]),
    ...deltas.flatMap((delta, at) => [
      { type: 'content_block_start', index: blocks.length + at, content_block: { type: 'thinking', thinking: any, signature: any } },
      { type: 'content_block_delta', index: blocks.length + at, delta },
      { type: 'content_block_stop', index: blocks.length + at },
    ]),
    { type: 'message_delta', delta: { stop_reason: 'end_turn', ...stopFields }, usage: {}, ...messageFields },
    { type: 'message_stop' },
  ),
  json('openai-responses', { ...responseOf(items), ...responseFields }),
  sse(
    'openai-responses',
    { type: 'response.created', response: { ...responseOf([]), ...responseFields } },
    ...items.flatMap((item, output_index) => [
      { type: 'response.output_item.added', output_index, item },
      { type: 'response.output_item.done', output_index, item },
    ]),
    ...events.map((event) => ({ output_index: items.length, ...event })),
    { type: 'response.completed', response: { ...responseOf(items), ...responseFields } },
  ),
  json('gemini', { candidates: [{ ...candidate, finishReason: 'STOP' }], promptFeedback: { blockReasonMessage: any } }),
  sse('gemini', { candidates: [candidate] }, { candidates: [{ content: { parts: [{ text: any }] }, finishReason: 'STOP' }] }),
  json('gemini-interactions', { id: 'i', status: 'completed', steps }),
  sse(
    'gemini-interactions',
    ...steps.flatMap((step, index) => [
      { event_type: 'step.start', index, step },
      { event_type: 'step.stop', index },
    ]),
    { event_type: 'interaction.completed', interaction: { id: 'i', status: 'completed', steps } },
  ),
  json('openai-chat', {
    object: 'chat.completion',
    choices: [{ ...choice, message: { ...message, content: any }, finish_reason: 'stop' }],
  }),
  sse(
    'openai-chat',
    {
      object: 'chat.completion.chunk',
      choices: [{ ...choice, delta: message }],
      usage_breakdown: { models: [any] },
      x_groq: { error: any },
    },
    { object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: any }, finish_reason: 'stop' }] },
  ),
  json('cohere', { id: 'c', finish_reason: 'COMPLETE', message: cohereMessage }),
  sse(
    'cohere',
    { type: 'message-start', id: 'c', delta: { message: cohereMessage, error: any } },
    { type: 'debug', prompt: any },
    ...cited.map((citations) => ({ type: 'citation-start', index: 0, delta: { message: { citations } } })),
    { type: 'message-end', delta: { finish_reason: 'COMPLETE', error: any } },
  ),
  json('bedrock-converse', converse),
  json('ollama', {
    model,
    message: { role: 'assistant', content: any, thinking: any, images: [any] },
    logprobs: [{ token: any, top_logprobs: [{ token: any }] }],
    done_reason: any,
    done: true,
  }),
]
