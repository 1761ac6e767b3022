import { reasonOf } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { openaiChat, openaiResponses } from '../src/index.ts'

const use = [openaiChat(), openaiResponses()]

/** What stands in the result of each client below. */
const result = {
  reasoning: '2+2',
  answer: 'Four.',
  calls: [['call_1', 'add', '{"firstNumber":2}']],
  finish: 'tool-calls',
  tokens: [5, 9, 4],
}

async function read(source: object) {
  const { reasoning, answer, toolCalls, finish, usage, warnings } = await reasonOf(source, { use }).result()
  return {
    reasoning,
    answer,
    calls: toolCalls.map((call) => [call.id, call.name, call.arguments]),
    finish: finish?.reason,
    tokens: [usage?.input?.value, usage?.output?.value, usage?.reasoning?.value],
    ...(warnings.length > 0 && { warnings }),
  }
}

const call = (args: string) => ({ id: 'call_1', type: 'function', index: 0, function: { name: 'add', arguments: args } })
const usage = { promptTokens: 5, completionTokens: 9, totalTokens: 14, completionTokensDetails: { reasoningTokens: 4 } }
const chunk = (delta: object, finishReason: string | null = null) => ({ id: 'c', model: 'm', choices: [{ index: 0, delta, finishReason }] })
const thought = (text: string) => [{ type: 'thinking', thinking: [{ type: 'text', text }] }]
const chunks = (reasoning: (text: string) => object) => [
  chunk({ role: 'assistant', ...reasoning('2') }),
  chunk(reasoning('+2')),
  chunk({ content: 'Four.' }),
  chunk({ toolCalls: [call('{"firstNumber":2}')] }),
  chunk({}, 'tool_calls'),
  { id: 'c', model: 'm', choices: [], usage },
]
const body = (message: object) => ({
  id: 'c',
  model: 'm',
  choices: [{ index: 0, message: { role: 'assistant', toolCalls: [call('{"firstNumber":2}')], ...message }, finishReason: 'tool_calls' }],
  usage,
})

describe('what official clients yield', () => {
  test.each<[string, object]>([
    ["events of Mistral's client, each in `data`", chunks((text) => ({ content: thought(text) })).map((data) => ({ data }))],
    ["a whole answer of Mistral's client", body({ content: [...thought('2+2'), { type: 'text', text: 'Four.' }] })],
    [
      "events of OpenRouter's client",
      chunks((text) => ({ reasoning: text, reasoningDetails: [{ type: 'reasoning.text', text, index: 0 }] })),
    ],
    [
      "a whole answer of OpenRouter's client",
      body({ content: 'Four.', reasoning: '2+2', reasoningDetails: [{ type: 'reasoning.text', text: '2+2', index: 0 }] }),
    ],
  ])('is read as Chat Completions: %s', async (_, source) => expect(await read(source)).toEqual(result))

  const item = (outputIndex: number, value: object) => [
    { type: 'response.output_item.added', outputIndex, sequenceNumber: 1, item: { ...value, status: 'in_progress' } },
    { type: 'response.output_item.done', outputIndex, sequenceNumber: 2, item: { ...value, status: 'completed' } },
  ]
  const reasoning = { type: 'reasoning', id: 'r', summary: [], content: [{ type: 'reasoning_text', text: '2+2' }] }
  const message = { type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: 'Four.', annotations: [] }] }
  const added = { type: 'function_call', id: 'f', callId: 'call_1', name: 'add', arguments: '{"firstNumber":2}' }
  const response = {
    id: 'resp_1',
    object: 'response',
    createdAt: 1,
    model: 'm',
    status: 'completed',
    output: [reasoning, message, added],
    usage: { inputTokens: 5, outputTokens: 9, totalTokens: 14, outputTokensDetails: { reasoningTokens: 4 } },
  }

  test.each<[string, object]>([
    [
      'events',
      [
        { type: 'response.created', sequenceNumber: 0, response: { ...response, status: 'in_progress', output: [], usage: null } },
        ...item(0, reasoning),
        ...item(1, message),
        ...item(2, added),
        { type: 'response.completed', sequenceNumber: 9, response },
      ],
    ],
    ['a whole response', response],
  ])("is read as Responses: %s of OpenRouter's client", async (_, source) => expect(await read(source)).toEqual(result))
})

test('an event with choices of its own is no event in `data`', async () => {
  const { answer } = await reasonOf([{ data: { choices: [] }, choices: [{ index: 0, delta: { content: 'A' }, finish_reason: 'stop' }] }], {
    use,
  }).result()
  expect(answer).toBe('A')
})

describe('a piece of an answer that an application passes on is read as Chat Completions, if no other format is expected', () => {
  const message = { role: 'assistant', content: 'Four.', reasoning_content: '2+2' }
  test.each<[string, object, string]>([
    ['a message', message, 'unknown'],
    [
      'a message with its calls',
      { ...message, tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }] },
      'unknown',
    ],
    ['a choice', { index: 0, message, finish_reason: 'length' }, 'length'],
    [
      'choices of a stream',
      [
        { index: 0, delta: message },
        { index: 0, delta: {}, finish_reason: 'stop' },
      ],
      'stop',
    ],
  ])('%s', async (_, source, reason) =>
    expect(await reasonOf(source, { use: [openaiChat()] }).result()).toMatchObject({
      reasoning: '2+2',
      answer: 'Four.',
      finish: { reason },
    }),
  )

  test.each<[string, object]>([
    ['an event of Messages', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', content: 'Four.' } }],
    ['a message of Messages', { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'Four.' }] }],
    ['a message of the user', { role: 'user', content: 'Four.' }],
    ['an event of Ollama', { message, done: true }],
  ])('not %s', async (_, source) =>
    expect(await reasonOf(source, { use: [openaiChat()] }).result()).toMatchObject({
      answer: '',
      warnings: [{ code: 'unknown-event' }, {}],
    }),
  )

  test('with several formats, the error shows it', async () =>
    await expect(reasonOf(message, { use }).result()).rejects.toThrow(/None of the wire formats.*"content":"Four\."/))
})
