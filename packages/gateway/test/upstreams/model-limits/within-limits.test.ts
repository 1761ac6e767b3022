import { describe, expect, test } from 'vitest'
import type { ModelLimit } from '@reason/gateway-api'
import { withinLimits } from '../../../src/upstreams/model-limits/within-limits.ts'
import type { Json } from '../../../src/json.ts'

const tools = [{ type: 'function' }]
const off = { thinking: { type: 'disabled' } }

describe('a request within the limits of its model', () => {
  const within = (json: Json, ...limits: ModelLimit[]): Json => withinLimits(json, 'zeta-9', limits).json
  const efforts: ModelLimit = { kind: 'efforts', efforts: ['low', 'high'] }
  const noDisabled: ModelLimit = { kind: 'thinking-type', type: 'disabled' }

  test.each<[string, Json, ModelLimit[], Json]>([
    [
      'thinks the least where it may not be off',
      { ...off, max_tokens: 9 },
      [noDisabled, efforts],
      { max_tokens: 9, output_config: { effort: 'low' } },
    ],
    ['thinks as it does where no effort is known', off, [noDisabled], {}],
    [
      'thinks as it does on Converse, and forces no tool',
      { additionalModelRequestFields: off, toolConfig: { tools, toolChoice: { any: {} } } },
      [noDisabled],
      { toolConfig: { tools, toolChoice: { auto: {} } } },
    ],
    [
      'forces no tool on Converse',
      { toolConfig: { tools, toolChoice: { tool: { name: 'f' } } } },
      [{ kind: 'value', path: 'tool_choice', value: 'auto' }],
      { toolConfig: { tools, toolChoice: { auto: {} } } },
    ],
    [
      'turns thinking off by the type that the model has for it',
      { ...off, output_config: { effort: 'low' } },
      [{ ...noDisabled, instead: 'between_tools' }, efforts],
      { thinking: { type: 'between_tools' }, output_config: { effort: 'low' } },
    ],
    [
      'turns thinking off by the usual type where the model has no other',
      { thinking: { type: 'between_tools' } },
      [{ kind: 'thinking-type', type: 'between_tools' }],
      { thinking: { type: 'disabled' } },
    ],
    [
      'leaves out thinking of a model that has neither type for off',
      { thinking: { type: 'between_tools' } },
      [noDisabled, { kind: 'thinking-type', type: 'between_tools' }],
      {},
    ],
    [
      'has the nearest effort for each refused one, and keeps the others',
      { reasoning_effort: 'max' },
      [
        { kind: 'not', path: 'reasoning_effort', value: 'xhigh' },
        { kind: 'not', path: 'reasoning_effort', value: 'max' },
      ],
      { reasoning_effort: 'high' },
    ],
    [
      'keeps an effort beside a refused one',
      { reasoning_effort: 'low' },
      [{ kind: 'not', path: 'reasoning_effort', value: 'max' }],
      { reasoning_effort: 'low' },
    ],
    [
      'keeps an effort that is refused only without thinking',
      { output_config: { effort: 'xhigh' } },
      [{ kind: 'not', path: 'output_config.effort', value: 'xhigh', withoutThinking: true }],
      { output_config: { effort: 'xhigh' } },
    ],
    [
      'follows the refusal, which is newer than the model list',
      { reasoning_effort: 'high' },
      [efforts, { kind: 'efforts', efforts: ['low', 'medium'] }],
      { reasoning_effort: 'medium' },
    ],
    [
      'is not made to call a tool while it thinks',
      { ...off, tools, tool_choice: { type: 'tool', name: 'f' } },
      [noDisabled],
      { tools, tool_choice: { type: 'auto' } },
    ],
    [
      'has an effort for a budget',
      { thinking: { type: 'enabled', budget_tokens: 2000, display: 'omitted' } },
      [{ kind: 'thinking-type', type: 'enabled' }, efforts],
      { thinking: { type: 'adaptive', display: 'omitted' }, output_config: { effort: 'low' } },
    ],
    [
      'has a budget where it does not adapt, that leaves room for the answer',
      { thinking: { type: 'adaptive' }, max_tokens: 4000 },
      [{ kind: 'thinking-type', type: 'adaptive' }],
      { thinking: { type: 'enabled', budget_tokens: 3200 }, max_tokens: 4000 },
    ],
    [
      'has none where there is no room',
      { thinking: { type: 'adaptive' }, max_tokens: 1000 },
      [{ kind: 'thinking-type', type: 'adaptive' }],
      { max_tokens: 1000 },
    ],
    ['has the nearest effort', { reasoning_effort: 'max' }, [efforts], { reasoning_effort: 'high' }],
    ['thinks the least where there is no word for off', { reasoning_effort: 'none' }, [efforts], { reasoning_effort: 'low' }],
    [
      'is off where the list has a word for it',
      { reasoning: { effort: 'none' } },
      [{ kind: 'efforts', efforts: ['none', 'high'] }],
      { reasoning: { effort: 'none' } },
    ],
    [
      'has no effort for off where only that word is refused',
      { reasoning_effort: 'none' },
      [{ kind: 'not', path: 'reasoning_effort', value: 'none' }],
      {},
    ],
    [
      'thinks the least where off is refused, and a list is known',
      { reasoning_effort: 'none' },
      [{ kind: 'not', path: 'reasoning_effort', value: 'none' }, efforts],
      { reasoning_effort: 'low' },
    ],
    ['keeps the effort that there is', { reasoning: { effort: 'low' } }, [efforts], { reasoning: { effort: 'low' } }],
    ['thinks the least at a router', { reasoning: { effort: 'none' } }, [efforts, { kind: 'mandatory' }], { reasoning: { effort: 'low' } }],
    ['is not switched off at a router', { reasoning: { enabled: false } }, [{ kind: 'mandatory' }], {}],
    ['lacks a setting', { temperature: 1, top_p: 1 }, [{ kind: 'without', path: 'temperature' }], { top_p: 1 }],
    [
      'has a setting by its other name',
      { max_tokens: 5 },
      [{ kind: 'renamed', path: 'max_tokens', to: 'max_completion_tokens' }],
      { max_completion_tokens: 5 },
    ],
    ['has one of two', { temperature: 1, top_p: 1 }, [{ kind: 'exclusive', kept: 'temperature', left: 'top_p' }], { temperature: 1 }],
    [
      'does not think where a tool is forced',
      { thinking: { type: 'adaptive' }, tool_choice: { type: 'tool', name: 'f' } },
      [{ kind: 'exclusive', kept: 'tool_choice', left: 'thinking' }],
      { tool_choice: { type: 'tool', name: 'f' } },
    ],
    [
      'does not think where any tool is forced, in the words of OpenAI',
      { thinking: { type: 'adaptive' }, tool_choice: 'required' },
      [{ kind: 'exclusive', kept: 'tool_choice', left: 'thinking' }],
      { tool_choice: 'required' },
    ],
    [
      'thinks where none is',
      { thinking: { type: 'adaptive' }, tool_choice: { type: 'auto' } },
      [{ kind: 'exclusive', kept: 'tool_choice', left: 'thinking' }],
      { thinking: { type: 'adaptive' }, tool_choice: { type: 'auto' } },
    ],
    [
      'has no budget of zero',
      { generationConfig: { temperature: 1, thinkingConfig: { thinkingBudget: 0 } } },
      [{ kind: 'mandatory' }],
      { generationConfig: { temperature: 1 } },
    ],
    ['has the other where it has only that', { top_p: 1 }, [{ kind: 'exclusive', kept: 'temperature', left: 'top_p' }], { top_p: 1 }],
    [
      'without tools thinks',
      { reasoning_effort: 'high' },
      [{ kind: 'value', path: 'reasoning_effort', value: 'none', withTools: true }],
      { reasoning_effort: 'high' },
    ],
    [
      'with tools does not',
      { reasoning_effort: 'high', tools },
      [{ kind: 'value', path: 'reasoning_effort', value: 'none', withTools: true }],
      { reasoning_effort: 'none', tools },
    ],
    [
      'has no JSON of Gemini beside tools, and no schema',
      { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: {}, topK: 1 }, tools },
      [{ kind: 'without', path: 'generationConfig.responseMimeType', withTools: true }],
      { generationConfig: { topK: 1 }, tools },
    ],
    [
      'has JSON of Gemini without tools',
      { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: {} } },
      [{ kind: 'without', path: 'generationConfig.responseMimeType', withTools: true }],
      { generationConfig: { responseMimeType: 'application/json', responseJsonSchema: {} } },
    ],
    ['lacks a value', { temperature: 2.5 }, [{ kind: 'not', path: 'temperature', value: 2.5 }], {}],
    ['keeps another value', { temperature: 1 }, [{ kind: 'not', path: 'temperature', value: 2.5 }], { temperature: 1 }],
    ['is as long as its model allows', { max_tokens: 9000 }, [{ kind: 'at-most', path: 'max_tokens', most: 8192 }], { max_tokens: 8192 }],
    ['is as short as it was', { max_tokens: 90 }, [{ kind: 'at-most', path: 'max_tokens', most: 8192 }], { max_tokens: 90 }],
    [
      'thinks less than it may write',
      { max_tokens: 64_000, thinking: { type: 'enabled', budget_tokens: 32_000 } },
      [{ kind: 'at-most', path: 'max_tokens', most: 8192 }],
      { max_tokens: 8192, thinking: { type: 'enabled', budget_tokens: 6553 } },
    ],
    [
      'does not think where it may write little',
      { max_tokens: 64_000, thinking: { type: 'enabled', budget_tokens: 32_000 } },
      [{ kind: 'at-most', path: 'max_tokens', most: 1000 }],
      { max_tokens: 1000 },
    ],
    [
      'asks for JSON in place of a schema',
      { messages: [{ role: 'user', content: 'Write Json.' }], response_format: { type: 'json_schema' } },
      [{ kind: 'no-schema' }],
      { messages: [{ role: 'user', content: 'Write Json.' }], response_format: { type: 'json_object' } },
    ],
    [
      'asks for no JSON where the prompt does not',
      { messages: [{ role: 'user', content: 'x' }], response_format: { type: 'json_schema' } },
      [{ kind: 'no-schema' }],
      { messages: [{ role: 'user', content: 'x' }] },
    ],
    [
      'has its instructions in its first message',
      {
        messages: [
          { role: 'system', content: 's' },
          { role: 'user', content: 'x' },
          { role: 'developer', content: [{ type: 'text', text: 't' }] },
        ],
      },
      [{ kind: 'no-instructions' }],
      { messages: [{ role: 'user', content: 's\n\nt\n\nx' }] },
    ],
    [
      'has them in a part of its own, as Converse writes it',
      { system: [{ text: 's' }, { cachePoint: { type: 'default' } }], messages: [{ role: 'user', content: [{ text: 'x' }] }] },
      [{ kind: 'no-instructions' }],
      { messages: [{ role: 'user', content: [{ text: 's' }, { text: 'x' }] }] },
    ],
    [
      'has them in a typed part beside an image',
      {
        messages: [
          { role: 'system', content: 's' },
          { role: 'user', content: [{ type: 'image_url' }] },
        ],
      },
      [{ kind: 'no-instructions' }],
      { messages: [{ role: 'user', content: [{ type: 'text', text: 's' }, { type: 'image_url' }] }] },
    ],
    [
      'has them as Gemini writes it',
      { systemInstruction: { parts: [{ text: 's' }] }, contents: [{ parts: [{ text: 'x' }] }] },
      [{ kind: 'no-instructions' }],
      { contents: [{ parts: [{ text: 's' }, { text: 'x' }] }] },
    ],
    [
      'keeps instructions before a message that is not of the user',
      {
        messages: [
          { role: 'system', content: 's' },
          { role: 'assistant', content: 'x' },
        ],
      },
      [{ kind: 'no-instructions' }],
      {
        messages: [
          { role: 'system', content: 's' },
          { role: 'assistant', content: 'x' },
        ],
      },
    ],
    ['is not stored', {}, [{ kind: 'value', path: 'store', value: false }], { store: false }],
    [
      'offers the tool alone that it names',
      { tool_choice: { type: 'function', function: { name: 'f' } }, tools: [{ function: { name: 'f' } }, { function: { name: 'g' } }] },
      [{ kind: 'value', path: 'tool_choice', value: 'required' }],
      { tool_choice: 'required', tools: [{ function: { name: 'f' } }] },
    ],
    [
      'has no field that is refused in its tools',
      { tools: [{ name: 'f', strict: true, input_schema: { strict: 1 } }, { function: { strict: true, parameters: { strict: 1 } } }] },
      [{ kind: 'nested', field: 'strict' }],
      { tools: [{ name: 'f', input_schema: { strict: 1 } }, { function: { parameters: { strict: 1 } } }] },
    ],
    [
      'has no field that is refused in its marks',
      {
        system: [{ text: 'S', cache_control: { type: 'ephemeral', ttl: '1h' } }],
        messages: [
          { content: [{ type: 'tool_result', content: [{ cache_control: { type: 'ephemeral', ttl: '1h' } }] }] },
          { content: 'x' },
        ],
      },
      [{ kind: 'nested', field: 'cache_control.ttl' }],
      {
        system: [{ text: 'S', cache_control: { type: 'ephemeral' } }],
        messages: [{ content: [{ type: 'tool_result', content: [{ cache_control: { type: 'ephemeral' } }] }] }, { content: 'x' }],
      },
    ],
    [
      'has no field that is refused in its messages',
      { messages: [{ role: 'assistant', content: 'a', reasoning: 'r' }], reasoning: { effort: 'low' }, tools: [{ reasoning: 1 }] },
      [{ kind: 'nested', field: 'reasoning' }],
      { messages: [{ role: 'assistant', content: 'a' }], reasoning: { effort: 'low' }, tools: [{ reasoning: 1 }] },
    ],
    [
      'has nothing that a library parsed, in any API of OpenAI',
      {
        messages: [{ role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: '{}', parsed_arguments: {} } }] }],
        input: [{ type: 'function_call', arguments: '{"parsed_arguments":1}', parsed_arguments: {} }],
      },
      [{ kind: 'nested', field: 'parsed_arguments' }],
      {
        messages: [{ role: 'assistant', tool_calls: [{ function: { name: 'f', arguments: '{}' } }] }],
        input: [{ type: 'function_call', arguments: '{"parsed_arguments":1}' }],
      },
    ],
    [
      'has no cache points, and no block in their place',
      {
        messages: [{ content: [{ toolResult: { content: [{ text: 'r' }, { cachePoint: {} }] } }, { text: '' }, { cachePoint: {} }] }],
        toolConfig: { tools: [{ toolSpec: {} }, { cachePoint: {} }] },
      },
      [{ kind: 'nested', field: 'cachePoint' }],
      { messages: [{ content: [{ toolResult: { content: [{ text: 'r' }] } }, { text: '' }] }], toolConfig: { tools: [{ toolSpec: {} }] } },
    ],
    [
      'offers no tools of a refused type',
      { tools: [...tools, { type: 'web_search' }], tool_choice: { type: 'web_search' } },
      [{ kind: 'tool-type', type: 'web_search' }],
      { tools },
    ],
    [
      'forces no tool if none is left',
      { tools: [{ type: 'web_search' }], tool_choice: 'required' },
      [{ kind: 'tool-type', type: 'web_search' }],
      {},
    ],
    [
      'keeps its arguments',
      { messages: [{ content: [{ input: { ttl: 1 } }] }] },
      [{ kind: 'nested', field: 'cache_control.ttl' }],
      { messages: [{ content: [{ input: { ttl: 1 } }] }] },
    ],
    ['is answered as a whole', { stream: true, stream_options: {} }, [{ kind: 'whole' }], { stream: false }],
    [
      'is answered as a whole with tools',
      { stream: true, toolConfig: { tools } },
      [{ kind: 'whole', withTools: true }],
      { stream: false, toolConfig: { tools } },
    ],
    ['is streamed without tools', { stream: true, tools: [] }, [{ kind: 'whole', withTools: true }], { stream: true, tools: [] }],
    ['is answered as a whole as it was', { stream_options: {} }, [{ kind: 'whole' }], { stream_options: {} }],
    [
      'asks for JSON with a schema',
      { response_format: { type: 'json_object' } },
      [{ kind: 'schema-only' }],
      { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' } } } },
    ],
    [
      'thinks with a budget in Converse',
      { inferenceConfig: { maxTokens: 4000 }, additionalModelRequestFields: { thinking: { type: 'adaptive' } } },
      [{ kind: 'thinking-type', type: 'adaptive' }],
      { inferenceConfig: { maxTokens: 4000 }, additionalModelRequestFields: { thinking: { type: 'enabled', budget_tokens: 3200 } } },
    ],
    ['thinks without a grade', { think: 'low' }, [{ kind: 'value', path: 'think', value: true }], { think: true }],
    ['does not think without a grade', { think: false }, [{ kind: 'value', path: 'think', value: true }], { think: false }],
    ['streams, and is collected', {}, [{ kind: 'streams' }], { stream: true }],
    ['streams as it did', { stream: true }, [{ kind: 'streams' }], { stream: true }],
    ['streams to think', { enable_thinking: true }, [{ kind: 'streams-to-think' }], { enable_thinking: true, stream: true }],
    [
      'streams to think with an effort',
      { reasoning_effort: 'low', stream: false },
      [{ kind: 'streams-to-think' }],
      { reasoning_effort: 'low', stream: true },
    ],
    [
      'does not think where no thinking is asked for',
      { reasoning_effort: 'none' },
      [{ kind: 'streams-to-think' }],
      { reasoning_effort: 'none', enable_thinking: false },
    ],
    [
      'does not think in several answers',
      { enable_thinking: true, n: 2 },
      [{ kind: 'streams-to-think' }],
      { enable_thinking: false, n: 2 },
    ],
    ['thinks in streams', { stream: true }, [{ kind: 'streams-to-think' }], { stream: true }],
    [
      'is not made to call a tool, in the words of OpenAI',
      { tool_choice: 'required', tools },
      [{ kind: 'value', path: 'tool_choice', value: 'auto' }],
      { tool_choice: 'auto', tools },
    ],
    [
      'is not made to call a tool, in the words of Anthropic',
      { tool_choice: { type: 'any' }, tools },
      [{ kind: 'value', path: 'tool_choice', value: 'auto' }],
      { tool_choice: { type: 'auto' }, tools },
    ],
    [
      'has another effort, in the words of Anthropic',
      { output_config: { effort: 'high' }, tool_choice: { type: 'any' }, tools },
      [{ kind: 'value', path: 'output_config.effort', value: 'low', withTools: true }],
      { output_config: { effort: 'low' }, tool_choice: { type: 'any' }, tools },
    ],
    [
      'calls none where none is to be called',
      { tool_choice: 'none', tools },
      [{ kind: 'value', path: 'tool_choice', value: 'auto' }],
      { tool_choice: 'none', tools },
    ],
    [
      'does not think where its answer is JSON',
      { enable_thinking: true, response_format: {} },
      [{ kind: 'exclusive', kept: 'response_format', left: 'enable_thinking' }],
      { enable_thinking: false, response_format: {} },
    ],
    [
      'has a blank block of thinking before each call that had none',
      {
        messages: [
          { role: 'assistant', content: [{ type: 'tool_use' }] },
          { role: 'assistant', content: [{ type: 'redacted_thinking' }, { type: 'tool_use' }] },
          { role: 'assistant', content: [{ type: 'text' }] },
          { role: 'user', content: 'x' },
        ],
      },
      [{ kind: 'thoughts-back' }],
      {
        messages: [
          { role: 'assistant', content: [{ type: 'thinking', thinking: ' ', signature: '' }, { type: 'tool_use' }] },
          { role: 'assistant', content: [{ type: 'redacted_thinking' }, { type: 'tool_use' }] },
          { role: 'assistant', content: [{ type: 'text' }] },
          { role: 'user', content: 'x' },
        ],
      },
    ],
    [
      'has a blank thought with each answer beside a call',
      { messages: [{ role: 'assistant', tool_calls: [{}] }, { role: 'tool' }, { role: 'assistant', content: 'Seen.' }] },
      [{ kind: 'thoughts-back' }],
      {
        messages: [
          { role: 'assistant', tool_calls: [{}], reasoning_content: ' ' },
          { role: 'tool' },
          { role: 'assistant', content: 'Seen.', reasoning_content: ' ' },
        ],
      },
    ],
    [
      'does not think where it continues an answer',
      { messages: [{ role: 'assistant', content: 'The' }], chat_template_kwargs: { a: 1 } },
      [{ kind: 'exclusive', kept: 'prefill', left: 'chat_template_kwargs.enable_thinking' }],
      { messages: [{ role: 'assistant', content: 'The' }], chat_template_kwargs: { a: 1, enable_thinking: false } },
    ],
    [
      'thinks where it continues no answer',
      {
        messages: [
          { role: 'assistant', content: 'The' },
          { role: 'user', content: 'x' },
        ],
      },
      [{ kind: 'exclusive', kept: 'prefill', left: 'chat_template_kwargs.enable_thinking' }],
      {
        messages: [
          { role: 'assistant', content: 'The' },
          { role: 'user', content: 'x' },
        ],
      },
    ],
    [
      'clears no thoughts beside no thinking',
      { thinking: { type: 'disabled' }, context_management: { edits: [] } },
      [{ kind: 'exclusive', kept: 'no thinking', left: 'context_management' }],
      { thinking: { type: 'disabled' } },
    ],
    [
      'clears thoughts while it thinks',
      { thinking: { type: 'adaptive' }, context_management: { edits: [] } },
      [{ kind: 'exclusive', kept: 'no thinking', left: 'context_management' }],
      { thinking: { type: 'adaptive' }, context_management: { edits: [] } },
    ],
    [
      'has no effort in place of an unknown word',
      { reasoning_effort: 'ultra' },
      [{ kind: 'not', path: 'reasoning_effort', value: 'ultra' }],
      {},
    ],
    ['has no effort in place of null', { reasoning_effort: null }, [{ kind: 'not', path: 'reasoning_effort', value: null }], {}],
    [
      'has no blank thought where thinking is off',
      { messages: [{ role: 'assistant', tool_calls: [{}] }], thinking: { type: 'disabled' } },
      [{ kind: 'thoughts-back' }],
      { messages: [{ role: 'assistant', tool_calls: [{}] }], thinking: { type: 'disabled' } },
    ],
    [
      'has a blank thought with each call that had none',
      { messages: [{ role: 'assistant', tool_calls: [{}] }, { role: 'assistant', tool_calls: [{}], reasoning_content: 'T' }, {}] },
      [{ kind: 'thoughts-back' }],
      {
        messages: [
          { role: 'assistant', tool_calls: [{}], reasoning_content: ' ' },
          { role: 'assistant', tool_calls: [{}], reasoning_content: 'T' },
          {},
        ],
      },
    ],
  ])('%s', (_, json, limits, expected) => {
    expect(within(json, ...limits)).toEqual(expected)
    expect(withinLimits(json, 'zeta-9', limits).notes.length > 0).toBe(JSON.stringify(json) !== JSON.stringify(expected))
  })

  test('notes have our own wording', () => {
    expect(withinLimits(off, 'zeta-9', [noDisabled, efforts]).notes).toEqual([
      'zeta-9 always thinks: thinking was left out.',
      'zeta-9 always thinks: output_config.effort is "low".',
    ])
  })
})
