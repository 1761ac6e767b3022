import type { RequestFacts } from '@reason/core/conversation'
import { describe, expect, it } from 'vitest'
import { anthropicMessages } from '../../../src/client-apis/messages/messages.ts'
import type { ClientApi } from '../../../src/client-apis/client-api.ts'
import { requestOf, type ClientRequest } from '../../../src/client-apis/client-request.ts'
import { openaiChat } from '../../../src/client-apis/chat-completions/chat-completions.ts'
import { openaiResponses } from '../../../src/client-apis/responses/responses.ts'
import { contextOf, type Answering } from '../../../src/relay/attempt/stream-context.ts'

const contextFor = (request: object, api: ClientApi = openaiChat): unknown =>
  contextOf(requestOf(api, { model: 'm', ...request }) as ClientRequest, { model: 'm' })

describe('what a request says about its answer', () => {
  it.each([
    ['a template switch', { chat_template_kwargs: { enable_thinking: false } }, { thinking: false }],
    ['another one', { chat_template_kwargs: { thinking: true } }, { thinking: true }],
    ['a switch beside the messages', { enable_thinking: false }, { thinking: false }],
    ['a typed switch', { thinking: { type: 'disabled' } }, { thinking: false }],
    ['effort none', { reasoning_effort: 'none' }, { thinking: false }],
    ['any other effort', { reasoning_effort: 'high' }, {}],
    ['an object of reasoning', { reasoning: { effort: 'none' } }, { thinking: false }],
    ['a schema', { response_format: { type: 'json_schema', json_schema: {} } }, { grammar: true }],
    ['JSON', { response_format: { type: 'json_object' } }, { grammar: true }],
    ['text', { response_format: { type: 'text' } }, {}],
    ['a grammar', { grammar: 'root ::= "a"' }, { grammar: true }],
    ['no grammar', { grammar: null }, {}],
    ['a stop sequence', { stop: 'Observation:' }, { stops: true }],
    ['a list of stop sequences', { stop: ['a', 'b'] }, { stops: true }],
    ['tokens of the engine to stop at', { stop_token_ids: [13] }, { stops: true }],
    ['a stop sequence that goes to the engine', { extra_body: { stop: 'a' } }, { stops: true }],
    ['no stop sequence', { stop: null }, {}],
    ['an empty list', { stop: [] }, {}],
    ['tools', { tools: [{ type: 'function', function: { name: 'a' } }, { name: 'b' }, {}] }, { tools: ['a', 'b'] }],
    [
      'an answer to be continued',
      {
        messages: [
          { role: 'user', content: 'Q' },
          { role: 'assistant', content: 'The' },
        ],
      },
      { prefill: 'The' },
    ],
    [
      'the same in parts',
      {
        messages: [
          {
            role: 'assistant',
            content: [
              { type: 'text', text: 'The' },
              { type: 'text', text: ' end' },
            ],
          },
        ],
      },
      { prefill: 'The end' },
    ],
    [
      'a question at the end',
      {
        messages: [
          { role: 'assistant', content: 'A' },
          { role: 'user', content: 'Q' },
        ],
      },
      {},
    ],
    ['calls at the end', { messages: [{ role: 'assistant', content: '', tool_calls: [] }] }, {}],
    ['nonsense', { messages: 'x', tools: 7, chat_template_kwargs: [], response_format: 'json' }, {}],
  ])('%s', (_, request, context) => {
    expect(contextFor(request)).toEqual({ ...context, whole: true })
  })
})

describe('what the other APIs say of it', () => {
  it.each([
    ['a budget for thinking', anthropicMessages, { thinking: { type: 'enabled', budget_tokens: 1024 } }, { thinking: true }],
    ['no thinking', anthropicMessages, { thinking: { type: 'disabled' } }, { thinking: false }],
    ['tools', anthropicMessages, { tools: [{ name: 'a', input_schema: {} }] }, { tools: ['a'] }],
    [
      'an answer to be continued',
      anthropicMessages,
      { messages: [{ role: 'assistant', content: [{ type: 'text', text: 'The' }] }] },
      { prefill: 'The' },
    ],
    [
      'a call, which is not',
      anthropicMessages,
      { messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'a', input: {} }] }] },
      {},
    ],
    ['a format', anthropicMessages, { output_config: { format: { type: 'json_schema', schema: {} } } }, { grammar: true }],
    ['effort none', openaiResponses, { reasoning: { effort: 'none' } }, { thinking: false }],
    ['stop sequences', anthropicMessages, { stop_sequences: ['Observation:'] }, { stops: true }],
    ['a schema', openaiResponses, { text: { format: { type: 'json_schema', name: 'x', schema: {} } } }, { grammar: true }],
    ['functions', openaiResponses, { tools: [{ type: 'function', name: 'a' }, { type: 'web_search' }] }, { tools: ['a'] }],
  ])('%s', (_, api, request, expected) => expect(contextFor(request, api)).toEqual({ ...expected, whole: true }))
})

describe('what counts for some answers only', () => {
  const facts = { stream: true, tools: [], choices: 1, includeUsage: false, excludesReasoning: false, json: {} }

  it.each<[string, Partial<RequestFacts>, Partial<Answering>, unknown]>([
    ['a grammar that is no JSON, where the thought may be seen', { grammar: 'other' }, {}, { grammar: true }],
    ['the same, where it may not', { grammar: 'other' }, { guarded: true }, { guarded: true }],
    ['JSON, where it may not', { grammar: 'json' }, { guarded: true }, { grammar: true, guarded: true }],
    ['a switch that the template has', { thinking: false, offFor: 'enable_thinking' }, {}, { thinking: false }],
    ['the switch of another template', { thinking: false, offFor: 'thinking' }, {}, {}],
    ['the switch of Kimi', { thinking: false, offFor: 'thinking' }, { model: 'kimi-k2' }, { thinking: false }],
    ['a setting of services, at a service', { thinking: false, offFor: 'services' }, { provider: 'openrouter' }, { thinking: false }],
    ['the same, at an engine', { thinking: false, offFor: 'services' }, { provider: 'vllm' }, {}],
    ['a switch, where the template has none', { thinking: false }, { hasSwitch: false }, {}],
  ])('%s', (_, request, answering, expected) => expect(contextOf({ ...facts, ...request }, { model: 'm', ...answering })).toEqual(expected))
})
