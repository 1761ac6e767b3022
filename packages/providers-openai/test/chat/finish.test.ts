import type { FinishReason } from '@reason/core/parts'
import { describe, expect, test } from 'vitest'
import { body, chunk, codesOf, read, readBody, readDone, resultOf, wire } from './chunks.ts'

describe('native words', () => {
  const rows: [native: string, reason: FinishReason, category?: string][] = [
    ['stop', 'stop'],
    ['length', 'length'],
    ['model_length', 'length'],
    ['content-filter', 'content-filter'],
    ['tool-calls', 'tool-calls'],
    ['repetition_truncation', 'length'],
    ['repetition', 'length'],
    ['IMAGE_SAFETY', 'content-filter', 'IMAGE_SAFETY'],
    ['content_filter: PROHIBITED_CONTENT', 'content-filter', 'PROHIBITED_CONTENT'],
    ['tool_calls', 'tool-calls'],
    ['function_call', 'tool-calls'],
    ['content_filter', 'content-filter'],
    ['sensitive', 'content-filter', 'sensitive'],
    ['error', 'error'],
    ['insufficient_system_resource', 'error'],
    ['abort', 'aborted'],
    ['something_new', 'unknown'],
  ]

  test.each(rows)('%s is %s', (native, reason, category) => {
    const finish = { reason, native, ...(category !== undefined && { refusal: { category } }) }
    expect(resultOf(readDone([chunk({ content: 'a' }), chunk({}, native)])).finish).toEqual(finish)
    expect(resultOf(readBody(body({ content: 'a' }, native))).finish).toEqual(finish)
  })
})

test('a refusal is the reason where OpenAI ends it with "stop", and not beside a call', () => {
  const call = { index: 0, id: 'c', function: { name: 'f', arguments: '{}' } }
  const refusal = { reason: 'refusal', native: 'stop' }
  expect(resultOf(readDone([chunk({ refusal: 'No' }), chunk({ refusal: '.' }), chunk({}, 'stop')])).finish).toEqual(refusal)
  expect(resultOf(readBody(body({ content: null, refusal: 'No.' }, 'stop'))).finish).toEqual(refusal)
  expect(resultOf(readBody(body({ content: null, refusal: null }, 'stop'))).finish).toEqual({ reason: 'stop', native: 'stop' })
  expect(resultOf(readBody(body({ refusal: 'No.', tool_calls: [call] }, 'stop'))).finish).toEqual({ reason: 'stop', native: 'stop' })
})

test('calls may come behind the word for them', () => {
  const call = { index: 0, id: 'c', function: { name: 'f', arguments: '{}' } }
  const parts = readDone([chunk({ content: '' }, 'tool_calls'), chunk({ tool_calls: [call] })])
  expect(resultOf(parts)).toMatchObject({ finish: { reason: 'tool-calls' }, toolCalls: [{ name: 'f', arguments: '{}' }] })
  expect(codesOf(parts)).toEqual([])
  expect(resultOf(readDone([chunk({ content: 'a' }, 'tool_calls')])).finish).toEqual({ reason: 'tool-calls', native: 'tool_calls' })
})

test('an answer may come behind a stop on the first, empty delta', () => {
  const late = [chunk({ role: 'assistant', content: '' }, 'stop'), chunk({ content: 'Fo' }), chunk({ content: 'ur.' })]
  for (const native of ['stop', 'length']) {
    const parts = readDone([...late, chunk({}, native)])
    expect(resultOf(parts)).toMatchObject({ answer: 'Four.', finish: { reason: native, native } })
    expect(codesOf(parts)).toEqual([])
  }
  expect(resultOf(readDone(late)).finish).toEqual({ reason: 'stop', native: 'stop' })
  expect(resultOf(readDone(late.slice(0, 1))).finish).toEqual({ reason: 'stop', native: 'stop' })
})

describe('a server that repeats its stop', () => {
  const piece = (args: string, name?: string) => ({
    tool_calls: [{ index: 0, ...(name && { id: 'c' }), function: { ...(name && { name }), arguments: args } }],
  })
  const after = (...deltas: object[]) => deltas.flatMap((delta) => [chunk(delta), chunk({}, 'stop')])

  test.each([
    ['behind a thought', [chunk({ reasoning_content: 'T' }, 'stop'), chunk({ content: 'Fo' }, 'stop'), chunk({ content: 'ur.' }, 'stop')]],
    ['behind each delta', after({ reasoning_content: 'T' }, { content: 'Fo' }, { content: 'ur.' })],
  ])('%s: the answer ends once', (_, chunks) => {
    const parts = readDone(chunks)
    expect(resultOf(parts)).toMatchObject({ answer: 'Four.', finish: { reason: 'stop' } })
    expect(codesOf(parts)).toEqual([])
    expect(parts.findIndex(({ type }) => type === 'finish')).toBeGreaterThan(parts.findLastIndex(({ type }) => type === 'delta'))
  })

  test.each(['stop', 'tool_calls'])('%s in a call: its arguments end once', (native) => {
    const parts = readDone([piece('', 'f'), piece('{"a"'), piece(':1}')].map((delta) => chunk(delta, native)))
    expect(resultOf(parts)).toMatchObject({ toolCalls: [{ name: 'f', arguments: '{"a":1}' }] })
    expect(codesOf(parts)).toEqual([])
  })

  test.each<[string, object[], boolean]>([
    ['a thought and a stop', [chunk({ reasoning_content: 'T' }, 'stop')], true],
    ['an answer and a stop', [chunk({ content: 'Fo' }, 'stop')], true],
    ['two stops', [chunk({ content: 'Fo' }, 'stop'), chunk({ content: 'ur.' }, 'stop')], false],
    ['an answer', [chunk({ content: 'Four.' })], false],
  ])('silence after %s: it ends %j %s', (_, chunks, isEnding) => {
    const reader = wire.createReader()
    for (const one of chunks) reader.push(one)
    expect([reader.isEnding!(1), reader.isEnding!(2)]).toEqual([isEnding, false])
  })

  test('events that are framed twice are read', () => {
    const reader = wire.createReader()
    const events = [chunk({ reasoning_content: 'T' }), chunk({ content: 'Four.' }, 'stop')].map((event) => JSON.stringify(event))
    const parts = [...events, '[DONE]'].flatMap((event, at) => [
      // The second one was parsed before as it came.
      ...reader.pushFrame({ data: `data: ${event}`, ...(at === 1 && { parsed: 'no JSON' as const }) }),
    ])
    expect(resultOf([...parts, ...reader.end()])).toMatchObject({ answer: 'Four.', reasoning: 'T', finish: { reason: 'stop' } })
  })

  test('a call without arguments ends with the response', () => {
    expect(resultOf(readDone([chunk(piece('', 'f')), chunk({}, 'stop')]))).toMatchObject({
      toolCalls: [{ name: 'f' }],
      finish: { native: 'stop' },
    })
  })
})

