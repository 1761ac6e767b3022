import type { Frame } from '@reason/core/wire'
import { describe, expect, test } from 'vitest'
import { codesOf, delta, messageStart, read, readBody, readFrames, resultOf } from './events.ts'

const throttled = { message: 'Too many requests' }

describe('exceptions in a stream', () => {
  const rows: [name: string, frame: Frame, expected: Record<string, unknown>][] = [
    [
      'throttling',
      { event: 'throttlingException', data: JSON.stringify(throttled) },
      { message: 'Too many requests', code: 'throttlingException', status: 429, native: throttled },
    ],
    [
      'of the model, with its own status',
      { event: 'modelStreamErrorException', data: '{"message":"m","originalMessage":"o","originalStatusCode":500}' },
      { message: 'm', code: 'modelStreamErrorException', status: 500 },
    ],
    ['unknown ones', { event: 'novelException', data: '{"message":"m"}' }, { message: 'm', code: 'novelException' }],
    [
      'without a payload that is JSON',
      { event: 'internalServerException', data: 'broke' },
      { message: 'broke', code: 'internalServerException', status: 500 },
    ],
    ['without a message', { event: 'validationException', data: '{}' }, { message: '{}', code: 'validationException', status: 400 }],
    [
      'of the framing itself',
      { event: 'error', data: '{"code":"InternalFailure","message":"m"}' },
      { message: 'm', code: 'internalFailure' },
    ],
  ]
  test.each(rows)('%s', (_, frame, expected) => {
    const parts = readFrames([
      { event: 'messageStart', data: '{"role":"assistant"}' },
      { event: 'contentBlockDelta', data: '{"contentBlockIndex":0,"delta":{"text":"half"}}' },
      frame,
    ])
    expect(resultOf(parts)).toMatchObject({ answer: 'half', errors: [expected], finish: { reason: 'error' } })
    expect(codesOf(parts)).toEqual([])
  })

  test('as objects with one field', () => {
    const parts = read([messageStart, delta(0, { text: 'half' }), { throttlingException: throttled }])
    expect(resultOf(parts)).toMatchObject({
      answer: 'half',
      errors: [{ code: 'throttlingException', status: 429 }],
      finish: { reason: 'error' },
    })
  })

  test('as the official client throws them', () => {
    const thrown = Object.assign(new Error('Too many requests'), {
      name: 'ThrottlingException',
      $fault: 'client',
      $metadata: { httpStatusCode: 429 },
    })
    expect(resultOf(read([thrown])).errors).toMatchObject([{ message: 'Too many requests', code: 'throttlingException', status: 429 }])
  })
})

describe('error bodies', () => {
  const rows: [name: string, body: unknown, expected: Record<string, unknown>][] = [
    ['a message alone', { message: 'The security token is invalid.' }, { message: 'The security token is invalid.' }],
    ['in capitals', { Message: 'User is not authorized.' }, { message: 'User is not authorized.' }],
    [
      'with the type',
      { __type: 'com.amazon.coral.service#AccessDeniedException', Message: 'no' },
      { message: 'no', code: 'accessDeniedException', status: 403 },
    ],
    [
      'with an address behind the type',
      { __type: 'ValidationException:http://internal.amazon.com/coral/', message: 'no' },
      { code: 'validationException', status: 400 },
    ],
    ['of what stands before the service', { error: { message: 'no' } }, { message: 'no' }],
  ]
  test.each(rows)('%s', (_, body, expected) => {
    expect(resultOf(readBody(body))).toMatchObject({ errors: [expected], finish: { reason: 'error' } })
  })
})
