import type { Part } from '@reason/core'
import { createFrameDecoder } from '@reason/core/framing'
import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../src/index.ts'
import { body, chunk, codesOf, readBody, readDone, resultOf } from './chunks.ts'

const readSse = (text: string): Part[] => {
  const reader = openaiChat().createReader()
  const decoder = createFrameDecoder('sse')
  return [...[...decoder.push(text), ...decoder.end()].flatMap((frame) => reader.pushFrame(frame)), ...reader.end()]
}
const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

describe('bodies that are errors', () => {
  const rows: [name: string, value: unknown, expected: { message: string; code?: string | number; status?: number }][] = [
    [
      'OpenAI',
      { error: { message: 'no', type: 'invalid_request_error', param: null, code: 'bad' } },
      { message: 'no', code: 'bad', status: 400 },
    ],
    [
      'without a code',
      { error: { message: 'no', type: 'invalid_request_error', code: null } },
      { message: 'no', code: 'invalid_request_error', status: 400 },
    ],
    [
      'OpenAI, a failure of its own',
      { error: { message: 'no', type: 'server_error', code: 'server_error' } },
      { message: 'no', code: 'server_error' },
    ],
    [
      'OpenAI, about a parameter',
      { error: { message: 'no', type: null, param: 'temperature', code: 'unsupported_value' } },
      { message: 'no', code: 'unsupported_value', status: 400 },
    ],
    ['llama-server', { error: { code: 400, message: 'no', type: 'invalid_request_error' } }, { message: 'no', code: 400, status: 400 }],
    [
      'Groq, in a stream',
      { error: { message: 'no', code: 'tool_use_failed', status_code: 400 } },
      { message: 'no', code: 'tool_use_failed', status: 400 },
    ],
    ['Azure, a status as a text', { error: { code: '429', message: 'no' } }, { message: 'no', code: '429', status: 429 }],
    ['a bare string', { error: 'no' }, { message: 'no' }],
    ['vLLM', { object: 'error', message: 'no', type: 'BadRequestError', code: 400 }, { message: 'no', code: 400, status: 400 }],
    ['vLLM, without a code', { object: 'error', message: 'no', type: 'BadRequestError' }, { message: 'no', code: 'BadRequestError' }],
    ['MiniMax', { base_resp: { status_code: 1008, status_msg: 'no' } }, { message: 'no', code: 1008 }],
    ['a web framework', { detail: 'Not Found' }, { message: 'Not Found' }],
    ['a proxy', { message: 'no', code: 401 }, { message: 'no', code: 401, status: 401 }],
    [
      'Google, in an array',
      [{ error: { code: 400, message: 'no', status: 'INVALID_ARGUMENT' } }],
      { message: 'no', code: 400, status: 400 },
    ],
    ['a message that is no string', { error: { message: { text: 'no' } } }, { message: '{"text":"no"}' }],
    ['no message', { error: { code: 7 } }, { message: '{"code":7}', code: 7 }],
  ]

  test.each(rows)('%s', (_, value, expected) => {
    const parts = readBody(value)
    expect(parts.map(({ type }) => type)).toEqual(['error', 'finish', 'end'])
    expect(resultOf(parts).errors).toEqual([{ ...expected, native: expect.anything() }])
    expect(resultOf(parts).finish).toEqual({ reason: 'error' })
    // The same as a frame of a stream.
    expect(resultOf(readDone([chunk({ content: 'a' }), value])).errors).toHaveLength(1)
  })
})

test('a status of success is no error', () => {
  expect(resultOf(readBody(body({ content: 'a' }, 'stop', { base_resp: { status_code: 0, status_msg: '' }, error: null }))).errors).toEqual(
    [],
  )
})

describe('failures inside a stream', () => {
  const failure = { error: { message: 'broke', type: 'server_error', code: 500 } }

  test.each([
    ['a data frame', data(failure)],
    ['a data frame and [DONE]', `${data(failure)}data: [DONE]\n\n`],
    ['an event named error', `event: error\n${data(failure)}`],
    ['an event named error without the wrapping', `event: error\n${data(failure.error)}`],
    ['the field error of older llama-servers', `error: ${JSON.stringify(failure.error)}\n\ndata: [DONE]\n\n`],
  ])('%s: what came before still counts', (_, tail) => {
    const parts = readSse(data(chunk({ reasoning_content: 'r' })) + tail)
    expect(resultOf(parts)).toMatchObject({
      reasoning: 'r',
      finish: { reason: 'error' },
      errors: [{ message: 'broke', code: 500, status: 500 }],
      closed: false,
    })
    expect(codesOf(parts)).toEqual([])
    expect(parts.at(-1)).toEqual({ type: 'end' })
  })

  test('an event named error that is no JSON', () => {
    expect(resultOf(readSse('event: error\ndata: upstream gone\n\n')).errors).toEqual([
      { message: 'upstream gone', native: 'upstream gone' },
    ])
  })

  test('a body that is an error where a stream was asked for', () => {
    expect(resultOf(readSse(JSON.stringify(failure, null, 2))).errors).toMatchObject([{ message: 'broke' }])
  })

  test('with usage in the same frame, after a finish that stays what it was', () => {
    const usage = { prompt_tokens: 43, completion_tokens: 10, total_tokens: 53 }
    const parts = readDone([
      chunk({ reasoning: 'r' }, 'length'),
      chunk({ content: '' }, null, { error: { code: 400, message: 'Token limit reached' }, usage }),
    ])
    expect(resultOf(parts)).toMatchObject({
      finish: { reason: 'reasoning-exhausted', native: 'length' },
      errors: [{ message: 'Token limit reached', code: 400, status: 400 }],
      usage: { raw: usage },
    })
  })

  test('of one choice', () => {
    const parts = readBody({
      ...body({ content: 'a' }),
      choices: [{ index: 1, message: { content: 'a' }, finish_reason: 'error', error: { code: 502, message: 'gone' } }],
    })
    expect(resultOf(parts, 1)).toMatchObject({
      errors: [{ message: 'gone', code: 502, status: 502 }],
      finish: { reason: 'error', native: 'error' },
    })
  })

  test('of Groq, in its own field', () => {
    expect(
      resultOf(readDone([chunk({ content: 'a' }), chunk({}, null, { x_groq: { id: 'x', error: 'over capacity' } })])).errors,
    ).toMatchObject([{ message: 'over capacity' }])
  })
})

describe('a written error', () => {
  const typeOf = (native: unknown): unknown => {
    const frames = openaiChat()
      .createWriter()
      .push({ type: 'error', error: { message: 'broke', native } })
    return (JSON.parse(frames[0]!.data) as { error: { type: string } }).error.type
  }

  test.each([
    ['the type of the error', { type: 'server_error', message: 'broke' }, 'server_error'],
    ['not that of an event of Responses', { type: 'error', message: 'broke', sequence_number: 4 }, 'upstream_error'],
    ['not that of an event which has an error in it', { type: 'message-end', delta: { error: 'broke' } }, 'upstream_error'],
    ['none', 'broke', 'upstream_error'],
  ])('bears %s', (_, native, type) => expect(typeOf(native)).toBe(type))
})
