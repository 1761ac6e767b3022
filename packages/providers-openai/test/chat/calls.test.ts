import { describe, expect, test } from 'vitest'
import { body, chunk, codesOf, outline, readBody, readDone, resultOf } from './chunks.ts'

const named = (name: string, args: unknown = '', rest: Record<string, unknown> = {}) => ({
  type: 'function',
  function: { name, arguments: args },
  ...rest,
})
const piece = (args: unknown, rest: Record<string, unknown> = {}) => ({ function: { arguments: args }, ...rest })

describe('pieces of calls', () => {
  const rows: [name: string, deltas: unknown[][], expected: string[]][] = [
    [
      'by index',
      [[named('f', '', { index: 0, id: 'a' })], [piece('{"x"', { index: 0 })], [piece(':1}', { index: 0 })]],
      ['call f: {"x":1}'],
    ],
    [
      'two, by index',
      [[named('f', '{}', { index: 0, id: 'a' })], [named('g', '', { index: 1, id: 'b' })], [piece('[]', { index: 1 })]],
      ['call f: {}', 'call g: []'],
    ],
    [
      'two, alternating',
      [
        [named('f', '', { index: 0, id: 'a' }), named('g', '', { index: 1, id: 'b' })],
        [piece('1', { index: 0 })],
        [piece('2', { index: 1 })],
        [piece('3', { index: 0 })],
      ],
      ['call f: 13', 'call g: 2'],
    ],
    [
      'by id, without an index',
      [[named('f', '', { id: 'a' })], [named('g', '', { id: 'b' })], [piece('1', { id: 'a' })], [piece('2', { id: 'b' })]],
      ['call f: 1', 'call g: 2'],
    ],
    ['by order, without index and id', [[named('f', '1')], [piece('2')], [named('g', '3')], [piece('4')]], ['call f: 12', 'call g: 34']],
    ['two whole ones in one delta, without index and id', [[named('f', '{}'), named('f', '{"a":1}')]], ['call f: {}', 'call f: {"a":1}']],
    [
      'the same index for all, told apart by id',
      [[named('f', '{}', { index: 0, id: 'a' })], [named('f', '[]', { index: 0, id: 'b' })]],
      ['call f: {}', 'call f: []'],
    ],
    [
      'the same index for all, without ids',
      [[named('f', '{}', { index: 0, id: '' })], [named('f', '{"a":1}', { index: 0, id: '' })]],
      ['call f: {}', 'call f: {"a":1}'],
    ],
    [
      'id and name in every piece',
      [[named('f', '{"a"', { index: 0, id: 'a' })], [named('f', ':1}', { index: 0, id: 'a' })]],
      ['call f: {"a":1}'],
    ],
    [
      'the name after the id',
      [[{ index: 0, id: 'a', type: 'function' }], [named('f', '', { index: 0 })], [piece('{}', { index: 0 })]],
      ['call f: {}'],
    ],
    ['arguments before the name', [[piece('{"a"', { index: 0, id: 'a' })], [named('f', ':1}', { index: 0 })]], ['call f: {"a":1}']],
    ['no name at all', [[piece('{}', { index: 0, id: 'a' })]], ['call : {}']],
    ['arguments as an object', [[named('f', { a: 1 }, { index: 0, id: 'a' })]], ['call f: {"a":1}']],
    ['null and empty arguments', [[named('f', null, { index: 0, id: 'a' })], [piece('', { index: 0 })]], ['call f: ']],
    [
      'placeholders of kinds that are not used',
      [[named('f', '{}', { index: 0, id: 'a', custom: { name: '', input: '' } })]],
      ['call f: {}'],
    ],
    [
      'arguments at an index without a head',
      [
        [named('f', '', { index: 0, id: 'a' })],
        [piece('1', { index: 0 })],
        [named('g', '', { index: 0, id: 'b' })],
        [piece('2', { index: 1 })],
        [piece('3', { index: 1 })],
      ],
      ['call f: 1', 'call g: 23'],
    ],
    [
      'an index that counts pieces',
      [
        [named('f', '', { index: 0, id: 'a' })],
        [piece('1', { index: 1 })],
        [piece('2', { index: 2 })],
        [named('g', '3', { index: 3, id: 'b' })],
        [piece('4', { index: 4 })],
        [piece('5', { index: 5 })],
      ],
      ['call f: 12', 'call g: 345'],
    ],
    [
      'an index that counts the pieces of each call',
      [
        [named('f', '', { index: 0, id: 'a' })],
        [piece('1', { index: 1 })],
        [piece('2', { index: 2 })],
        [named('g', '', { index: 1, id: 'b' })],
        [piece('3', { index: 2 })],
      ],
      ['call f: 12', 'call g: 3'],
    ],
    [
      'an index that counts pieces, beside the id of the call',
      [
        [named('f', '', { index: 0, id: 'a' }), named('g', '', { index: 1, id: 'b' })],
        [piece('1', { index: 2, id: 'a' })],
        [piece('2', { index: 3, id: 'b' })],
      ],
      ['call f: 1', 'call g: 2'],
    ],
    ['an empty piece at an index without a head', [[named('f', '{}', { index: 0, id: 'a' })], [piece('', { index: 1 })]], ['call f: {}']],
    [
      'a signature at an index without a head',
      [[named('f', '{}', { index: 0, id: 'a' })], [{ index: 1, extra_content: { google: { thought_signature: 'G' } } }]],
      ['call f: {}'],
    ],
    [
      'arguments before the name at an index of their own, behind a call without a name',
      [[piece('1', { index: 0 })], [piece('2', { index: 1 })], [named('f', '', { index: 0 })], [named('g', '', { index: 1 })]],
      ['call f: 1', 'call g: 2'],
    ],
    ['fields without the inner object', [[{ index: 0, id: 'a', name: 'f', arguments: '{}' }]], ['call f: {}']],
  ]

  test.each<[string, Record<string, unknown>[][], string[], string[]]>([
    [
      'whole arguments that come once more',
      [[named('f', '{"a":1}', { index: 0, id: 'a' })], [named('f', '{"a":1}', { index: 0, id: 'a' })]],
      ['call f: {"a":1}'],
      ['late-part'],
    ],
    [
      'whole arguments behind their pieces',
      [
        [named('f', '', { index: 0, id: 'a' })],
        [piece('{"a"', { index: 0 })],
        [piece(':1}', { index: 0 })],
        [named('f', '{"a":1}', { index: 0, id: 'a' })],
      ],
      ['call f: {"a":1}'],
      ['late-part'],
    ],
    [
      'a piece that is like the one before it',
      [
        [named('f', '{"a":[1', { index: 0, id: 'a' })],
        [piece(',1', { index: 0 })],
        [piece(',1', { index: 0 })],
        [piece(']}', { index: 0 })],
      ],
      ['call f: {"a":[1,1,1]}'],
      [],
    ],
    [
      'equal arguments of another call',
      [[named('f', '{}', { index: 0, id: 'a' })], [named('f', '{}', { index: 1, id: 'b' })]],
      ['call f: {}', 'call f: {}'],
      [],
    ],
  ])('%s', (_, deltas, expected, codes) => {
    const parts = readDone([...deltas.map((tool_calls) => chunk({ tool_calls })), chunk({}, 'tool_calls')])
    expect(outline(parts)).toEqual(expected)
    expect(codesOf(parts)).toEqual(codes)
  })

  test.each(rows)('%s', (_, deltas, expected) => {
    const parts = readDone([...deltas.map((tool_calls) => chunk({ tool_calls })), chunk({}, 'tool_calls')])
    expect(outline(parts)).toEqual(expected)
    expect(codesOf(parts)).toEqual([])
  })
})

