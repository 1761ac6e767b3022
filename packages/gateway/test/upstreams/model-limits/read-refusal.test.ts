import { describe, expect, test } from 'vitest'
import type { ModelLimit } from '@reason/gateway-api'
import { readRefusal } from '../../../src/upstreams/model-limits/read-refusal.ts'
import type { Json } from '../../../src/json.ts'

const openai = (message: string, param: string | null = null, code: string | null = null): string =>
  JSON.stringify({ error: { message, type: 'invalid_request_error', param, code } })
const anthropic = (message: string): string => JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } })
const without = (path: string): ModelLimit => ({ kind: 'without', path })
const passedBack = 'The `reasoning_content` in the thinking mode must be passed back to the API.'
const tools = [{ type: 'function' }]
const off = { thinking: { type: 'disabled' } }

describe('a refusal that names a setting is a limit of the model', () => {
  test.each<[string, Json, ModelLimit]>([
    [
      anthropic('"thinking.type.disabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort".'),
      off,
      { kind: 'thinking-type', type: 'disabled' },
    ],
    [
      anthropic('"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" instead.'),
      { thinking: { type: 'enabled', budget_tokens: 2000 } },
      { kind: 'thinking-type', type: 'enabled' },
    ],
    [
      openai('level "max" not supported, valid levels: low, medium, high, xhigh'),
      { reasoning_effort: 'max' },
      { kind: 'efforts', efforts: ['low', 'medium', 'high', 'xhigh'] },
    ],
    [
      openai("thinking level 'minimal' is not available; must be one of low, high"),
      { reasoning: { effort: 'minimal' } },
      { kind: 'efforts', efforts: ['low', 'high'] },
    ],
    [
      openai("Invalid value: 'ultra'. Supported values are: 'none', 'low', 'medium', 'high', 'xhigh', and 'max'.", 'reasoning_effort'),
      { reasoning_effort: 'ultra' },
      { kind: 'not', path: 'reasoning_effort', value: 'ultra' },
    ],
    [
      JSON.stringify({ error: { code: '1210', message: 'reasoning_effort must be one of: none, minimal, low, medium, high, xhigh, max' } }),
      { reasoning_effort: 'light' },
      { kind: 'not', path: 'reasoning_effort', value: 'light' },
    ],
    [
      openai(
        "Unsupported value: 'reasoning_effort' does not support null with this model. Supported values are: 'none', 'low', 'medium', and 'high'.",
        'reasoning_effort',
        'unsupported_value',
      ),
      { reasoning_effort: null },
      { kind: 'not', path: 'reasoning_effort', value: null },
    ],
    [
      openai("Invalid value: 'extreme'. Supported values are: 'low', 'medium', and 'high'.", 'reasoning.effort'),
      { reasoning: { effort: 'extreme' } },
      { kind: 'not', path: 'reasoning.effort', value: 'extreme' },
    ],
    [
      openai('Assistant response prefill is incompatible with enable_thinking.'),
      { messages: [{ role: 'assistant', content: 'The' }] },
      { kind: 'exclusive', kept: 'prefill', left: 'chat_template_kwargs.enable_thinking' },
    ],
    [
      anthropic('`clear_thinking_20251015` strategy requires `thinking` to be enabled or adaptive'),
      { context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] } },
      { kind: 'exclusive', kept: 'no thinking', left: 'context_management' },
    ],
    [
      openai(
        "[{'type': 'extra_forbidden', 'loc': ('body', 'messages', 1, 'assistant', 'reasoning_content'), 'msg': 'Extra inputs are not permitted'}]",
      ),
      { messages: [] },
      { kind: 'nested', field: 'reasoning_content' },
    ],
    [
      openai('[{"type": "extra_forbidden", "loc": ["body", "messages", 3, "reasoning_details"], "msg": "Extra inputs are not permitted"}]'),
      { messages: [] },
      { kind: 'nested', field: 'reasoning_details' },
    ],
    [
      JSON.stringify({
        message:
          "1 validation error:\n  {'type': 'literal_error', 'loc': ('body', 'reasoning_effort'), 'msg': \"Input should be 'low', 'medium' or 'high'\", 'input': 'xhigh'}",
        code: 400,
      }),
      { reasoning_effort: 'xhigh' },
      { kind: 'efforts', efforts: ['low', 'medium', 'high'] },
    ],
    [
      anthropic('adaptive thinking is not supported on this model'),
      { thinking: { type: 'adaptive' } },
      { kind: 'thinking-type', type: 'adaptive' },
    ],
    [openai('Reasoning is mandatory for this endpoint and cannot be disabled.'), { reasoning: { effort: 'none' } }, { kind: 'mandatory' }],
    [
      openai("Unsupported parameter: 'temperature' is not supported with this model.", 'temperature', 'unsupported_parameter'),
      { temperature: 0.2, top_p: 1 },
      { kind: 'without', path: 'temperature' },
    ],
    [
      openai("'temperature' is not supported when reasoning_effort is 'high' on this model", 'temperature'),
      { temperature: 0.5, reasoning_effort: 'high' },
      { kind: 'without', path: 'temperature' },
    ],
    [
      openai("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.", 'max_tokens'),
      { max_tokens: 10 },
      { kind: 'renamed', path: 'max_tokens', to: 'max_completion_tokens' },
    ],
    // Older servers know the first name alone, and say so in their own words.
    ...[
      openai('Unrecognized request argument supplied: max_completion_tokens'),
      openai("Extra inputs are not permitted, field: 'max_completion_tokens', value: 800"),
      JSON.stringify({
        detail: [{ type: 'extra_forbidden', loc: ['body', 'max_completion_tokens'], msg: 'Extra inputs are not permitted' }],
      }),
    ].map((body): [string, Json, ModelLimit] => [
      body,
      { max_completion_tokens: 800 },
      { kind: 'renamed', path: 'max_completion_tokens', to: 'max_tokens' },
    ]),
    ...[
      openai('Unrecognized request argument supplied: reasoning'),
      openai("Unknown parameter: 'reasoning'.", 'reasoning', 'unknown_parameter'),
      openai("property 'reasoning' is unsupported"),
    ].map((body): [string, Json, ModelLimit] => [
      body,
      { messages: [], reasoning: { effort: 'high', exclude: true } },
      { kind: 'renamed', path: 'reasoning.effort', to: 'reasoning_effort' },
    ]),
    [openai("Unknown parameter: 'reasoning'.", 'reasoning'), { messages: [], reasoning: { exclude: true } }, without('reasoning')],
    [openai('max_tokens is not supported by this model'), { max_tokens: 10 }, without('max_tokens')],
    [openai('invalid params, logprobs is not supported (2013)'), { logprobs: true }, without('logprobs')],
    [
      JSON.stringify({
        title: 'Bad Request',
        detail: '[{"type":"extra_forbidden","loc":["body","reasoning_effort"],"msg":"Extra inputs are not permitted","input":"low"}]',
      }),
      { reasoning_effort: 'low' },
      without('reasoning_effort'),
    ],
    [
      JSON.stringify({ code: 20015, message: 'max_tokens (100000) is too large. Maximum: 16384', data: null }),
      { max_tokens: 100_000 },
      { kind: 'at-most', path: 'max_tokens', most: 16_384 },
    ],
    ...['adaptive', 'enabled'].map((type): [string, Json, ModelLimit] => [
      anthropic(`thinking.${type}.display: Extra inputs are not permitted`),
      { thinking: { type, display: 'summarized' } },
      without('thinking.display'),
    ]),
    [
      anthropic('thinking.adaptive.block_binding: Extra inputs are not permitted'),
      { thinking: { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } } },
      without('thinking.block_binding'),
    ],
    [anthropic('Invalid thinking type: adaptive'), { thinking: { type: 'adaptive' } }, { kind: 'thinking-type', type: 'adaptive' }],
    [openai('Bad request: seed is not supported'), { seed: 7 }, without('seed')],
    [
      JSON.stringify({ choices: null, base_resp: { status_code: 2013, status_msg: "invalid params, parameter 'top_k' is not supported" } }),
      { top_k: 4 },
      without('top_k'),
    ],
    [
      openai(
        "Unsupported value: 'reasoning_effort' does not support 'minimal' with this model. Supported values are: 'low', 'medium', and 'high'.",
        'reasoning_effort',
        'unsupported_value',
      ),
      { reasoning_effort: 'minimal' },
      { kind: 'efforts', efforts: ['low', 'medium', 'high'] },
    ],
    [
      anthropic("output_config.effort: Input should be 'low', 'medium' or 'high'"),
      { output_config: { effort: 'max' } },
      { kind: 'efforts', efforts: ['low', 'medium', 'high'] },
    ],
    [
      anthropic("This model does not support effort level 'xhigh'. Supported levels: high, low, max, medium. (output_config.effort)"),
      { output_config: { effort: 'xhigh' } },
      { kind: 'efforts', efforts: ['low', 'medium', 'high', 'max'] },
    ],
    [
      anthropic("output_config.effort 'xhigh' is not supported when thinking is disabled on this model. Use effort 'high' or below."),
      { output_config: { effort: 'xhigh' }, ...off },
      { kind: 'not', path: 'output_config.effort', value: 'xhigh', withoutThinking: true },
    ],
    [
      anthropic("output_config.effort 'max' is not supported with thinking.type 'between_tools'."),
      { output_config: { effort: 'max' }, thinking: { type: 'between_tools' } },
      { kind: 'not', path: 'output_config.effort', value: 'max', withoutThinking: true },
    ],
    [
      openai("reasoning_effort 'xhigh' is not supported by this model"),
      { reasoning_effort: 'xhigh' },
      { kind: 'not', path: 'reasoning_effort', value: 'xhigh' },
    ],
    [
      openai('"none" is not a supported reasoning_effort for this model'),
      { reasoning_effort: 'none' },
      { kind: 'not', path: 'reasoning_effort', value: 'none' },
    ],
    [
      openai("Unsupported parameter: 'reasoning_effort' is not supported with this model zeta-high-9."),
      { reasoning_effort: 'high' },
      without('reasoning_effort'),
    ],
    [
      openai("reasoning_effort: 'max' is not supported. Supported: low, high"),
      { reasoning_effort: 'max' },
      { kind: 'efforts', efforts: ['low', 'high'] },
    ],
    [
      anthropic('"thinking.type.disabled" is not supported for this model. Use "thinking.type.between_tools" instead.'),
      off,
      { kind: 'thinking-type', type: 'disabled', instead: 'between_tools' },
    ],
    [
      JSON.stringify({
        message: 'The model returned the following errors: tool_choice: type "tool" and "any" are not supported for this model.',
      }),
      { toolConfig: { tools, toolChoice: { tool: { name: 'f' } } } },
      { kind: 'value', path: 'tool_choice', value: 'auto' },
    ],
    [
      openai(
        "Function tools with reasoning_effort are not supported for zeta-9 in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
        'reasoning_effort',
      ),
      { reasoning_effort: 'high', tools },
      { kind: 'value', path: 'reasoning_effort', value: 'none', withTools: true },
    ],
    [
      openai(
        "Function tools with reasoning_effort are not supported for zeta-9 in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
      ),
      { tools },
      { kind: 'value', path: 'reasoning_effort', value: 'none', withTools: true },
    ],
    [
      JSON.stringify({ message: "This model doesn't support tool use in streaming mode." }),
      { stream: true, toolConfig: { tools } },
      { kind: 'whole', withTools: true },
    ],
    [JSON.stringify({ message: 'The model does not support streaming.' }), { stream: true }, { kind: 'whole' }],
    [
      anthropic('`temperature` and `top_p` cannot both be specified for this model. Please use only one.'),
      { temperature: 1, top_p: 0.5 },
      { kind: 'exclusive', kept: 'temperature', left: 'top_p' },
    ],
    [anthropic('top_k: Extra inputs are not permitted'), { top_k: 5 }, { kind: 'without', path: 'top_k' }],
    [
      openai('property `parallel_tool_calls` is unsupported'),
      { parallel_tool_calls: true },
      { kind: 'without', path: 'parallel_tool_calls' },
    ],
    [
      JSON.stringify({ code: 'Client specified an invalid argument', error: 'Model zeta-9 does not support parameter reasoningEffort.' }),
      { reasoning_effort: 'high' },
      { kind: 'without', path: 'reasoning_effort' },
    ],
    [
      JSON.stringify({ code: 'x', error: 'Argument not supported on this model: presencePenalty' }),
      { presence_penalty: 1 },
      { kind: 'without', path: 'presence_penalty' },
    ],
    [
      JSON.stringify({ code: 'x', error: 'Argument not supported on this model: stop' }),
      { stop: ['x'] },
      { kind: 'without', path: 'stop' },
    ],
    [
      JSON.stringify({
        object: 'error',
        message: { detail: [{ type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Extra inputs are not permitted' }] },
      }),
      { seed: 1 },
      { kind: 'without', path: 'seed' },
    ],
    [
      JSON.stringify({ detail: [{ type: 'extra_forbidden', loc: ['body', 'min_p'], msg: 'Extra inputs are not permitted' }] }),
      { min_p: 1, top_p: 1 },
      { kind: 'without', path: 'min_p' },
    ],
    [
      JSON.stringify({ error: { code: 400, message: 'Budget 0 is invalid. This model only works in thinking mode.', status: 'INVALID' } }),
      { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } },
      { kind: 'mandatory' },
    ],
    [
      JSON.stringify({ error: { code: 400, message: 'Thinking level is not supported for this model.' } }),
      { generationConfig: { thinkingConfig: { thinkingLevel: 'LOW', includeThoughts: true } } },
      { kind: 'without', path: 'generationConfig.thinkingConfig.thinkingLevel' },
    ],
    [
      JSON.stringify({
        error: { code: 400, message: 'Thinking level LOW is not supported for this model. Supported levels: MEDIUM, HIGH.' },
      }),
      { generationConfig: { thinkingConfig: { thinkingLevel: 'low' } } },
      { kind: 'efforts', efforts: ['medium', 'high'] },
    ],
    [
      JSON.stringify({ error: { code: 400, message: 'Thinking level MINIMAL is not supported for this model.' } }),
      { generationConfig: { thinkingConfig: { thinkingLevel: 'minimal' } } },
      { kind: 'not', path: 'generationConfig.thinkingConfig.thinkingLevel', value: 'minimal' },
    ],
    [
      JSON.stringify({ error: { code: 400, message: 'Presence penalty is not enabled: it is not supported for models/zeta-9' } }),
      { generationConfig: { presencePenalty: 1 } },
      { kind: 'without', path: 'generationConfig.presencePenalty' },
    ],
    [
      JSON.stringify({ message: 'The model returned the following errors: `temperature` and `top_p` cannot both be specified.' }),
      { inferenceConfig: { temperature: 1, topP: 0.5 } },
      { kind: 'exclusive', kept: 'inferenceConfig.temperature', left: 'inferenceConfig.topP' },
    ],
    [
      anthropic('Thinking may not be enabled when tool_choice forces tool use.'),
      { thinking: { type: 'enabled', budget_tokens: 2000 }, tool_choice: { type: 'any' } },
      { kind: 'exclusive', kept: 'tool_choice', left: 'thinking' },
    ],
    [
      JSON.stringify({ error: { code: 400, message: 'Thinking is not enabled for models/zeta-9' } }),
      { generationConfig: { thinkingConfig: { includeThoughts: true } } },
      { kind: 'without', path: 'generationConfig.thinkingConfig' },
    ],
    // A setting by the last word of its path, or without the first word of its name.
    [
      anthropic('This model does not support the effort parameter.'),
      { output_config: { effort: 'max' } },
      { kind: 'without', path: 'output_config.effort' },
    ],
    [
      JSON.stringify({ error: { code: 400, message: 'Penalty is not enabled for models/zeta-9', status: 'INVALID_ARGUMENT' } }),
      { generationConfig: { frequencyPenalty: 1 } },
      { kind: 'without', path: 'generationConfig.frequencyPenalty' },
    ],
    [openai('logprobs is not supported with tools + stream'), { logprobs: true }, { kind: 'without', path: 'logprobs', withTools: true }],
    [
      JSON.stringify({ message: 'thinking is not supported by the specified model' }),
      { thinking: { type: 'disabled' } },
      { kind: 'without', path: 'thinking' },
    ],
    [openai('Reasoning is not supported by this model.'), { reasoning: { effort: 'high' } }, { kind: 'without', path: 'reasoning' }],
    // A name in brackets, behind `body`, or in the middle of a sentence.
    [openai('extraneous key [stop] is not permitted'), { stop: ['a'] }, without('stop')],
    [openai("property 'body.parallel_tool_calls' is unsupported"), { parallel_tool_calls: true }, without('parallel_tool_calls')],
    [
      JSON.stringify({ error: { code: 400, message: 'Unable to submit request because seed is not supported for this model' } }),
      { generationConfig: { seed: 1 } },
      without('generationConfig.seed'),
    ],
    [
      JSON.stringify({ error: { message: 'It has a topK value of 100 but the supported range is from 1 (inclusive) to 65 (exclusive).' } }),
      { generationConfig: { topK: 100 } },
      { kind: 'at-most', path: 'generationConfig.topK', most: 64 },
    ],
    ...(['json_object', 'json_schema'] as const).flatMap((type) =>
      [
        'json mode cannot be combined with tool/function calling',
        "'response_format' json_object cannot be combined with tool/function calling",
        '"tools" is incompatible with "response_format"',
        'You cannot specify response format and function call at the same time',
        'response_format json_schema is not supported when tools are provided',
        "Function calling with a response mime type: 'application/json' is unsupported",
      ].map((message): [string, Json, ModelLimit] => [
        openai(message),
        { response_format: { type }, tools },
        { kind: 'without', path: 'response_format', withTools: true },
      ]),
    ),
    [
      openai("This model does not support response format `json_schema`, use function calling. See 'tools'."),
      { response_format: { type: 'json_schema' }, tools },
      { kind: 'no-schema' },
    ],
    [
      JSON.stringify({
        error: {
          code: 400,
          message: "Forced function calling (ANY mode) with a response mime type: 'application/json' is unsupported",
          status: 'INVALID_ARGUMENT',
        },
      }),
      { generationConfig: { responseMimeType: 'application/json' }, tools },
      { kind: 'without', path: 'generationConfig.responseMimeType', withTools: true },
    ],
    [openai("Unsupported parameter: 'max_tool_calls'", 'max_tool_calls'), { max_tool_calls: 5 }, without('max_tool_calls')],
    [anthropic('cache_control: Extra inputs are not permitted'), { cache_control: { type: 'ephemeral' } }, without('cache_control')],
    // A switch with one value, also where the request leaves it to the default.
    [openai('Store must be set to false'), { store: true }, { kind: 'value', path: 'store', value: false }],
    [openai('Store must be set to false'), {}, { kind: 'value', path: 'store', value: false }],
    // Models without a place for instructions.
    ...[
      [
        'Developer instruction is not enabled for models/zeta-9',
        { systemInstruction: { parts: [{ text: 's' }] }, contents: [{ role: 'user', parts: [{ text: 'x' }] }] },
      ],
      [
        "This model doesn't support system messages. Try again without a system message.",
        { system: [{ text: 's' }], messages: [{ role: 'user', content: [{ text: 'x' }] }] },
      ],
      [
        "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
        {
          messages: [
            { role: 'system', content: 's' },
            { role: 'user', content: 'x' },
          ],
        },
      ],
      [
        'System role not supported',
        {
          messages: [
            { role: 'system', content: 's' },
            { role: 'user', content: 'x' },
          ],
        },
      ],
    ].map(([message, request]): [string, Json, ModelLimit] => [openai(message as string), request as Json, { kind: 'no-instructions' }]),
    ...(
      [
        [openai('Invalid', 'tools.1.type', 'invalid_string'), 'web_search'],
        [openai('Only `type:"function"` tools are supported on this endpoint.', 'tools[2].type'), 'image_generation'],
        [openai("Hosted tool 'image_generation' is not supported with zeta-9."), 'image_generation'],
        [openai("'type' of tool must be 'function'"), 'web_search'],
        [anthropic("tools.1: Input tag 'web_search' found using 'type' does not match any of the expected tags: 'custom'"), 'web_search'],
      ] as const
    ).map(([body, type]): [string, Json, ModelLimit] => [
      body,
      { tools: [...tools, { type: 'web_search' }, { type: 'image_generation' }] },
      { kind: 'tool-type', type },
    ]),
    [JSON.stringify({ error: '"zeta" does not support thinking' }), { think: true }, { kind: 'without', path: 'think' }],
    [JSON.stringify({ error: '"zeta" does not support parameter "think"' }), { think: true }, { kind: 'without', path: 'think' }],
    [JSON.stringify({ detail: 'Unknown parameter "verbosity".' }), { verbosity: 'low' }, { kind: 'without', path: 'verbosity' }],
    // A request that thinks, or a model as such, has to stream.
    [
      openai('<400> InternalError.Algo.InvalidParameter: parameter.enable_thinking must be set to false for non-streaming calls'),
      {},
      { kind: 'streams-to-think' },
    ],
    [openai('parameter.enable_thinking必须设置为false才能进行非流式调用'), { enable_thinking: true }, { kind: 'streams-to-think' }],
    [openai('enable thinking can not be support when `stream=False`.'), { enable_thinking: false }, { kind: 'streams' }],
    [
      JSON.stringify({ errors: { message: 'enable thinking can not be support when stream=False' }, request_id: 'r' }),
      { stream: false },
      { kind: 'streams-to-think' },
    ],
    [
      openai('This model only support stream mode, please enable the stream parameter to access the model.'),
      { stream: false },
      { kind: 'streams' },
    ],
    [JSON.stringify({ detail: 'Stream must be set to true' }), {}, { kind: 'streams' }],
    // A call cannot be forced.
    ...(
      [
        'The tool_choice parameter does not support being set to required or object in thinking mode',
        "tool_choice 'specified' is incompatible with thinking enabled",
        'Thinking mode does not support this tool_choice',
        'deepseek-reasoner does not support this tool_choice',
        'invalid params, tool_choice only support auto or none (2013)',
        'tool_choice参数非法，目前仅支持auto',
        'Tool choice must be auto',
        "Unsupported tool_choice: type='function' function=ChoiceObjectFunction(name='f'). Expected 'auto' or 'none'.",
        '`tool_choice` must either be "auto" or "none".',
        "No endpoints found that support the provided 'tool_choice' value. To learn more about provider routing, visit: https://example.com/docs",
      ] as const
    ).map((message): [string, Json, ModelLimit] => [
      openai(message),
      { tool_choice: { type: 'function', function: { name: 'f' } }, tools },
      { kind: 'value', path: 'tool_choice', value: 'auto' },
    ]),
    // Thoughts of earlier calls are missing.
    ...[
      'thinking is enabled but reasoning_content is missing in assistant tool call message at index 7',
      passedBack,
      'The `content[].thinking` in the thinking mode must be passed back to the API.',
    ].map((message): [string, Json, ModelLimit] => [openai(message), { messages: [] }, { kind: 'thoughts-back' }]),
    // Switches of hosts, and what one vendor alone has.
    [openai('The value of the enable_thinking parameter is restricted to True.'), { enable_thinking: false }, without('enable_thinking')],
    [
      openai('Json mode response is not supported when enable_thinking is true'),
      { enable_thinking: true, response_format: { type: 'json_object' } },
      { kind: 'exclusive', kept: 'response_format', left: 'enable_thinking' },
    ],
    [
      JSON.stringify({ code: 20015, message: 'Value error, current model does not support parameter `enable_thinking`.', data: null }),
      { enable_thinking: false },
      without('enable_thinking'),
    ],
    [
      openai('The thinking_budget parameter must be a positive integer and not greater than 38912'),
      { thinking_budget: 100_000 },
      { kind: 'at-most', path: 'thinking_budget', most: 38_912 },
    ],
    [
      JSON.stringify({ code: 20015, message: 'thinking_budget must be greater than 128 and less than 32768' }),
      { thinking_budget: 64 },
      without('thinking_budget'),
    ],
    [openai('invalid temperature: only 1 is allowed for this model'), { temperature: 0.2 }, without('temperature')],
    [
      openai('invalid thinking: only type=enabled is allowed for this model'),
      { thinking: { type: 'disabled' } },
      { kind: 'thinking-type', type: 'disabled' },
    ],
    ...['invalid params, MiniMax-M3.1-Flash requires adaptive thinking (2013)', 'MiniMax-M3.1-Flash requires adaptive thinking'].map(
      (message): [string, Json, ModelLimit] => [openai(message), { thinking: { type: 'disabled' } }, { kind: 'mandatory' }],
    ),
    [openai('thinking.type only supports enabled'), { thinking: { type: 'disabled' } }, { kind: 'thinking-type', type: 'disabled' }],
    [
      openai('"thinking.type.between_tools" is not supported for this model.'),
      { thinking: { type: 'between_tools' } },
      { kind: 'thinking-type', type: 'between_tools' },
    ],
    [openai('thinking.type: deep is unknown'), { thinking: { type: 'deep' } }, { kind: 'not', path: 'thinking.type', value: 'deep' }],
    [
      openai('tool_choice: type "tool" and "any" are not supported for this model.'),
      { max_tokens: 9, thinking: { type: 'between_tools' }, tools: [{ name: 'f' }], tool_choice: { type: 'tool', name: 'f' } },
      { kind: 'value', path: 'tool_choice', value: 'auto' },
    ],
    [openai("property 'disable_reasoning' is unsupported"), { disable_reasoning: true }, without('disable_reasoning')],
    [openai('reasoning_format is not supported with this model'), { reasoning_format: 'parsed' }, without('reasoning_format')],
    [openai("Extra inputs are not permitted, field: 'store', value: False"), { store: false }, without('store')],
    [
      JSON.stringify({ message: "body.prompt_cache_key: property 'body.prompt_cache_key' is unsupported", param: 'prompt_cache_key' }),
      { prompt_cache_key: 'k' },
      without('prompt_cache_key'),
    ],
    [
      JSON.stringify([{ error: { code: 400, message: 'Invalid JSON payload received. Unknown name "store": Cannot find field.' } }]),
      { store: false },
      without('store'),
    ],
    [
      JSON.stringify({
        error: { message: 'invalid input error', details: [{ type: 'extra_forbidden', loc: ['body', 'store'], msg: 'Extra inputs' }] },
      }),
      { store: true },
      without('store'),
    ],
    [
      openai("`service_tier`: value is not one of the allowed values ['auto','on_demand','flex','performance',null]"),
      { service_tier: 'priority' },
      without('service_tier'),
    ],
    [JSON.stringify({ detail: 'Unsupported parameter: temperature' }), { temperature: 1 }, without('temperature')],
    [JSON.stringify({ detail: 'Unsupported parameter: max_output_tokens' }), { max_output_tokens: 1 }, without('max_output_tokens')],
    [
      openai("Unsupported parameter: 'text.verbosity' is not supported with this model.", 'text.verbosity'),
      { text: { verbosity: 'low' } },
      without('text.verbosity'),
    ],
    [openai("Unknown parameter: 'client_metadata'.", 'client_metadata'), { client_metadata: { a: 'b' } }, without('client_metadata')],
    [anthropic('context_management: Extra inputs are not permitted'), { context_management: {} }, without('context_management')],
    [anthropic('speed: Extra inputs are not permitted'), { speed: 'fast' }, without('speed')],
    [
      anthropic('max_tokens: 64000 > 32000, which is the maximum allowed number of output tokens for zeta-9'),
      { max_tokens: 64_000 },
      { kind: 'at-most', path: 'max_tokens', most: 32_000 },
    ],
    [
      openai(
        'max_tokens is too large: 32000. This model supports at most 16384 completion tokens, whereas you provided 32000.',
        'max_tokens',
      ),
      { max_completion_tokens: 32_000 },
      { kind: 'at-most', path: 'max_completion_tokens', most: 16_384 },
    ],
    [
      openai('<400> InternalError.Algo.InvalidParameter: Range of max_tokens should be [1, 8192]'),
      { max_tokens: 30_000 },
      { kind: 'at-most', path: 'max_tokens', most: 8192 },
    ],
    [
      openai(
        '`max_tokens` must be less than or equal to `8192`, the maximum value for `max_tokens` is less than the `context_window` for this model',
      ),
      { max_tokens: 30_000 },
      { kind: 'at-most', path: 'max_tokens', most: 8192 },
    ],
    [
      JSON.stringify({ message: 'The maximum tokens you requested exceeds the model limit of 8192. Try again with a lower value.' }),
      { inferenceConfig: { maxTokens: 9000 } },
      { kind: 'at-most', path: 'inferenceConfig.maxTokens', most: 8192 },
    ],
    [
      openai(
        'Unable to submit request because it has a maxOutputTokens value of 100000 but the supported range is from 1 (inclusive) to 65537 (exclusive).',
      ),
      { generationConfig: { maxOutputTokens: 100_000 } },
      { kind: 'at-most', path: 'generationConfig.maxOutputTokens', most: 65_536 },
    ],
    ...[
      openai('This response_format type is unavailable now'),
      'Failed to deserialize the JSON body into the target type: response_format: response_format.type `json_schema` is unavailable now at line 1 column 9',
      openai("'response_format.type' : value is not one of the allowed values ['text','json_object']"),
    ].map((body): [string, Json, ModelLimit] => [body, { response_format: { type: 'json_schema' } }, { kind: 'no-schema' }]),
    [
      JSON.stringify({ error: "Invalid tool_choice type: 'object'. Supported string values: none, auto, required" }),
      { tool_choice: { type: 'function', function: { name: 'f' } } },
      { kind: 'value', path: 'tool_choice', value: 'required' },
    ],
    [
      JSON.stringify({ error: 'think value "low" is not supported for this model' }),
      { think: 'low' },
      { kind: 'value', path: 'think', value: true },
    ],
    [
      JSON.stringify({ code: 'invalid-argument', error: 'Model zeta-9 does not support parameter reasoningEffort.' }),
      { reasoning: { effort: 'high' } },
      without('reasoning.effort'),
    ],
    [
      JSON.stringify({ message: "This model doesn't support the temperature field. Remove temperature and try again." }),
      { inferenceConfig: { temperature: 1 } },
      without('inferenceConfig.temperature'),
    ],
    [
      JSON.stringify({
        error: {
          message: 'Provider returned error',
          code: 400,
          metadata: { raw: openai("Unsupported parameter: 'temperature' is not supported with this model.", 'temperature') },
        },
      }),
      { temperature: 1 },
      without('temperature'),
    ],
    [
      JSON.stringify({ error: { message: 'Provider returned error', metadata: { raw: "Unsupported parameter: 'temperature'" } } }),
      { temperature: 1 },
      without('temperature'),
    ],
    [
      JSON.stringify({ error: { cause: openai("Unsupported value: 'temperature'", 'temperature'), message: '模型服务调用失败' } }),
      { temperature: 1 },
      without('temperature'),
    ],
    ...(
      [
        [anthropic('tools.0.custom.eager_input_streaming: Extra inputs are not permitted'), 'eager_input_streaming'],
        [anthropic('tools.1.custom.strict: Extra inputs are not permitted'), 'strict'],
        [anthropic('system.0.cache_control.ephemeral.scope: Extra inputs are not permitted'), 'cache_control.scope'],
        [anthropic('messages.0.content.0.cache_control.ephemeral.ttl: Extra inputs are not permitted'), 'cache_control.ttl'],
        [anthropic('messages.0.content.0.text.cache_control: Extra inputs are not permitted'), 'cache_control'],
        [
          openai(
            "'messages.2' : for 'role:assistant' the following must be satisfied[('messages.2' : property 'reasoning_content' is unsupported)]",
          ),
          'reasoning_content',
        ],
        [openai("'messages.2' : property 'reasoning_text' is unsupported"), 'reasoning_text'],
        [openai("Unknown parameter: 'messages[1].reasoning_opaque'.", 'messages[1].reasoning_opaque'), 'reasoning_opaque'],
        [
          JSON.stringify({
            detail: [
              { type: 'extra_forbidden', loc: ['body', 'messages', 2, 'assistant', 'refusal'], msg: 'Extra inputs are not permitted' },
            ],
          }),
          'refusal',
        ],
        [openai("Unknown parameter: 'messages[1].annotations'.", 'messages[1].annotations'), 'annotations'],
        [openai("Unknown parameter: 'input[2].content[0].parsed'.", 'input[2].content[0].parsed'), 'parsed'],
        [openai("Unknown parameter: 'input[3].parsed_arguments'.", 'input[3].parsed_arguments'), 'parsed_arguments'],
        [anthropic('messages.1.content.1.tool_use.index: Extra inputs are not permitted'), 'index'],
        [
          JSON.stringify({
            message:
              'Malformed input request: #/messages/6/content/0: extraneous key [cachePoint] is not permitted, please reformat your input.',
          }),
          'cachePoint',
        ],
        [JSON.stringify({ message: 'You invoked an unsupported model or your request did not allow prompt caching.' }), 'cachePoint'],
      ] as const
    ).map(([body, field]): [string, Json, ModelLimit] => [body, { messages: [] }, { kind: 'nested', field }]),
    ...(
      [
        ["Invalid 'temperature': decimal above maximum value. Expected a value <= 2, but got 2.5 instead.", 2.5],
        ['temperature: Input should be less than or equal to 1', 1.5],
        ['Input validation error: `temperature` must be strictly positive', 0],
        ['Input validation error: `temperature` must be > 0.0 and < 1.0', 1],
        ['temperature 参数非法，取值范围是：(0.0,1.0)', 1],
      ] as const
    ).map(([message, value]): [string, Json, ModelLimit] => [
      openai(message, 'temperature'),
      { temperature: value },
      { kind: 'not', path: 'temperature', value },
    ]),
    [
      anthropic('`top_p` must be greater than or equal to 0.95 or unset when thinking is enabled or in adaptive mode.'),
      { top_p: 0.9 },
      without('top_p'),
    ],
    [
      JSON.stringify({
        error: { code: 400, message: 'The thinking budget 30000 is invalid. Please choose a value between 512 and 24576.' },
      }),
      { generationConfig: { thinkingConfig: { thinkingBudget: 30_000 } } },
      { kind: 'at-most', path: 'generationConfig.thinkingConfig.thinkingBudget', most: 24_576 },
    ],
    [
      JSON.stringify({
        detail: 'body -> stop\n  Extra inputs are not permitted (type=extra_forbidden)\nbody -> n\n  Extra inputs',
        status: 422,
      }),
      { stop: ['x'], n: 1 },
      without('stop'),
    ],
    [
      JSON.stringify({ error: 'body -> presence_penalty\n  Extra inputs are not permitted (type=extra_forbidden)' }),
      { presence_penalty: 0 },
      without('presence_penalty'),
    ],
    [
      JSON.stringify({ message: 'Validation: Unsupported parameter(s): reasoning_budget', type: 'Bad Request', code: 400 }),
      { reasoning_budget: 9 },
      without('reasoning_budget'),
    ],
    [openai('Unrecognized request argument supplied: reasoning'), { reasoning: { effort: 'low' } }, without('reasoning')],
    [
      openai("Unsupported parameter: 'reasoning.effort' is not supported with this model.", 'reasoning.effort'),
      { reasoning: { effort: 'low', summary: 'auto' } },
      without('reasoning.effort'),
    ],
    [
      openai(
        '{"message":"messages.0.content.3.text.cache_control.ephemeral.ttl: Extra inputs are not permitted"}. Received \n    Model Group=m',
      ),
      { messages: [] },
      { kind: 'nested', field: 'cache_control.ttl' },
    ],
    [
      openai('Your organization must be verified to stream this model.', 'stream', 'unsupported_value'),
      { stream: true },
      { kind: 'whole' },
    ],
    [openai('Unrecognized request argument supplied: stream_options'), { stream: true, stream_options: {} }, without('stream_options')],
    [openai('Encrypted content is not supported with this model.', 'include'), { include: ['x'] }, without('include')],
    [
      openai("Tool choices other than 'auto' are not supported with model 'zeta-9'.", 'tool_choice'),
      { tool_choice: 'required' },
      { kind: 'value', path: 'tool_choice', value: 'auto' },
    ],
    [
      JSON.stringify({ error: "'response_format.type' must be 'json_schema' or 'text'" }),
      { response_format: { type: 'json_object' } },
      { kind: 'schema-only' },
    ],
    [anthropic('output_config: Extra inputs are not permitted'), { output_config: { effort: 'low' } }, without('output_config')],
    [
      anthropic('output_config.format: Extra inputs are not permitted'),
      { output_config: { effort: 'low', format: {} } },
      without('output_config.format'),
    ],
    [
      anthropic("thinking: Input tag 'adaptive' found using 'type' does not match any of the expected tags: 'disabled', 'enabled'"),
      { thinking: { type: 'adaptive' } },
      { kind: 'thinking-type', type: 'adaptive' },
    ],
    [
      JSON.stringify({ message: "The model returned the following errors: thinking.type: Input should be 'disabled' or 'enabled'" }),
      { additionalModelRequestFields: { thinking: { type: 'adaptive' } } },
      { kind: 'thinking-type', type: 'adaptive' },
    ],
    [
      JSON.stringify({
        message: "This model doesn't support the toolConfig.toolChoice.any field. Remove toolConfig.toolChoice.any and try again.",
      }),
      { toolConfig: { toolChoice: { any: {} } } },
      without('toolConfig.toolChoice'),
    ],
    [
      JSON.stringify({ error: { message: 'Thinking_config.include_thoughts is only enabled when thinking is enabled.' } }),
      { generationConfig: { thinkingConfig: { includeThoughts: true } } },
      without('generationConfig.thinkingConfig.includeThoughts'),
    ],
    [
      openai(JSON.stringify({ error: { code: 400, message: "Unknown parameter: 'seed'", status: 'INVALID_ARGUMENT' } })),
      { seed: 1 },
      without('seed'),
    ],
  ])('%s', (body, request, limit) => expect(readRefusal(body, request)).toEqual(limit))

  test.each<[string, string, Json]>([
    ["a client's own type of tools", openai('Invalid', 'tools.0.type'), { tools: [{ type: 'custom' }] }],
    [
      'a tool beside another setting',
      openai("Hosted tool 'web_search' is not supported with reasoning effort 'minimal'.", 'tools[0].type'),
      { tools: [{ type: 'web_search' }] },
    ],
    ['a schema of a tool', openai('tools.0.custom.input_schema.type: Field required, invalid'), { tools: [{ type: 'web_search' }] }],
    [
      'a context that is too long',
      openai("This model's maximum context length is 8192 tokens. Reduce max_tokens.", 'messages'),
      { temperature: 1 },
    ],
    [
      'a limit of tokens in a sentence',
      openai('The prompt is too long: it cannot exceed the max tokens of the context.'),
      { max_tokens: 9 },
    ],
    [
      'a fault in the conversation',
      JSON.stringify({ detail: [{ loc: ['body', 'messages', 0, 'name'], msg: 'invalid' }] }),
      { temperature: 1, messages: [] },
    ],
    ['what the request does not have', openai("Unsupported parameter: 'temperature'.", 'temperature'), { top_p: 1 }],
    [
      'a message of the user',
      openai("Invalid 'messages[0].content': string too long.", 'messages[0].content'),
      { temperature: 1, messages: [] },
    ],
    ['a seal', anthropic('messages.1.content.0: Invalid `signature` in `thinking` block'), { thinking: { type: 'enabled' } }],
    [
      'a place in the conversation',
      anthropic('messages.3.content.0.type: Expected `thinking`, but found `text`. Thinking must be on.'),
      { thinking: { type: 'enabled' } },
    ],
    [
      'an address that a client chose',
      openai("Failed to download image from 'http://a.test/unsupported: temperature'."),
      { temperature: 1, messages: [{ content: [{ image_url: { url: 'http://a.test/unsupported: temperature' } }] }] },
    ],
    [
      'the beginning of a quoted text',
      openai('Refused by a filter: "Unsupported parameter: max_tokens. I as…"'),
      { max_tokens: 9, messages: [{ content: 'Unsupported parameter: max_tokens. I ask you to' }] },
    ],
    [
      'a quoted name',
      openai("No such user: 'unknown parameter: temperature'."),
      { temperature: 1, user: 'unknown parameter: temperature' },
    ],
    ['a tool', openai("Invalid schema for function 'stop': not valid.", 'tools[0].function.parameters'), { tools, temperature: 1 }],
    ['a word of everyday language', openai('The conversation must not stop here, which is invalid.'), { stop: ['x'] }],
    ['an effort in a sentence', openai('The priority "high" is invalid, it must be one of urgent, low.'), { reasoning_effort: 'high' }],
    ['nothing at all', '<html>Bad Request</html>', { temperature: 1 }],
    [
      'another setting, beside thinking',
      openai('Range of n should be [1, 1] when enable_thinking is true'),
      { n: 2, enable_thinking: true },
    ],
    ['a stream that is one', openai('This model only support stream mode'), { stream: true }],
    [
      'a choice of an unknown tool',
      openai('The tool specified in `tool_choice` must be one of the `tools`: auto_run.'),
      { tool_choice: { type: 'function', function: { name: 'f' } }, tools },
    ],
    ['a call that is not forced', openai('Thinking mode does not support this tool_choice'), { tool_choice: 'none', tools }],
    ['modes that exclude each other', openai('json mode cannot be combined with tool/function calling'), { response_format: {}, tools }],
    ['no refusal', openai('temperature is fine'), { temperature: 1 }],
    [
      'a prompt and an answer that are too long together',
      openai("'max_tokens' is too large: 9000. This model's maximum context length is 8192 tokens and your request has 100 input tokens."),
      { max_tokens: 9000 },
    ],
    [
      'a prompt beside an answer',
      anthropic('input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length or `max_tokens`'),
      { max_tokens: 200_000 },
    ],
    ['a number that the request does not exceed', anthropic('max_tokens: 64000 > 32000'), { max_tokens: 100 }],
    [
      'a schema with a fault',
      openai("Invalid schema for response_format 'o': 'additionalProperties' is required to be false.", 'response_format'),
      { response_format: { type: 'json_schema' } },
    ],
    [
      'a limit of output that is too low',
      openai("Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16, but got 5 instead.", 'max_output_tokens'),
      { max_output_tokens: 5 },
    ],
    [
      'a value of a wrong type',
      openai("Invalid type for 'temperature': expected a decimal, but got a string instead.", 'temperature', 'invalid_type'),
      { temperature: '1' },
    ],
    [
      'a budget that leaves no room',
      anthropic('`max_tokens` must be greater than `thinking.budget_tokens`. Please consult our documentation.'),
      { thinking: { type: 'enabled', budget_tokens: 4000 }, max_tokens: 2000 },
    ],
    [
      'a budget that is too small',
      anthropic('thinking.enabled.budget_tokens: Input should be greater than or equal to 1024'),
      { thinking: { type: 'enabled', budget_tokens: 500 } },
    ],
    [
      'several instructions in a row',
      openai('Multiple system messages are not supported.'),
      {
        messages: [
          { role: 'system', content: 's' },
          { role: 'user', content: 'x' },
        ],
      },
    ],
    [
      'instructions that a filter refuses',
      openai('Your system prompt is not allowed by our safety policy.'),
      {
        messages: [
          { role: 'system', content: 's' },
          { role: 'user', content: 'x' },
        ],
      },
    ],
    ['instructions that are absent', openai('System role not supported'), { messages: [{ role: 'user', content: 'x' }] }],
    ['a user that may not come in', openai('user is not allowed to call this model'), { user: 'x' }],
    ['a kind of thinking between calls', anthropic('Interleaved thinking is not supported.'), { thinking: { type: 'adaptive' } }],
    ['a switch under a condition', openai('store must be set to false when background is set'), { store: true }],
    ['a switch that is off', openai('Store must be set to false'), { store: false }],
    ['a message without an end', openai(`temperature is not supported ${'x'.repeat(5000)}`, 'temperature'), { temperature: 1 }],
  ])('%s sets no limit', (_, body, request) => expect(readRefusal(body, request)).toBeUndefined())
})
