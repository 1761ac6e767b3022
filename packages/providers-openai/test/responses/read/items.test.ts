import { atOnce } from '@reason/exchanges/at-once'
import { describe, expect, test } from 'vitest'
import { openaiResponses } from '../../../src/index.ts'
import {
  added,
  args,
  body,
  codesOf,
  completed,
  created,
  done,
  message,
  nativesOf,
  outline,
  raw,
  read,
  readBody,
  resultOf,
  summary,
  text,
  texts,
} from '../events.ts'

const call = (rest: Record<string, unknown> = {}) => ({
  type: 'function_call',
  id: 'fc_1',
  call_id: 'call_1',
  name: 'f',
  arguments: '',
  ...rest,
})
const open = message('', { content: [], status: 'in_progress' })

describe('items are found', () => {
  test('by their place, when every event has another id', () => {
    let n = 0
    const id = () => `id-${n++}`
    const parts = read([
      created,
      added(0, { type: 'reasoning', id: id(), summary: [] }),
      { ...summary(0, 0, 'a'), item_id: id() },
      { ...summary(0, 0, 'b'), item_id: id() },
      done(0, { type: 'reasoning', id: id(), summary: [{ type: 'summary_text', text: 'ab' }] }),
      added(1, { ...open, id: id() }),
      { ...text(1, 'c'), item_id: id() },
      { ...text(1, 'd'), item_id: id() },
      done(1, message('cd', { id: id() })),
      completed({
        output: [{ type: 'reasoning', id: id(), summary: [{ type: 'summary_text', text: 'ab' }] }, message('cd', { id: id() })],
      }),
    ])
    expect(texts(parts)).toEqual(['reasoning (summary): ab', 'answer: cd'])
  })

  test('by their place, when the number of their only part differs between its pieces and their end (Bedrock)', () => {
    const parts = read([
      created,
      added(1, open),
      text(1, 'ab', { content_index: 1 }),
      text(1, 'c', { content_index: 1 }),
      { type: 'response.output_text.done', output_index: 1, content_index: 1, text: 'abc' },
      done(1, message('abc')),
      completed({ output: [{ type: 'reasoning', id: 'r', summary: [] }, message('abc')] }),
    ])
    expect(texts(parts)).toEqual(['answer: abc'])
    expect(codesOf(parts)).toEqual([])
  })

  test('two parts with the same text at the end of an item are both read', () => {
    const part = { type: 'output_text', text: 'ab' }
    const twice = message('', { content: [part, part] })
    expect(texts(read([created, added(0, open), done(0, twice), completed({ output: [twice] })]))).toEqual(['answer: ab', 'answer: ab'])
  })

  test('by id, or as the last call that is open, when arguments have a place that nothing opened', () => {
    const parts = read([
      created,
      added(0, call({ id: 'a', name: 'f' })),
      args(1, '{"x"'),
      args(2, ':1}'),
      added(3, call({ id: 'b', call_id: 'call_2', name: 'g' })),
      { ...args(4, '[]'), item_id: 'b' },
      completed({}),
    ])
    expect(outline(parts).filter((one) => one.startsWith('call'))).toEqual(['call f: {"x":1}', 'call g: []'])
  })

  test('by id, or as the one that goes on, when they have no place', () => {
    const withoutIndex = (event: Record<string, unknown>) => ({ ...event, output_index: undefined, content_index: undefined })
    const parts = read([
      created,
      withoutIndex(added(0, { type: 'reasoning', id: 'a', summary: [] })),
      withoutIndex({ ...raw(0, 'r'), item_id: 'a' }),
      withoutIndex(added(0, { ...open, id: 'b' })),
      withoutIndex(text(0, 'x')),
      withoutIndex(added(0, call({ id: 'c' }))),
      withoutIndex({ ...args(0, '{}'), item_id: 'c' }),
      withoutIndex(done(0, { type: 'reasoning', id: 'a', summary: [], content: [{ type: 'reasoning_text', text: 'r' }] })),
      withoutIndex(done(0, message('x', { id: 'b' }))),
      withoutIndex(done(0, call({ id: 'c', arguments: '{}' }))),
      completed({
        output: [
          { type: 'reasoning', id: 'a', content: [{ type: 'reasoning_text', text: 'r' }] },
          message('x', { id: 'b' }),
          call({ id: 'c', arguments: '{}' }),
        ],
      }),
    ])
    expect(texts(parts)).toEqual(['reasoning (raw): r', 'answer: x', 'call f: {}'])
    expect(codesOf(parts)).toEqual([])
  })

  test('anew, when a server gives all of them the same place', () => {
    const parts = read([
      created,
      added(0, open),
      text(0, 'x'),
      done(0, message('x')),
      added(0, call()),
      args(0, '{"a":1}'),
      done(0, call({ arguments: '{"a":1}' })),
      added(0, call({ id: 'fc_2', call_id: 'call_2' })),
      done(0, call({ id: 'fc_2', call_id: 'call_2', arguments: '{}' })),
      completed(),
    ])
    expect(texts(parts)).toEqual(['answer: x', 'call f: {"a":1}', 'call f: {}'])
    expect(resultOf(parts).toolCalls.map(({ id }) => id)).toEqual(['call_1', 'call_2'])
  })

  test('once, when beginnings and ends are repeated', () => {
    const parts = read([
      created,
      added(0, open),
      added(0, open),
      text(0, 'x'),
      done(0, message('x')),
      done(0, message('x')),
      completed({ output: [message('x')] }),
    ])
    expect(texts(parts)).toEqual(['answer: x'])
  })

  test('in the order of the events, when the last list has another and no ids', () => {
    const parts = read([
      created,
      added(0, { type: 'reasoning', summary: [] }),
      summary(0, 0, 'r'),
      added(1, { ...open, id: undefined }),
      text(1, 'x'),
      completed({
        output: [message('x', { id: undefined }), { type: 'reasoning', summary: [{ type: 'summary_text', text: 'r' }] }],
      }),
    ])
    expect(texts(parts)).toEqual(['reasoning (summary): r', 'answer: x'])
  })

  test('without a beginning, by what comes of them', () => {
    const parts = read([created, summary(0, 0, 'r'), text(1, 'x'), args(2, '{}'), done(2, call({ arguments: '{}' })), completed()])
    expect(texts(parts)).toEqual(['reasoning (summary): r', 'answer: x', 'call f: {}'])
  })
})

