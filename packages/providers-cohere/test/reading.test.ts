import type { Part } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { cohere } from '../src/index.ts'
import {
  callDelta,
  callEnd,
  callStart,
  cite,
  codesOf,
  content,
  contentEnd,
  contentStart,
  end,
  outline,
  plan,
  read,
  readBody,
  readText,
  resultOf,
  start,
} from './events.ts'

test('a stream in full', () => {
  const usage = { billed_units: { input_tokens: 1 }, tokens: { input_tokens: 5, output_tokens: 9, reasoning_tokens: 4 }, cached_tokens: 2 }
  expect(
    read([
      start,
      contentStart(0, { type: 'thinking', thinking: '' }),
      content(0, { thinking: 'r' }),
      contentEnd(0),
      contentStart(1, { type: 'text', text: '' }),
      content(1, { text: 'a' }),
      contentEnd(1),
      end('COMPLETE', { usage }),
    ]),
  ).toEqual([
    { type: 'start', id: 'm1' },
    { type: 'block-start', block: 0, channel: 'reasoning', kind: 'raw' },
    { type: 'delta', block: 0, channel: 'reasoning', text: 'r' },
    { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
    { type: 'block-start', block: 1, channel: 'answer' },
    { type: 'delta', block: 1, channel: 'answer', text: 'a' },
    { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
    {
      type: 'usage',
      usage: {
        input: { value: 5, source: 'reported' },
        output: { value: 9, source: 'reported' },
        reasoning: { value: 4, source: 'reported' },
        cached: { value: 2, source: 'reported' },
        raw: usage,
      },
    },
    { type: 'finish', reason: 'stop', native: 'COMPLETE' },
    { type: 'end' },
  ] satisfies Part[])
})

describe('contents, plans and calls of a stream, and whole', () => {
  const f = { id: 'c1', type: 'function', function: { name: 'f', arguments: '' } }
  const whole = { ...f, function: { name: 'f', arguments: '{"x":1}' } }
  const rows: [name: string, events: unknown[], message: object | undefined, lines: string[]][] = [
    [
      'a plan, then calls',
      [
        plan('I will '),
        plan('look.'),
        callStart(0, f),
        callDelta(0, '{"x"'),
        callDelta(0, ':1}'),
        callEnd(0),
        callStart(1, { ...f, id: 'c2' }),
        callEnd(1),
      ],
      { tool_plan: 'I will look.', tool_calls: [whole, { ...f, id: 'c2' }] },
      ['commentary: I will look.', 'call f: {"x":1}', 'call f: '],
    ],
    [
      'thinking that comes to nothing',
      [contentStart(0, { type: 'thinking', thinking: '' }), contentEnd(0)],
      { content: [{ type: 'thinking', thinking: '' }] },
      ['reasoning (raw): '],
    ],
    [
      'text that comes to nothing',
      [contentStart(0, { type: 'text', text: '' }), contentEnd(0)],
      { content: [{ type: 'text', text: '' }] },
      [],
    ],
    [
      'text in the beginning of a content',
      [contentStart(0, { type: 'text', text: 'a' }), content(0, { text: 'b' }), contentEnd(0)],
      { content: [{ type: 'text', text: 'ab' }] },
      ['answer: ab'],
    ],
    [
      'contents keep their borders',
      [contentStart(0, { type: 'text', text: 'a' }), contentEnd(0), contentStart(1, { type: 'text', text: 'b' }), contentEnd(1)],
      {
        content: [
          { type: 'text', text: 'a' },
          { type: 'text', text: 'b' },
        ],
      },
      ['answer: a', 'answer: b'],
    ],
    ['content that is bare text', [], { content: 'a' }, ['answer: a']],
    [
      'contents without beginnings or ends, beside one another',
      [content(0, { thinking: 'r' }), content(1, { text: 'a' }), content(0, { thinking: 's' }), content(1, { text: 'b' })],
      undefined,
      ['reasoning (raw): rs', 'answer: ab'],
    ],
    [
      'contents and calls without an index',
      [
        { ...contentStart(0, { type: 'text' }), index: undefined },
        { ...content(0, { text: 'a' }), index: undefined },
        { ...contentEnd(0), index: undefined },
        { ...callStart(0, f), index: undefined },
        { ...callDelta(0, '{}'), index: undefined },
      ],
      undefined,
      ['answer: a', 'call f: {}'],
    ],
    [
      'a call that never began, and one whose arguments are an object',
      [callDelta(0, '{"x"'), callStart(1, { id: 'c', function: { name: 'g', arguments: { y: 1 } } })],
      undefined,
      ['call : {"x"', 'call g: {"y":1}'],
    ],
    [
      'a plan in the midst of contents',
      [
        contentStart(0, { type: 'thinking', thinking: 'r' }),
        contentEnd(0),
        plan('p'),
        contentStart(1, { type: 'text', text: 'a' }),
        contentEnd(1),
        plan('q'),
      ],
      undefined,
      ['reasoning (raw): r', 'commentary: p', 'answer: a', 'commentary: q'],
    ],
    [
      'text in a content of another type, which may be reasoning',
      [
        contentStart(0, { type: 'plan_of_tomorrow', text: 'r' }),
        content(0, { text: 's' }),
        contentEnd(0),
        contentStart(1, { type: 'text', text: 'a' }),
      ],
      {
        content: [
          { type: 'plan_of_tomorrow', text: 'rs' },
          { type: 'text', text: 'a' },
        ],
      },
      ['reasoning (raw): rs', 'answer: a'],
    ],
    [
      'text in thinking',
      [
        contentStart(0, { type: 'thinking' }),
        content(0, { text: 'r' }),
        contentEnd(0),
        contentStart(0, { type: 'text' }),
        content(0, { text: 'a' }),
      ],
      undefined,
      ['reasoning (raw): r', 'answer: a'],
    ],
    [
      'another kind of content',
      [contentStart(0, { type: 'image', image: 1 }), contentEnd(0)],
      { content: [{ type: 'image', image: 1 }] },
      ['native content'],
    ],
    [
      'citations',
      [contentStart(0, { type: 'text', text: 'a' }), cite({ start: 0, end: 1 }), { type: 'citation-end', index: 0 }, contentEnd(0)],
      { content: [{ type: 'text', text: 'a' }], citations: [{ start: 0, end: 1 }] },
      ['answer: a', 'native citation'],
    ],
  ]
  test.each(rows)('%s', (_, events, message, lines) => {
    if (events.length > 0) expect(outline(read([start, ...events, end()]))).toEqual(lines)
    if (message !== undefined)
      expect(outline(readBody({ id: 'm1', message: { role: 'assistant', ...message }, finish_reason: 'COMPLETE' }))).toEqual(lines)
  })
})

test("names with humps, as Cohere's own client gives them", () => {
  const stream = [
    { type: 'message-start', id: 'm1', delta: { message: { toolPlan: '' } } },
    { type: 'tool-plan-delta', delta: { message: { toolPlan: 'p' } } },
    { type: 'tool-call-start', index: 0, delta: { message: { toolCalls: { id: 'c', function: { name: 'f', arguments: '{}' } } } } },
    {
      type: 'message-end',
      delta: {
        finishReason: 'TOOL_CALL',
        usage: { billedUnits: {}, tokens: { inputTokens: 5, outputTokens: 9, reasoningTokens: 4 }, cachedTokens: 2 },
      },
    },
  ]
  const body = {
    id: 'm1',
    message: { toolPlan: 'p', toolCalls: [{ id: 'c', function: { name: 'f', arguments: '{}' } }] },
    finishReason: 'TOOL_CALL',
    usage: { tokens: { inputTokens: 5, outputTokens: 9, reasoningTokens: 4 }, cachedTokens: 2 },
  }
  for (const parts of [read(stream), readBody(body)]) {
    expect(outline(parts)).toEqual(['commentary: p', 'call f: {}'])
    const { usage, finish } = resultOf(parts)
    expect([usage?.input?.value, usage?.output?.value, usage?.reasoning?.value, usage?.cached?.value, finish?.native]).toEqual([
      5,
      9,
      4,
      2,
      'TOOL_CALL',
    ])
    expect(codesOf(parts)).toEqual([])
  }
})

test("a whole answer of Cohere's own client is recognised", () => {
  expect(cohere().recognise?.({ id: 'm1', message: { role: 'assistant' }, finishReason: 'COMPLETE' })).toEqual({})
  expect(cohere().recognise?.({ id: 'm1', message: { role: 'assistant' } })).toBeUndefined()
})

test('a count of 0 beside visible thinking cannot be true; what is billed is no count', () => {
  expect(codesOf(read([content(0, { thinking: 'r' }), end('COMPLETE', { usage: { tokens: { reasoning_tokens: 0 } } })]))).toEqual([
    'implausible-usage',
  ])
  const usage = (tokens: object | undefined) =>
    resultOf(read([content(0, { thinking: 'r' }), end('COMPLETE', { usage: { billed_units: { output_tokens: 3 }, tokens } })])).usage
  expect(usage({ output_tokens: 5, reasoning_tokens: 0 })?.reasoning).toEqual({ value: 0, source: 'implausible' })
  expect(usage(undefined)).toEqual({ raw: { billed_units: { output_tokens: 3 } } })
})

test('what citations are of, they may repeat', () => {
  const channels = (events: object[]) => read(events).flatMap((part) => (part.type === 'native' ? [part.channel] : []))
  expect(
    channels([
      cite({ type: 'TEXT_CONTENT' }),
      cite({ type: 'PLAN' }),
      cite({ type: 'THINKING_CONTENT' }),
      cite({ type: 'NEW' }),
      cite({ text: 'x' }),
    ]),
  ).toEqual(['answer', 'commentary', 'reasoning', 'reasoning', 'answer'])
  expect(channels([content(0, { thinking: 'r' }), cite({ text: 'x' })])).toEqual(['reasoning'])
})

describe('endings', () => {
  test.each([
    ['COMPLETE', 'stop'],
    ['STOP_SEQUENCE', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['TOOL_CALL', 'tool-calls'],
    ['ERROR', 'error'],
    ['TIMEOUT', 'error'],
    ['ERROR_TOXIC', 'content-filter'],
    ['NEW', 'unknown'],
  ])('%s is %s', (native, reason) => expect(resultOf(read([content(0, { text: 'a' }), end(native)])).finish).toEqual({ reason, native }))

  test('COMPLETE after calls', () =>
    expect(resultOf(read([callStart(0, { id: 'c', function: { name: 'f' } }), end()])).finish).toEqual({
      reason: 'tool-calls',
      native: 'COMPLETE',
    }))
  test('a budget that went into thinking', () =>
    expect(resultOf(read([content(0, { thinking: 'r' }), end('MAX_TOKENS')])).finish?.reason).toBe('reasoning-exhausted'))
  test('none', () => {
    expect(resultOf(read([start, content(0, { text: 'a' })])).finish).toEqual({ reason: 'aborted' })
    expect(resultOf(read([start, { type: 'message-end', delta: {} }])).finish).toEqual({ reason: 'unknown' })
    expect(codesOf(read([start]))).toEqual(['missing-finish'])
  })
})

describe('errors', () => {
  test.each([
    ['at the end of a stream', end('ERROR', { error: 'busy' }), { message: 'busy' }, 'ERROR'],
    ['a body', { id: 'x', message: 'invalid api token' }, { message: 'invalid api token' }, undefined],
    ['an event', { type: 'error', message: 'busy', status_code: 503 }, { message: 'busy', status: 503 }, undefined],
    ['an object', { error: { message: 'busy', code: 'overloaded' } }, { message: 'busy', code: 'overloaded' }, undefined],
  ])('%s', (_, event, error, native) => {
    const result = resultOf(read([content(0, { text: 'a' }), event]))
    expect(result.errors).toEqual([{ ...error, native: event }])
    expect(result.finish).toEqual({ reason: 'error', ...(native && { native }) })
    expect([result.answer, result.warnings]).toEqual(['a', []])
  })
})

test.each([
  ['a plan', plan(5)],
  ['a content', { type: 'content-start', index: 0, delta: { message: { content: 5 } } }],
  ['a call', callStart(0, 5 as never)],
])('%s of another type is kept, hidden and reported', (_, event) => {
  const parts = read([event, end()])
  expect(codesOf(parts)).toEqual(['wrong-type'])
  expect(parts.filter((part) => part.type === 'native')).toMatchObject([{ channel: 'reasoning' }])
})

test('log probabilities, a debugging prompt and new fields are kept, hidden; new events are reported too', () => {
  const parts = read([
    { ...content(0, { text: 'a' }), logprobs: { tokens: [1] } },
    { type: 'debug', prompt: 'p' },
    { type: 'dream-delta', delta: 1 },
    end(),
  ])
  expect(parts.flatMap((part) => (part.type === 'native' ? [[part.event, part.channel]] : []))).toEqual([
    ['response.logprobs', 'reasoning'],
    ['response.prompt', 'reasoning'],
    ['dream-delta', 'reasoning'],
  ])
  expect(codesOf(parts)).toEqual(['unknown-event'])
})

test('text before the damage counts', () => {
  const result = resultOf(
    readText(`event: content-delta\ndata: ${JSON.stringify(content(0, { thinking: 'before' }))}\n\ndata: {"type":"content-d`),
  )
  expect([result.reasoning, result.finish?.reason]).toEqual(['before', 'aborted'])
  expect(result.warnings.map(({ code }) => code)).toEqual(['invalid-json', 'missing-finish'])
})

describe('arguments that are null are an empty object', () => {
  const f = (args: string) => ({ id: 'c', type: 'function', function: { name: 'f', arguments: args } })
  const argumentsIn = (parts: readonly Part[]) => resultOf(parts).toolCalls.map((call) => call.arguments)
  const streamed = (pieces: string[], ...ending: object[]) =>
    argumentsIn(read([start, callStart(0, f('')), ...pieces.map((piece) => callDelta(0, piece)), ...ending]))

  test('whole, and in a stream, wherever it is cut', () => {
    const body = { id: 'm1', message: { role: 'assistant', tool_calls: [f('null'), f('{"a":1}')] }, finish_reason: 'TOOL_CALL' }
    expect(argumentsIn(readBody(body))).toEqual(['{}', '{"a":1}'])
    for (const pieces of [['null'], ['n', 'ul', 'l']]) {
      expect(streamed(pieces, callEnd(0), end('TOOL_CALL'))).toEqual(['{}'])
      expect(streamed(pieces, end('TOOL_CALL'))).toEqual(['{}'])
    }
  })

  test('and what only begins alike is what it is', () => {
    expect(streamed(['n', 'ullify'], callEnd(0), end('TOOL_CALL'))).toEqual(['nullify'])
    expect(streamed(['nu'], end('MAX_TOKENS'))).toEqual(['nu'])
    expect(streamed([], callEnd(0), end('TOOL_CALL'))).toEqual([''])
  })
})
