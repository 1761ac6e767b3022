import type { Part } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { codesOf, done, line, outline, read, readBody, readText, resultOf } from './lines.ts'

test('a stream in full', () => {
  expect(
    read([line({ content: '', thinking: 'r' }), line({ content: 'a' }), done({ prompt_eval_count: 3, eval_count: 2, total_duration: 9 })]),
  ).toEqual([
    { type: 'start', model: 'qwen3:4b', created: 1_767_225_600, native: { created_at: '2026-01-01T00:00:00.5Z' } },
    { type: 'block-start', block: 0, channel: 'reasoning', kind: 'raw' },
    { type: 'delta', block: 0, channel: 'reasoning', text: 'r' },
    { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
    { type: 'block-start', block: 1, channel: 'answer' },
    { type: 'delta', block: 1, channel: 'answer', text: 'a' },
    { type: 'native', wire: 'ollama', event: 'response.total_duration', value: 9 },
    {
      type: 'usage',
      usage: {
        input: { value: 3, source: 'reported' },
        output: { value: 2, source: 'reported' },
        raw: { prompt_eval_count: 3, eval_count: 2 },
      },
    },
    { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
    { type: 'finish', reason: 'stop', native: 'stop' },
    { type: 'end' },
  ] satisfies Part[])
})

describe('text and calls, in wire order', () => {
  const call = (name: string, args?: unknown, id?: string) => ({
    ...(id && { id }),
    function: { name, ...(args !== undefined && { arguments: args }) },
  })
  const rows: [name: string, messages: object[], lines: string[]][] = [
    [
      'everything in one message',
      [{ thinking: 'r', content: 'a', tool_calls: [call('f', { x: 1 })] }],
      ['reasoning (raw): r', 'answer: a', 'call f: {"x":1}'],
    ],
    ['a role that names a thought', [{ role: 'thinking', content: 'r' }, { content: 'a' }], ['reasoning (raw): r', 'answer: a']],
    [
      'thinking between answers',
      [{ content: 'a' }, { thinking: 'r' }, { thinking: 's', content: 'b' }],
      ['answer: a', 'reasoning (raw): rs', 'answer: b'],
    ],
    [
      'calls with ids, without, and without arguments',
      [{ tool_calls: [call('f', {}, 'c1'), call('g', { y: 2 })] }, { content: '', tool_calls: [call('h')] }],
      ['call f: {}', 'call g: {"y":2}', 'call h: {}'],
    ],
    ['arguments that are text', [{ tool_calls: [call('f', '{"x":1}')] }], ['call f: {"x":1}']],
    ['a lone closing tag is text', [{ content: 'hm' }, { content: '</think>' }, { content: 'a' }], ['answer: hm</think>a']],
    [
      'nothing, and what an SDK leaves empty',
      [
        { content: '', thinking: null, tool_calls: null },
        { content: null, tool_calls: [], images: [] },
      ],
      [],
    ],
    [
      'pictures and other fields',
      [{ content: 'a', images: ['AA=='], novelty: 1 }],
      ['answer: a', 'native message.images', 'native message.novelty'],
    ],
  ]
  test.each(rows)('%s', (_, messages, lines) => {
    const parts = read([...messages.map((message) => line(message)), done()])
    expect(outline(parts)).toEqual(lines)
    expect(codesOf(parts)).toEqual([])
  })

  test('ids', () =>
    expect(resultOf(read([line({ tool_calls: [call('f', {}, 'c1'), call('g')] }), done()])).toolCalls.map(({ id }) => id)).toEqual([
      'c1',
      undefined,
    ]))
})

test('the generate endpoint', () => {
  const parts = read([
    { model: 'm', created_at: 'x', response: '', thinking: 'r', done: false },
    { model: 'm', response: 'a', done: false },
    { model: 'm', response: '', done: true, done_reason: 'length', context: [1, 2], eval_count: 2 },
  ])
  expect(outline(parts)).toEqual(['reasoning (raw): r', 'answer: a', 'native response.context'])
  expect(parts.find(({ type }) => type === 'native')).toMatchObject({ channel: 'reasoning' })
  expect(resultOf(parts)).toMatchObject({ model: 'm', finish: { reason: 'length', native: 'length' }, usage: { output: { value: 2 } } })
})

describe('endings', () => {
  const finishOf = (lines: unknown[]) => resultOf(read(lines)).finish

  test.each([
    ['stop', 'stop'],
    ['length', 'length'],
    ['load', 'stop'],
    ['something_new', 'unknown'],
  ])('%s is %s', (native, reason) => expect(finishOf([line({ content: 'a' }), done({ done_reason: native })])).toEqual({ reason, native }))

  test('stop after calls', () =>
    expect(finishOf([line({ tool_calls: [{ function: { name: 'f' } }] }), done()])).toEqual({ reason: 'tool-calls', native: 'stop' }))
  test('without a reason, as older servers do', () => expect(finishOf([done({ done_reason: undefined })])).toEqual({ reason: 'stop' }))
  test('a budget that went into thinking', () =>
    expect(finishOf([line({ thinking: 'r' }), done({ done_reason: 'length' })])?.reason).toBe('reasoning-exhausted'))
  test('none', () => {
    const parts = read([line({ content: 'a' })])
    expect([resultOf(parts).finish, codesOf(parts)]).toEqual([{ reason: 'aborted' }, ['missing-finish']])
    expect(resultOf(readBody(line({ content: 'a' }, {}))).finish).toEqual({ reason: 'unknown' })
  })
})

describe('errors', () => {
  test.each([
    ['a body', [{ error: 'model not found' }], { message: 'model not found' }],
    ['in the middle of a stream', [line({ content: 'a' }), { error: 'model not found' }], { message: 'model not found' }],
    ['beside a message', [done({ done_reason: undefined, error: 'model not found' })], { message: 'model not found' }],
    ['of the cloud', [{ StatusCode: 503, Status: '503', error: 'busy' }], { message: 'busy', status: 503 }],
    ['an object', [{ error: { message: 'busy', code: 'overloaded' } }], { message: 'busy', code: 'overloaded' }],
    ['an object that says nothing', [{ error: { x: 1 } }], { message: 'The server reported an error: {"x":1}' }],
  ])('%s', (_, lines, error) => {
    const result = resultOf(read(lines))
    expect(result.errors).toEqual([{ ...error, native: lines.at(-1) }])
    expect([result.finish, result.warnings]).toEqual([{ reason: 'error' }, []])
  })
})

describe('oddities', () => {
  test.each([
    ['content', line({ content: 5 })],
    ['thinking', line({ thinking: { x: 1 } })],
    ['calls', line({ tool_calls: 'f' })],
    ['a call', line({ tool_calls: ['f'] })],
    ['a message', { message: 'a', done: false }],
  ])('%s that is none: kept, hidden and reported', (_, value) => {
    const parts = read([value, done()])
    expect(codesOf(parts)).toEqual(['wrong-type'])
    expect(parts.filter((part) => part.type === 'native')).toMatchObject([{ channel: 'reasoning' }])
  })

  test.each([
    ['progress of a download', { status: 'pulling', completed: 1 }],
    ['a number', 5],
  ])('%s is no line of this format', (_, value) => expect(codesOf(read([value, done()]))).toEqual(['unknown-event']))

  test('log probabilities name tokens, so they are hidden; what does not change comes once', () => {
    const parts = read([
      line({ content: 'a' }, { logprobs: [1], remote_host: 'h' }),
      line({ content: 'b' }, { logprobs: [2], remote_host: 'h' }),
      done(),
    ])
    expect(parts.flatMap((part) => (part.type === 'native' ? [[part.event, part.channel]] : []))).toEqual([
      ['response.logprobs', 'reasoning'],
      ['response.remote_host', undefined],
      ['response.logprobs', 'reasoning'],
    ])
  })

  test('text before the damage counts', () => {
    const result = resultOf(readText(`${JSON.stringify(line({ content: 'before' }))}\n{"model":"m","mess`))
    expect([result.answer, result.finish?.reason]).toEqual(['before', 'aborted'])
    expect(result.warnings.map(({ code }) => code)).toEqual(['invalid-json', 'missing-finish'])
  })
})
