import { describe, expect, it } from 'vitest'
import { anthropicMessages } from '../../../src/client-apis/messages/messages.ts'
import type { ClientApi } from '../../../src/client-apis/client-api.ts'
import { requestOf, type ClientRequest } from '../../../src/client-apis/client-request.ts'
import { openaiChat } from '../../../src/client-apis/chat-completions/chat-completions.ts'
import { openaiResponses } from '../../../src/client-apis/responses/responses.ts'
import { contextOf } from '../../../src/relay/attempt/stream-context.ts'

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
    ['a schema', openaiResponses, { text: { format: { type: 'json_schema', name: 'x', schema: {} } } }, { grammar: true }],
    ['functions', openaiResponses, { tools: [{ type: 'function', name: 'a' }, { type: 'web_search' }] }, { tools: ['a'] }],
  ])('%s', (_, api, request, expected) => expect(contextFor(request, api)).toEqual({ ...expected, whole: true }))
})
