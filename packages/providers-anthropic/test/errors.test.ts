import Anthropic from '@anthropic-ai/sdk'
import { createFrameDecoder } from '@reason/core/framing'
import { describe, expect, test } from 'vitest'
import { anthropicMessages } from '../src/index.ts'
import { codesOf, messageStart, read, readBody, resultOf, text } from './events.ts'

const overloaded = { type: 'overloaded_error', message: 'Overloaded' }

describe('what is an error', () => {
  const rows: [name: string, event: unknown, expected: Record<string, unknown>][] = [
    [
      'an event',
      { type: 'error', error: overloaded },
      { message: 'Overloaded', code: 'overloaded_error', status: 529, native: overloaded },
    ],
    [
      'a body, with the id of the request',
      { type: 'error', error: { type: 'invalid_request_error', message: 'no' }, request_id: 'req_1' },
      { message: 'no', code: 'invalid_request_error', status: 400 },
    ],
    [
      'a body without a type (llama-server)',
      { error: { code: 500, message: "'messages' is required", type: 'server_error' } },
      { message: "'messages' is required", code: 500, status: 500 },
    ],
    [
      'a cause in its details',
      { type: 'error', error: { type: 'permission_error', message: 'no', details: { error_code: 'cmek_key_disabled' } } },
      { message: 'no', code: 'cmek_key_disabled', status: 403 },
    ],
    ['a bare string', { error: 'broke' }, { message: 'broke' }],
    ['fields at the top', { type: 'error', message: 'broke' }, { message: 'broke' }],
    ['a gateway before the API', { message: 'Forbidden' }, { message: 'Forbidden' }],
    ['a framework before the API', { detail: 'Not Found' }, { message: 'Not Found' }],
    ['no message', { type: 'error', error: { type: 'api_error' } }, { message: '{"type":"api_error"}', code: 'api_error', status: 500 }],
    ['an error of the language', new TypeError('fetch failed'), { message: 'fetch failed' }],
    [
      'what the official client throws',
      new Anthropic.APIError(529, { type: 'error', error: overloaded }, undefined, new Headers()),
      { message: 'Overloaded', code: 'overloaded_error', status: 529 },
    ],
  ]
  test.each(rows)('%s', (_, event, expected) => {
    for (const parts of [read([event]), readBody(event)]) {
      expect(resultOf(parts).errors).toMatchObject([expected])
      expect(resultOf(parts).finish).toEqual({ reason: 'error' })
      expect(codesOf(parts)).toEqual([])
    }
  })
})

test('what came before an error still counts', () => {
  const parts = read([messageStart(), ...text(0, 'half an ans').slice(0, 2), { type: 'error', error: overloaded }])
  expect(resultOf(parts)).toMatchObject({ answer: 'half an ans', errors: [{ code: 'overloaded_error' }], finish: { reason: 'error' } })
  expect(parts.at(-1)).toEqual({ type: 'end' })
})

test('an error beside the content of a body', () => {
  const parts = readBody({
    id: 'm',
    type: 'message',
    role: 'assistant',
    content: [{ type: 'text', text: 'x' }],
    stop_reason: null,
    error: overloaded,
  })
  expect(resultOf(parts)).toMatchObject({ answer: 'x', errors: [{ message: 'Overloaded' }], finish: { reason: 'error' } })
})

describe('frames', () => {
  function readSse(sse: string) {
    const reader = anthropicMessages().createReader()
    const decoder = createFrameDecoder('sse')
    return [...[...decoder.push(sse), ...decoder.end()].flatMap((frame) => reader.pushFrame(frame)), ...reader.end()]
  }

  test('one named error is one, whatever is in it', () => {
    expect(resultOf(readSse('event: error\ndata: upstream timed out\n\n')).errors).toMatchObject([{ message: 'upstream timed out' }])
    expect(resultOf(readSse('event: error\ndata: {"message":"broke"}\n\n')).errors).toMatchObject([{ message: 'broke' }])
    expect(resultOf(readSse('event: error\ndata: {"reason":"x"}\n\n')).errors).toMatchObject([{ message: '{"reason":"x"}' }])
    expect(resultOf(readSse('event: error\ndata: "broke"\n\n')).errors).toMatchObject([{ message: 'broke' }])
  })

  test('the name of a frame stands in for a type that is missing', () => {
    expect(resultOf(readSse('event: content_block_delta\ndata: {"index":0,"delta":{"type":"text_delta","text":"x"}}\n\n')).answer).toBe('x')
  })

  test('what is no JSON is kept, and everything around it read', () => {
    const parts = readSse(
      'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x"}}\n\nevent: content_block_delta\ndata: {"type":"con',
    )
    expect(resultOf(parts).answer).toBe('x')
    expect(codesOf(parts)).toEqual(['invalid-json', 'missing-finish'])
  })

  test('events of other kinds are kept, and reported once for each kind', () => {
    const parts = readSse('event: news\ndata: {"type":"news","a":1}\n\nevent: news\ndata: {"type":"news","a":2}\n\n')
    expect(parts.filter(({ type }) => type === 'native')).toMatchObject([
      { event: 'news', value: { a: 1 } },
      { event: 'news', value: { a: 2 } },
    ])
    expect(codesOf(parts)).toEqual(['unknown-event', 'missing-finish'])
  })
})

describe('values of another type than the format says are kept, and reported', () => {
  const rows: [name: string, event: unknown][] = [
    ['text', { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: { a: 1 } } }],
    ['thinking', { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 7 } }],
    ['signature', { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: ['x'] } }],
    ['a delta', { type: 'content_block_delta', index: 0, delta: 'x' }],
    ['a block', { type: 'content_block_start', index: 0, content_block: 'x' }],
    ['content', { type: 'message', content: 7 }],
  ]
  test.each(rows)('%s', (_, event) => {
    const parts = read([event])
    expect(parts.filter(({ type }) => type === 'native')).toMatchObject([{ channel: 'reasoning' }])
    expect(codesOf(parts)).toContain('wrong-type')
  })
})

test('a service elsewhere that has too much to do is said to have', () => {
  const write = (error: { code?: string; status?: number }) =>
    anthropicMessages()
      .createWriter()
      .push({ type: 'error', error: { message: 'Later.', ...error } })
  expect(JSON.parse(write({ code: 'UNAVAILABLE', status: 503 })[0]!.data)).toEqual({
    type: 'error',
    error: { type: 'overloaded_error', message: 'Later.', code: 'UNAVAILABLE', details: { error_code: 'UNAVAILABLE' } },
  })
  expect(JSON.parse(write({ code: 'rate_limit_error' })[0]!.data)).toEqual({
    type: 'error',
    error: { type: 'rate_limit_error', message: 'Later.' },
  })
  expect(JSON.parse(write({ status: 408 })[0]!.data)).toMatchObject({ error: { type: 'timeout_error' } })
  // Bedrock's status for a model that failed. The request may be sent again.
  expect(JSON.parse(write({ code: 'modelStreamErrorException', status: 424 })[0]!.data)).toMatchObject({ error: { type: 'api_error' } })
  expect(JSON.parse(write({ status: 502 })[0]!.data)).toMatchObject({ error: { type: 'api_error' } })
})