describe('a length that was all spent on thinking', () => {
  const rows: [name: string, message: Record<string, unknown>, reason: FinishReason][] = [
    ['reasoning and nothing else', { reasoning_content: 'r', content: '' }, 'reasoning-exhausted'],
    ['hidden reasoning', { reasoning_details: [{ type: 'reasoning.encrypted', data: 'E' }], content: null }, 'reasoning-exhausted'],
    ['an answer was begun', { reasoning_content: 'r', content: 'a' }, 'length'],
    [
      'a call was begun',
      { reasoning_content: 'r', tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{' } }] },
      'length',
    ],
    ['nothing at all, and no reason', { content: '' }, 'length'],
  ]

  test.each(rows)('%s', (_, message, reason) => {
    expect(resultOf(readDone([chunk(message), chunk({}, 'length')])).finish).toEqual({ reason, native: 'length' })
    expect(resultOf(readBody(body(message, 'length'))).finish).toEqual({ reason, native: 'length' })
  })

  const usage = { prompt_tokens: 16, completion_tokens: 16, completion_tokens_details: { reasoning_tokens: 16 } }

  test('where nothing is shown, usage tells, also when it comes after the finish', () => {
    const late = [chunk({ role: 'assistant', content: '' }), chunk({}, 'length'), { ...chunk({}), choices: [], usage }]
    for (const parts of [readDone(late), read(late), readBody(body({ content: '' }, 'length', { usage }))]) {
      expect(resultOf(parts).finish).toEqual({ reason: 'reasoning-exhausted', native: 'length' })
      expect(codesOf(parts)).toEqual([])
    }
  })

  test('with an answer it stays a length', () => {
    expect(resultOf(readBody(body({ content: 'a' }, 'length', { usage }))).finish?.reason).toBe('length')
  })

  test('a stop inside the reasoning is a stop', () => {
    expect(resultOf(readBody(body({ reasoning_content: 'r', content: '' }, 'stop'))).finish).toEqual({ reason: 'stop', native: 'stop' })
  })
})

test('a finish that is said twice is one', () => {
  const parts = readDone([chunk({ content: 'a' }), chunk({ content: '' }, 'stop'), chunk({ content: '' }, 'stop')])
  expect(parts.filter(({ type }) => type === 'finish')).toEqual([{ type: 'finish', reason: 'stop', native: 'stop' }])
  expect(codesOf(parts)).toEqual([])
})

test('an empty word on every frame is none', () => {
  const parts = readDone([chunk({ content: 'a' }, ''), chunk({ content: 'b' }, ''), chunk({}, 'stop')])
  expect(resultOf(parts)).toMatchObject({ answer: 'ab', finish: { reason: 'stop' } })
})

describe('a finish that never came', () => {
  test('after [DONE], or in a whole body, it stays unknown', () => {
    for (const parts of [
      readDone([chunk({ content: 'a' })]),
      readBody(body({ content: 'a' }, '')),
      readBody(body({ content: 'a' }, null)),
      read([body({ content: 'a' }, null)]),
    ]) {
      expect(resultOf(parts).finish).toEqual({ reason: 'unknown' })
      expect(codesOf(parts)).toEqual(['missing-finish'])
    }
  })

  test('where the stream just ends, it was cut', () => {
    for (const parts of [read([chunk({ content: 'a' })]), read([])]) {
      expect(resultOf(parts).finish).toEqual({ reason: 'aborted' })
      expect(codesOf(parts)).toEqual(['missing-finish'])
      expect(parts.at(-1)).toEqual({ type: 'end' })
    }
  })
})

test('end is the last part, once, whatever is pushed or asked after it', () => {
  const parts = read([chunk({ content: 'a' }, 'stop'), '[DONE]', '[DONE]'])
  expect(parts.filter(({ type }) => type === 'end')).toHaveLength(1)
  expect(parts.at(-1)).toEqual({ type: 'end' })
})