test('whole calls of a message are calls of their own, whatever their indexes say', () => {
  const calls = [named('f', '{}', { index: 0, id: 'a' }), named('f', { a: 1 }, { index: 0, id: 'b' }), named('g', '')]
  expect(outline(readBody(body({ content: null, tool_calls: calls }, 'tool_calls')))).toEqual(['call f: {}', 'call f: {"a":1}', 'call g: '])
})

test('a call is started with its id, and ended by the finish', () => {
  const parts = readDone([chunk({ tool_calls: [named('f', '{}', { index: 0, id: 'a' })] }), chunk({}, 'tool_calls')])
  expect(parts.slice(1)).toEqual([
    { type: 'tool-call-start', call: 0, id: 'a', name: 'f' },
    { type: 'tool-call-delta', call: 0, text: '{}' },
    { type: 'tool-call-end', call: 0, boundary: 'wire' },
    { type: 'finish', reason: 'tool-calls', native: 'tool_calls' },
    { type: 'end' },
  ])
})

test('a call cut by the end of the stream says so', () => {
  const [call] = resultOf(readDone([chunk({ tool_calls: [named('f', '{"a', { index: 0, id: 'a' })] }, 'length')])).toolCalls
  expect(call).toMatchObject({ arguments: '{"a', boundary: 'end-of-stream' })
})

test('an empty id is none', () => {
  const [call] = resultOf(readBody(body({ tool_calls: [named('f', '{}', { id: '' })] }))).toolCalls
  expect(call).toEqual({ type: 'tool-call', name: 'f', arguments: '{}', boundary: 'wire' })
})

test('the deprecated function_call, streamed and whole', () => {
  const streamed = readDone([
    chunk({ function_call: { name: 'f', arguments: '' } }),
    chunk({ function_call: { arguments: '{}' } }),
    chunk({}, 'function_call'),
  ])
  const whole = readBody(body({ content: null, function_call: { name: 'f', arguments: '{}' } }, 'function_call'))
  for (const parts of [streamed, whole]) {
    expect(outline(parts)).toEqual(['call f: {}'])
    expect(resultOf(parts).finish).toEqual({ reason: 'tool-calls', native: 'function_call' })
  }
  expect(outline(readBody(body({ content: 'a', function_call: { name: '', arguments: '' } })))).toEqual(['answer: a'])
})

