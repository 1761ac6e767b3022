import type { Part } from '@reason/core'
import type { WriterOptions } from '@reason/core/wire'
import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../src/index.ts'
import { body, readBody } from './chunks.ts'

const write = (parts: Iterable<Part>, options: WriterOptions = {}) => openaiChat().writeResponse(parts, options) as Record<string, unknown>
const rewritten = (message: unknown, finish = 'stop', options: WriterOptions = {}, rest = {}) =>
  write(readBody(body(message, finish, rest)), options)
const messageOf = (response: Record<string, unknown>) => (response['choices'] as { message: unknown }[])[0]!.message

test('a whole body', () => {
  const usage = { prompt_tokens: 1, completion_tokens: 5, total_tokens: 6, completion_tokens_details: { reasoning_tokens: 3 } }
  expect(rewritten({ role: 'assistant', reasoning_content: 'r', content: 'a' }, 'stop', {}, { usage, system_fingerprint: 'fp' })).toEqual({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'm',
    system_fingerprint: 'fp',
    choices: [{ index: 0, message: { role: 'assistant', content: 'a', reasoning_content: 'r', refusal: null }, finish_reason: 'stop' }],
    usage,
  })
})

test("xAI's counts are written as everybody else counts, its own fields kept", () => {
  const usage = {
    prompt_tokens: 10,
    completion_tokens: 5,
    total_tokens: 115,
    completion_tokens_details: { reasoning_tokens: 100, audio_tokens: 0 },
    num_sources_used: 0,
  }
  expect(rewritten({ content: 'a' }, 'stop', {}, { usage })['usage']).toEqual({ ...usage, completion_tokens: 105 })
})

test('several usages add up, with the prompt counted once', () => {
  const part = (choice: number, output: number): Part => ({
    type: 'usage',
    choice,
    usage: { input: { value: 4, source: 'reported' }, output: { value: output, source: 'reported' }, raw: null },
  })
  const parts = [...readBody(body({ content: 'a' })).slice(0, -1), part(0, 7), part(1, 5)]
  expect(write(parts)['usage']).toEqual({ prompt_tokens: 4, completion_tokens: 12, total_tokens: 16 })
})

describe('messages', () => {
  test('calls: content is null', () => {
    const tool_calls = [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }]
    expect(messageOf(rewritten({ content: '', tool_calls }, 'tool_calls'))).toEqual({
      role: 'assistant',
      content: null,
      refusal: null,
      tool_calls,
    })
  })
  test('a refusal', () =>
    expect(messageOf(rewritten({ content: null, refusal: 'no' }))).toEqual({ role: 'assistant', content: null, refusal: 'no' }))
  test('reasoning only', () =>
    expect(messageOf(rewritten({ reasoning: 'r' }))).toEqual({ role: 'assistant', content: '', reasoning_content: 'r', refusal: null }))
  test('thinking parts, in order', () => {
    const content = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'r' }] },
      { type: 'text', text: 'a' },
    ]
    expect(messageOf(rewritten({ content }, 'stop', { dialect: 'mistral' }))).toMatchObject({ content })
  })
  test('details, each text with its seal', () => {
    const reasoning_details = [
      { type: 'reasoning.text', text: 'r', format: 'unknown', index: 0 },
      { type: 'reasoning.text', text: '', signature: 'A', format: 'unknown', index: 0 },
      { type: 'reasoning.summary', summary: 's', format: 'unknown', index: 1 },
      { type: 'reasoning.encrypted', data: 'E', id: 'rs', format: 'unknown', index: 1 },
    ]
    expect(messageOf(rewritten({ content: 'a', reasoning_details }, 'stop', { dialect: 'openrouter' }))).toMatchObject({
      reasoning: 'rs',
      reasoning_details,
    })
  })
  test('native fields in their places, those that may show reasoning only when all are asked for', () => {
    const response = rewritten({ content: 'a', annotations: ['x'], musings: 'r' }, 'stop', {}, { timings: { n: 1 }, __verbose: 'r' })
    expect(response).toMatchObject({ timings: { n: 1 } })
    expect(messageOf(response)).toMatchObject({ annotations: ['x'] })
    expect(JSON.stringify(response)).not.toContain('"r"')
    expect(JSON.stringify(rewritten({ content: 'a', musings: 'r' }, 'stop', { native: 'all' }))).toContain('"musings":"r"')
  })
})

describe('failures', () => {
  test('without any text: an error body', () => {
    expect(write(readBody({ error: { message: 'no', type: 't', code: 'c' } }))).toEqual({
      error: { message: 'no', type: 't', param: null, code: 'c' },
    })
  })
  test('after text: the text, and the error beside it', () => {
    const parts: Part[] = [
      ...readBody(body({ content: 'a' }, 'error')).slice(0, -1),
      { type: 'error', error: { message: 'broke' } },
      { type: 'end' },
    ]
    expect(write(parts)).toMatchObject({
      choices: [{ message: { content: 'a' }, finish_reason: 'error' }],
      error: { message: 'broke', type: 'upstream_error' },
    })
  })
  test('nothing at all is no success', () =>
    expect(write([])).toEqual({ error: { message: expect.any(String), type: 'upstream_error', param: null, code: 'aborted' } }))
})

