import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { isRequest, requestFormat } from '../src/request-format.ts'

const user = { role: 'user', content: 'hello' }
const call = (args: unknown) => ({ id: 'c', type: 'function', function: { name: 'f', arguments: args } })

describe('the format of a request, by its shape', () => {
  it.each<[string, object, string | undefined]>([
    ['plain messages', { messages: [user, { role: 'assistant', content: 'hi' }] }, 'openai-chat'],
    ['a field for reasoning', { messages: [user, { role: 'assistant', content: null, reasoning_content: 'a' }] }, 'openai-chat'],
    ['calls with their arguments as text', { messages: [{ role: 'assistant', tool_calls: [call('{}')] }] }, 'openai-chat'],
    [
      'thinking parts that are lists',
      { messages: [{ role: 'assistant', content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'a' }] }] }] },
      'openai-chat',
    ],
    ['calls with their arguments as a value', { messages: [{ role: 'assistant', tool_calls: [call({})] }] }, undefined],
    [
      'thinking that several formats write so',
      { messages: [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'a' }] }] },
      undefined,
    ],
    [
      'thinking with a signature',
      { messages: [{ role: 'assistant', content: [{ type: 'thinking', thinking: 'a', signature: 'b' }] }] },
      'anthropic-messages',
    ],
    ['a system text beside the messages', { system: 'be brief', messages: [user] }, 'anthropic-messages'],
    ['a thinking budget', { messages: [user], thinking: { type: 'enabled', budget_tokens: 1024 } }, 'anthropic-messages'],
    ['thinking that is only switched on', { messages: [user], thinking: { type: 'enabled' } }, 'openai-chat'],
    ['thinking as a text of its own', { messages: [user, { role: 'assistant', content: '', thinking: 'a' }] }, 'ollama'],
    ['a tool plan', { messages: [user, { role: 'assistant', tool_plan: 'a' }] }, 'cohere'],
    [
      'pieces without a type',
      { messages: [{ role: 'user', content: [{ text: 'hello' }] }], system: [{ text: 'be brief' }] },
      'bedrock-converse',
    ],
    ['contents', { contents: [{ role: 'user', parts: [{ text: 'hello' }] }] }, 'gemini'],
    ['items', { input: [user, { type: 'reasoning', summary: [], encrypted_content: 'a' }] }, 'openai-responses'],
    ['steps', { input: [{ type: 'user_input', content: [] }] }, 'gemini-interactions'],
    ['an input of which nothing is known', { input: 'hello', model: 'm' }, undefined],
    ['signs of two formats', { messages: [user], system: 'be brief', keep_alive: 5 }, undefined],
    ['messages that are none', { messages: 'hello' }, undefined],
    ['content of odd types', { messages: [{ content: [null, 1, 'text', []] }] }, undefined],
    ['nothing', {}, undefined],
  ])('%s', (_, body, format) => {
    expect(requestFormat(body as Record<string, unknown>)).toBe(format)
  })

  it.skipIf(shared === undefined)(`is right for every recorded request${shared === undefined ? ` (${sharedMissing})` : ''}`, () => {
    const rows = readFileSync(sharedPath('captures', 'index.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; api: string; request?: string })
    const wrong = rows.flatMap(({ id, api, request }) => {
      if (request === undefined) return []
      const body = JSON.parse(readFileSync(sharedPath('captures', ...request.split('/')), 'utf8')) as Record<string, unknown>
      const guessed = requestFormat(body)
      return guessed === api || (guessed === 'openai-chat' && isPlain(body)) ? [] : [`${id}: ${guessed}`]
    })
    expect(rows.length).toBeGreaterThan(200)
    expect(wrong).toEqual([])
  })
})

/** Nothing but what a user said: that reads alike in several formats. */
const isPlain = ({ messages }: Record<string, unknown>): boolean =>
  Array.isArray(messages) && messages.every((message: { role: string }) => message.role === 'user')

it.each<[string, object, boolean]>([
  ['messages for a model', { model: 'm', messages: [user] }, true],
  ['a prompt for a model', { model: 'm', prompt: 'Hi' }, true],
  ['signs of a format that names the model elsewhere', { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] }, true],
  ['messages alone, which a model may have been asked for', { messages: [user] }, false],
  ['a model without a question', { model: 'T', input: { kind: 'disk' } }, false],
  ['anything else', { a: 1 }, false],
])('tells a request from other objects: %s', (_, body, expected) => {
  expect(isRequest(body as Record<string, unknown>)).toBe(expected)
})
