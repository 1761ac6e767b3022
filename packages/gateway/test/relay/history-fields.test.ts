import type { WireFormat } from '@reason/core'
import { anthropicMessages } from '@reason/providers-anthropic'
import { openaiChat, openaiResponses } from '@reason/providers-openai'
import { parsePolicyConfig } from '@reason/policy'
import { describe, expect, it } from 'vitest'
import { requestOf, type ClientRequest } from '../../src/client-apis/client-request.ts'
import { anthropicMessages as messagesClient } from '../../src/client-apis/messages/messages.ts'
import { openaiChat as chatClient } from '../../src/client-apis/chat-completions/chat-completions.ts'
import { openaiResponses as responsesClient } from '../../src/client-apis/responses/responses.ts'
import { createFormats } from '../../src/upstreams/formats.ts'
import { createChoose } from '../../src/upstreams/adapter-choice.ts'
import { createRequestWriter } from '../../src/dispatch/request/request-writer.ts'
import { apis } from '../support/apis.ts'

const { registry } = createFormats({ upstreamFormat: 'openai-chat', reasoningField: 'reasoning_content' })
const choose = createChoose(registry, { adapter: undefined, modelFamily: undefined }, parsePolicyConfig({}))

const clients = {
  chat: [openaiChat(), chatClient],
  responses: [openaiResponses(), responsesClient],
  messages: [anthropicMessages(), messagesClient],
} as const

const chat = openaiChat()
type Fields = Record<string, unknown>

/** The second message that the upstream gets. */
function sent(from: keyof typeof clients, provider: string | undefined, body: Fields): Fields {
  const [wire, client] = clients[from]
  const bytes = Buffer.from(JSON.stringify(body))
  const upstream = { address: 'http://h', provider, api: apis['openai-chat'] }
  const writer = createRequestWriter(wire as WireFormat, chat, upstream, { askUsage: true, askReasoning: undefined, splitOf: choose })
  const written = writer.write(requestOf(client, JSON.parse(String(bytes))) as ClientRequest, bytes)
  if ('status' in written) throw new Error(written.message)
  return (JSON.parse(written.body.toString()) as { messages: Fields[] }).messages[1]!
}

const tool = { type: 'function', function: { name: 'look', parameters: { type: 'object' } } }
const calls = [{ id: 'call_1', type: 'function', function: { name: 'look', arguments: '{}' } }]
const loop = (model: string, message: Fields): Fields => ({
  model,
  tools: [tool],
  messages: [
    { role: 'user', content: 'q' },
    { role: 'assistant', ...message },
    ...('tool_calls' in message ? [{ role: 'tool', tool_call_id: 'call_1', content: 'Seen.' }] : [{ role: 'user', content: 'And now?' }]),
  ],
})

const responsesLoop = (...items: Fields[]): Fields => ({
  model: 'qwen3-8b',
  tools: [{ type: 'function', name: 'look', parameters: { type: 'object' } }],
  input: [
    { role: 'user', content: 'q' },
    ...items,
    { type: 'function_call', call_id: 'call_1', name: 'look', arguments: '{}' },
    { type: 'function_call_output', call_id: 'call_1', output: 'Seen.' },
  ],
})