test('a custom tool takes free text', () => {
  const call = { id: 'a', type: 'custom', custom: { name: 'shell', input: 'ls -l' } }
  expect(resultOf(readBody(body({ tool_calls: [call] }, 'tool_calls'))).toolCalls).toEqual([
    { type: 'tool-call', id: 'a', name: 'shell', contentType: 'custom', arguments: 'ls -l', boundary: 'wire' },
  ])
})

test('a thought signature seals its call, whenever it comes', () => {
  const extra_content = { google: { thought_signature: 'G' } }
  const together = [chunk({ tool_calls: [named('f', '{}', { index: 0, id: 'a', extra_content })] })]
  const apart = [chunk({ tool_calls: [named('f', '{}', { index: 0, id: 'a' })] }), chunk({ tool_calls: [{ index: 0, extra_content }] })]
  const first = [chunk({ tool_calls: [{ index: 0, id: 'a', extra_content }] }), chunk({ tool_calls: [named('f', '{}', { index: 0 })] })]
  for (const events of [together, apart, first]) {
    expect(resultOf(readDone([...events, chunk({}, 'tool_calls')])).toolCalls[0]?.seals).toEqual([
      { kind: 'thought-signature', value: 'G', issuer: { wire: 'openai-chat', model: 'm' } },
    ])
  }
})

test('a signature that LiteLLM repeats with each piece seals its call once, and one of the message its end', () => {
  const routed = (value: object) => ({ provider_specific_fields: value })
  const pieces = [
    named('f', '', { index: 0, id: 'a', ...routed({ thought_signature: 'G' }) }),
    piece('{}', { index: 0, ...routed({ thought_signature: 'G' }) }),
  ]
  const events = [
    ...pieces.map((one) => chunk({ tool_calls: [one] })),
    chunk(routed({ thought_signatures: ['M'] })),
    chunk({}, 'tool_calls'),
  ]
  const { toolCalls, finish } = resultOf(readDone(events))
  expect(toolCalls[0]?.seals?.map(({ value }) => value)).toEqual(['G'])
  expect(finish?.seals?.map(({ value }) => value)).toEqual(['M'])
})

test('a signed call that came whole ends before the next one begins', () => {
  const extra_content = { google: { thought_signature: 'G' } }
  const begins = (args: string): string[] =>
    readDone([
      chunk({ tool_calls: [named('f', args, { index: 0, id: 'a', extra_content })] }),
      chunk({ tool_calls: [piece('', { index: 0 }), named('g', '{}', { index: 1, id: 'b' })] }),
      chunk({}, 'tool_calls'),
    ]).flatMap((part) => (part.type === 'tool-call-start' || part.type === 'tool-call-end' ? [`${part.type} ${part.call}`] : []))
  expect(begins('{}').slice(0, 3)).toEqual(['tool-call-start 0', 'tool-call-end 0', 'tool-call-start 1'])
  expect(begins('{').slice(0, 2)).toEqual(['tool-call-start 0', 'tool-call-start 1'])
})

test('text between calls is a block of its own', () => {
  const parts = readDone([
    chunk({ content: 'a' }),
    chunk({ tool_calls: [named('f', '{}', { index: 0, id: 'a' })] }),
    chunk({ content: 'b' }),
    chunk({}, 'tool_calls'),
  ])
  expect(outline(parts)).toEqual(['answer: a', 'call f: {}', 'answer: b'])
})

test('arguments after the finish are kept as a native part, with a warning', () => {
  const parts = readDone([
    chunk({ tool_calls: [named('f', '{}', { index: 0, id: 'a' })] }, 'tool_calls'),
    chunk({ tool_calls: [piece('x', { index: 0 })] }),
  ])
  expect(outline(parts)).toEqual(['call f: {}'])
  expect(codesOf(parts)).toEqual(['late-part'])
  expect(parts).toContainEqual({
    type: 'native',
    wire: 'openai-chat',
    event: 'late.arguments',
    channel: 'reasoning',
    value: { call: 0, text: 'x' },
  })
})

describe('arguments as a text in a text', () => {
  const pieces = (...texts: string[]) => [
    chunk({ tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: texts[0] } }] }),
    ...texts.slice(1).map((text) => chunk({ tool_calls: [{ index: 0, function: { arguments: text } }] })),
    chunk({}, 'tool_calls'),
  ]
  test.each([
    ['at once', ['"{\\"a\\":\\"b\\"}"'], 'call f: {"a":"b"}'],
    ['in pieces', ['"{\\"a\\"', ':\\"b\\"', '}"'], 'call f: {"a":"b"}'],
    ['of which the inner is no object', ['"a', 'b"'], 'call f: "ab"'],
    ['that is cut', ['"{\\"a\\":'], 'call f: "{\\"a\\":'],
  ])('%s', (_, texts, expected) => {
    expect(outline(readDone(pieces(...texts)))).toEqual([expected])
  })
})