describe('a text that pieces and whole tell differently', () => {
  test('is completed where the pieces stopped short', () => {
    const parts = read([created, added(0, open), text(0, 'ab'), done(0, message('abcd')), completed()])
    expect(texts(parts)).toEqual(['answer: abcd'])
    expect(codesOf(parts)).toEqual([])
  })

  test('is what the pieces came to, and the whole is kept beside', () => {
    const parts = read([created, added(0, open), text(0, 'ab'), text(0, 'XY'), done(0, message('abcdef')), completed()])
    expect(texts(parts)).toEqual(['answer: abXY'])
    expect(codesOf(parts)).toEqual(['text-differs'])
    expect(nativesOf(parts, 'late.text')).toMatchObject([{ channel: 'answer', value: { text: 'abcdef' } }])
  })

  test('holds for arguments too', () => {
    const parts = read([created, added(0, call()), args(0, '{"a"'), done(0, call({ arguments: '{"b":1}' })), completed()])
    expect(resultOf(parts).toolCalls).toMatchObject([{ arguments: '{"a"' }])
    expect(codesOf(parts)).toEqual(['text-differs'])
  })
})

describe('items say which they are, for the way back', () => {
  test('with id, phase and whatever else is not text, before their blocks', () => {
    const parts = readBody(
      body([
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'r' }], status: 'completed' },
        message('x', { phase: 'final_answer' }),
        call({ arguments: '{}', namespace: 'ns', caller: { type: 'direct' }, async: true, status: 'completed' }),
      ]),
    )
    expect(outline(parts)).toEqual([
      'native replay.item',
      'reasoning (summary): r',
      'native replay.item',
      'answer: x',
      'native replay.item',
      'call f: {}',
    ])
    expect(nativesOf(parts, 'replay.item').map(({ item, value }) => [item, value])).toEqual([
      [0, { type: 'reasoning', id: 'rs_1', status: 'completed' }],
      [1, { type: 'message', id: 'msg_1', phase: 'final_answer' }],
      [2, { type: 'function_call', id: 'fc_1', namespace: 'ns', caller: { type: 'direct' }, async: true }],
    ])
    // They hold no text, so that no policy has to withhold them.
    expect(nativesOf(parts, 'replay.item').every(({ channel }) => channel === undefined)).toBe(true)
  })

  test('again, where items take turns', () => {
    const parts = read([created, added(0, open), added(1, { ...open, id: 'msg_2' }), text(1, 'b'), text(0, 'a'), text(1, 'B'), completed()])
    expect(outline(parts)).toEqual([
      'native replay.item',
      'native replay.item',
      'answer: b',
      'native replay.item',
      'answer: a',
      'native replay.item',
      'answer: B',
    ])
    expect(nativesOf(parts, 'replay.item').map(({ item }) => item)).toEqual([0, 1, 0, 1])
  })

  test('an item whose text was cut says so', () => {
    const parts = read([created, added(0, open), text(0, 'x'), done(0, message('x', { status: 'incomplete' })), completed()])
    expect(nativesOf(parts, 'replay.done')).toMatchObject([{ value: { status: 'incomplete' } }])
    expect(parts.find(({ type }) => type === 'block-end')).toMatchObject({ boundary: 'end-of-stream' })
  })
})