const messagesLoop = (...blocks: Fields[]): Fields => ({
  model: 'qwen3-8b',
  max_tokens: 100,
  tools: [{ name: 'look', input_schema: { type: 'object' } }],
  messages: [
    { role: 'user', content: 'q' },
    { role: 'assistant', content: [...blocks, { type: 'tool_use', id: 'call_1', name: 'look', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call_1', content: 'Seen.' }] },
  ],
})

describe('the history for llama.cpp', () => {
  describe('from a client of Chat Completions, which is forwarded', () => {
    it.each<[string, Fields, Fields]>([
      ['a thought in its field', { content: 'a', reasoning_content: 'r' }, { content: 'a', reasoning_content: 'r' }],
      [
        'one beside calls',
        { content: null, reasoning_content: 'r', tool_calls: calls },
        { content: null, reasoning_content: 'r', tool_calls: calls },
      ],
      [
        'white space beside calls',
        { content: '\n\n', reasoning_content: 'r', tool_calls: calls },
        { content: null, reasoning_content: 'r', tool_calls: calls },
      ],
      ['white space in a part', { content: [{ type: 'text', text: '\n' }], tool_calls: calls }, { content: null, tool_calls: calls }],
      [
        'a text beside calls',
        { content: 'I look.', reasoning_content: 'r', tool_calls: calls },
        { content: 'I look.', reasoning_content: 'r', tool_calls: calls },
      ],
      ['white space alone', { content: '\n\n' }, { content: '\n\n' }],
      ['a thought in a field of vLLM', { content: 'a', reasoning: 'r', name: 'x' }, { content: 'a', reasoning_content: 'r', name: 'x' }],
      [
        'a thought in details of a router',
        { content: null, reasoning_details: [{ type: 'reasoning.text', text: 'r' }], tool_calls: calls },
        { content: null, reasoning_content: 'r', tool_calls: calls },
      ],
      [
        'a thought in two fields, of which one is read',
        { content: 'a', reasoning: 'r', reasoning_content: 'r' },
        { content: 'a', reasoning: 'r', reasoning_content: 'r' },
      ],
      ['tags in the content', { content: '<think>\nr\n</think>\n\na' }, { content: 'a', reasoning_content: 'r' }],
      [
        'tags beside calls',
        { content: '<think>\nr\n</think>\n\n', tool_calls: calls },
        { content: null, reasoning_content: 'r', tool_calls: calls },
      ],
      [
        'tags that nothing closed, beside calls',
        { content: '<think>r', tool_calls: calls },
        { content: null, reasoning_content: 'r', tool_calls: calls },
      ],
      ['tags around nothing', { content: '<think>\n\n</think>\n\na' }, { content: 'a' }],
      ['tags behind white space', { content: '\n<think>r</think>a' }, { content: 'a', reasoning_content: 'r' }],
      [
        'a second thought, which stays text',
        { content: '<think>r</think>a<think>s</think>b' },
        { content: 'a<think>s</think>b', reasoning_content: 'r' },
      ],
      ['a tag that is mentioned', { content: 'Use <think> tags.' }, { content: 'Use <think> tags.' }],
      ['tags in code', { content: '```\n<think>x</think>\n```' }, { content: '```\n<think>x</think>\n```' }],
      ['a closing tag that is mentioned', { content: 'It ends with </think>.' }, { content: 'It ends with </think>.' }],
      [
        'tags in the content, where reasoning came in its field',
        { content: '<think> is a tag.', reasoning_content: 'r' },
        { content: '<think> is a tag.', reasoning_content: 'r' },
      ],
      ['no text', { content: '', tool_calls: calls }, { content: '', tool_calls: calls }],
    ])('%s', (_, message, expected) => {
      expect(sent('chat', 'llamacpp', loop('qwen3-8b', message))).toEqual({ role: 'assistant', ...expected })
    })

    it.each([
      ['deepseek-r1', 'r\n</think>\n\na', { content: 'a', reasoning_content: 'r' }],
      ['deepseek-r1', 'Paris.', { content: 'Paris.' }],
      ['deepseek-r1', '<think>\nr\n</think>\n\na', { content: 'a', reasoning_content: 'r' }],
      ['gpt-oss-20b', '<|channel|>analysis<|message|>r<|end|>a', { content: 'a', reasoning_content: 'r' }],
      [
        'gpt-oss-20b',
        '<|channel|>analysis<|message|>r<|end|><|start|>assistant<|channel|>final<|message|>a',
        { content: 'a', reasoning_content: 'r' },
      ],
      ['gpt-oss-20b', 'Paris.', { content: 'Paris.' }],
      ['gemma-4-27b', '<|channel>thought\nr<channel|>a', { content: 'a', reasoning_content: 'r' }],
      ['seed-oss-36b', '<seed:think>r</seed:think>a', { content: 'a', reasoning_content: 'r' }],
      ['seed-oss-36b', 'Paris.', { content: 'Paris.' }],
      ['kimi-k2-thinking', '<think>r</think>a', { content: 'a', reasoning_content: 'r' }],
      ['command-r7b', '<|START_THINKING|>r<|END_THINKING|><|START_RESPONSE|>a<|END_RESPONSE|>', { content: 'a', reasoning_content: 'r' }],
      ['local-model', '<think>r</think>a', { content: 'a', reasoning_content: 'r' }],
      ['local-model', 'Use <think> tags.', { content: 'Use <think> tags.' }],
    ])('%s: %s', (model, content, expected) => {
      expect(sent('chat', 'llamacpp', loop(model, { content }))).toEqual({ role: 'assistant', ...expected })
    })
  })

  const text = (said: string): Fields => ({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said }] })

  it.each<[string, Fields[], Fields]>([
    [
      'a thought',
      [{ type: 'reasoning', id: 'rs_1', summary: [], content: [{ type: 'reasoning_text', text: 'r' }] }],
      { content: null, reasoning_content: 'r' },
    ],
    [
      'its summary',
      [{ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'r' }] }],
      { content: null, reasoning_content: 'r' },
    ],
    ['white space', [text('\n\n')], { content: null }],
    ['a text', [text('I look.')], { content: 'I look.' }],
    ['tags in its text', [text('<think>r</think>I look.')], { content: 'I look.', reasoning_content: 'r' }],
    ['tags and no text', [text('<think>r</think>\n\n')], { content: null, reasoning_content: 'r' }],
  ])('from a client of Responses, with %s beside a call', (_, items, expected) => {
    expect(sent('responses', 'llamacpp', responsesLoop(...items))).toEqual({ role: 'assistant', ...expected, tool_calls: calls })
  })

  it.each<[string, Fields[], Fields]>([
    ['a thought', [{ type: 'thinking', thinking: 'r', signature: '' }], { content: null, reasoning_content: 'r' }],
    [
      'white space',
      [
        { type: 'thinking', thinking: 'r', signature: '' },
        { type: 'text', text: '\n\n' },
      ],
      { content: null, reasoning_content: 'r' },
    ],
    ['tags in its text', [{ type: 'text', text: '<think>r</think>I look.' }], { content: 'I look.', reasoning_content: 'r' }],
    ['a text', [{ type: 'text', text: 'I look.' }], { content: 'I look.' }],
  ])('from a client of Messages, with %s beside a call', (_, blocks, expected) => {
    expect(sent('messages', 'llamacpp', messagesLoop(...blocks))).toEqual({ role: 'assistant', ...expected, tool_calls: calls })
  })
})