test('choices stand in the order of their indexes', () => {
  const of = (index: number) => ({ index, message: { content: `c${index}` }, finish_reason: 'stop' })
  const response = write(readBody({ ...body({}), choices: [of(1), of(0)] }))
  expect((response['choices'] as { index: number }[]).map(({ index }) => index)).toEqual([0, 1])
})

test('ids of calls are unique over all choices', () => {
  const tool_calls = [{ id: '', type: 'function', function: { name: 'f', arguments: '{}' } }]
  const of = (index: number) => ({ index, message: { content: null, tool_calls }, finish_reason: 'tool_calls' })
  const text = JSON.stringify(write(readBody({ ...body({}), choices: [of(0), of(1)] })))
  expect(text).toContain('"id":"call_1_0"')
  expect(text).toContain('"id":"call_1_1"')
})

test('a hidden block before the text keeps its place', () => {
  const reasoning_details = [
    { type: 'reasoning.encrypted', data: 'E', format: 'unknown', index: 0 },
    { type: 'reasoning.text', text: 'r', format: 'unknown', index: 1 },
  ]
  expect(messageOf(rewritten({ content: 'a', reasoning_details }, 'stop', { dialect: 'openrouter' }))).toMatchObject({ reasoning_details })
})

describe('what a stream says, a whole body says', () => {
  const start: Part = { type: 'start', id: 'x', model: 'm' }
  const finish: Part[] = [{ type: 'finish', reason: 'stop' }, { type: 'end' }]
  const streamed = (parts: readonly Part[], options: WriterOptions) => {
    const writer = openaiChat().createWriter(options)
    const deltas = parts.flatMap((part) => writer.push(part).map(({ data }) => data))
    return deltas
      .filter((data) => data !== '[DONE]')
      .map((data) => (JSON.parse(data) as { choices: [{ delta: unknown }] }).choices[0].delta)
  }

  test('a custom call without an input, for a client that knows functions alone, has arguments that can be parsed', () => {
    const options = { request: { functions: [{ name: 'f' }] } }
    const call: Part[] = [
      { type: 'tool-call-start', call: 0, id: 'c', name: 'f', contentType: 'custom' },
      { type: 'tool-call-end', call: 0, boundary: 'wire' },
    ]
    const parts = [start, ...call, ...finish]
    expect(streamed(parts, options)).toContainEqual({ function_call: { arguments: '{}' } })
    expect(messageOf(write(parts, options))).toMatchObject({ function_call: { name: 'f', arguments: '{}' } })
  })

  test('a client that knows only functions gets one call, without native fields', () => {
    const warned: string[] = []
    const options: WriterOptions = {
      request: { functions: [{ name: 'f' }] },
      native: 'all',
      onWarning: ({ message }) => void warned.push(message),
    }
    const call = (number: number): Part[] => [
      { type: 'tool-call-start', call: number, id: `c${number}`, name: `f${number}` },
      { type: 'native', wire: 'openai-chat', event: 'call.extra', item: number, value: 1 },
      { type: 'tool-call-delta', call: number, text: `{"n":${number}}` },
      { type: 'tool-call-end', call: number, boundary: 'wire' },
    ]
    const parts = [start, ...call(0), ...call(1), ...finish]
    const said = [{ function_call: { name: 'f0', arguments: '' } }, { function_call: { arguments: '{"n":0}' } }]
    expect(streamed(parts, options).slice(1, -1)).toEqual(said)
    expect(messageOf(write(parts, options))).toEqual({
      role: 'assistant',
      content: null,
      refusal: null,
      function_call: { name: 'f0', arguments: '{"n":0}' },
    })
    expect(warned).toEqual([expect.stringContaining('a second call'), expect.stringContaining('a second call')])
  })

  test('a thought about a refusal is no refusal', () => {
    const block = { block: 0, channel: 'reasoning' } as const
    const thought: Part[] = [
      { type: 'block-start', ...block, kind: 'refusal' },
      { type: 'delta', ...block, text: 'r' },
      { type: 'block-end', ...block, boundary: 'wire' },
    ]
    const parts = [start, ...thought, ...finish]
    expect(JSON.stringify(streamed(parts, {}))).not.toContain('refusal')
    expect(messageOf(write(parts))).toEqual({ role: 'assistant', content: '', reasoning_content: 'r', refusal: null })
  })

  test('a refusal without a text gets one', () => {
    const block = { block: 0, channel: 'answer' } as const
    const parts: Part[] = [
      start,
      { type: 'block-start', ...block, kind: 'refusal' },
      { type: 'delta', ...block, text: '' },
      { type: 'block-end', ...block, boundary: 'wire' },
      { type: 'finish', reason: 'refusal', refusal: { category: 'bio' } },
      { type: 'end' },
    ]
    const refusal = 'The model refused to answer (category: bio).'
    expect(streamed(parts, {})).toContainEqual({ refusal })
    expect(messageOf(write(parts))).toMatchObject({ content: null, refusal })
  })
})