describe('tool calls', () => {
  test('have the id that their output has to name', () => {
    expect(resultOf(readBody(body([call({ arguments: '{}' })]))).toolCalls).toMatchObject([{ id: 'call_1', name: 'f', arguments: '{}' }])
    expect(resultOf(readBody(body([call({ call_id: undefined })]))).toolCalls).toMatchObject([{ id: 'fc_1' }])
  })

  test('of one time may overlap', () => {
    const second = call({ id: 'fc_2', call_id: 'call_2', name: 'g' })
    const parts = read([
      created,
      added(0, call()),
      added(1, second),
      args(0, '{'),
      args(1, '['),
      args(0, '}'),
      args(1, ']'),
      done(0, call()),
      done(1, second),
      completed(),
    ])
    expect(texts(parts)).toEqual(['call f: {}', 'call g: []'])
  })

  test('of custom tools have text', () => {
    const custom = { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_1', name: 'py', input: '' }
    const input = (delta: string) => ({ type: 'response.custom_tool_call_input.delta', output_index: 0, delta })
    const parts = read([created, added(0, custom), input('1 +'), input(' 1'), done(0, { ...custom, input: '1 + 1' }), completed()])
    expect(resultOf(parts)).toMatchObject({
      toolCalls: [{ name: 'py', arguments: '1 + 1', contentType: 'custom' }],
      finish: { reason: 'tool-calls' },
    })
  })

  test('whose name comes last keep what came before it', () => {
    const parts = read([created, args(0, '{"a"'), args(0, ':1}'), done(0, call({ arguments: '{"a":1}' })), completed()])
    expect(resultOf(parts).toolCalls).toMatchObject([{ id: 'call_1', name: 'f', arguments: '{"a":1}' }])
  })

  test('that are cut keep what there is', () => {
    expect(resultOf(read([created, added(0, call()), args(0, '{"a')])).toolCalls).toMatchObject([{ name: 'f', arguments: '{"a' }])
    expect(resultOf(read([created, args(0, '{"a')])).toolCalls).toMatchObject([{ name: '', arguments: '{"a' }])
  })

  test('that have ended take no more', () => {
    const parts = read([created, added(0, call()), done(0, call({ arguments: '{}' })), args(0, 'x'), completed()])
    expect(resultOf(parts).toolCalls).toMatchObject([{ arguments: '{}' }])
    expect(nativesOf(parts, 'late.arguments')).toMatchObject([{ value: 'x', channel: 'reasoning' }])
    expect(codesOf(parts)).toEqual(['late-part'])
  })

  test('with arguments as an object are JSON', () => {
    expect(resultOf(readBody(body([call({ arguments: { a: 1 } })]))).toolCalls).toMatchObject([{ arguments: '{"a":1}' }])
  })
})

describe('messages of the phase commentary', () => {
  const output = [message('soon', { phase: 'commentary' }), message('done', { id: 'msg_2', phase: 'final_answer' })]

  test('are text of the answer, as in output_text', () => expect(texts(readBody(body(output)))).toEqual(['answer: soon', 'answer: done']))

  test('or the commentary channel, if asked for', () => {
    expect(texts(atOnce(openaiResponses({ commentary: 'commentary' })).read([completed({ output })]))).toEqual([
      'commentary: soon',
      'answer: done',
    ])
  })
})