describe('the history for other providers', () => {
  it.each<[string | undefined, string, Fields, Fields]>([
    [undefined, 'white space beside calls', { content: '\n\n', tool_calls: calls }, { content: null, tool_calls: calls }],
    ['vllm', 'white space beside calls', { content: '\n\n', tool_calls: calls }, { content: null, tool_calls: calls }],
    [
      'deepseek',
      'white space beside calls',
      { content: '\n\n', tool_calls: calls, reasoning_content: 'r' },
      { content: '\n\n', tool_calls: calls, reasoning_content: 'r' },
    ],
    [undefined, 'tags', { content: '<think>r</think>a' }, { content: '<think>r</think>a' }],
    ['vllm', 'tags', { content: '<think>r</think>a' }, { content: '<think>r</think>a' }],
    [undefined, 'a field of another', { content: 'a', reasoning: 'r' }, { content: 'a', reasoning: 'r' }],
    ['vllm', 'a field that it reads as well', { content: 'a', reasoning_content: 'r' }, { content: 'a', reasoning_content: 'r' }],
    [
      'vllm',
      'details of a router',
      { content: 'a', reasoning_details: [{ type: 'reasoning.text', text: 'r' }] },
      { content: 'a', reasoning: 'r' },
    ],
    ['zai', 'a field of another', { content: 'a', reasoning: 'r' }, { content: 'a', reasoning_content: 'r' }],
    [
      'openrouter',
      'details',
      { content: 'a', reasoning_details: [{ type: 'reasoning.text', text: 'r' }] },
      { content: 'a', reasoning_details: [{ type: 'reasoning.text', text: 'r' }] },
    ],
  ])('%s: %s', (provider, _, message, expected) => {
    expect(sent('chat', provider, loop('qwen3-8b', message))).toEqual({ role: 'assistant', ...expected })
  })
})
