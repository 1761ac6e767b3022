import type { Part } from '@reason/core'
import type { NativePart } from '@reason/core/parts'
import { describe, expect, test } from 'vitest'
import { openaiChat } from '../../src/index.ts'
import { body, chunk, codesOf, outline, readBody, readDone } from './chunks.ts'

const nativesOf = (parts: readonly Part[]): NativePart[] => parts.filter((part) => part.type === 'native')
const brief = (parts: readonly Part[]) => nativesOf(parts).map(({ event, channel, value }) => [event, channel, value])

test('constants of the response go with its start, once', () => {
  const rest = { system_fingerprint: 'fp', service_tier: 'default', provider: 'Anthropic' }
  const parts = readDone([chunk({ content: 'a' }, null, rest), chunk({}, 'stop', rest)])
  expect(parts[0]).toEqual({ type: 'start', id: 'chatcmpl-1', model: 'm', created: 1_700_000_000, native: rest })
  expect(nativesOf(parts)).toEqual([])
})

test('one that changes is said again', () => {
  const parts = readDone([chunk({ content: 'a' }, null, { service_tier: 'auto' }), chunk({}, 'stop', { service_tier: 'default' })])
  expect(brief(parts)).toEqual([['service_tier', undefined, 'default']])
})

test('a long one is no constant, which a writer would repeat in every frame', () => {
  const rest = { system_fingerprint: 'f'.repeat(1025) }
  const parts = readDone([chunk({ content: 'a' }, null, rest), chunk({}, 'stop', rest)])
  expect(parts[0]).not.toHaveProperty('native')
  expect(brief(parts)).toEqual([['system_fingerprint', undefined, rest.system_fingerprint]])
})

test('padding is dropped', () => {
  expect(nativesOf(readDone([chunk({ content: 'a' }, null, { obfuscation: 'x' }), chunk({}, 'stop', { p: 'abc' })]))).toEqual([])
})

test('what holds no text of the model has no channel', () => {
  const timings = { predicted_n: 3 }
  const parts = readDone([
    chunk({ content: 'a', annotations: [{ type: 'url_citation' }], provider_metadata: {} }, null, { timings }),
    chunk({}, 'stop'),
  ])
  expect(brief(parts)).toEqual([
    ['timings', undefined, timings],
    ['message.annotations', undefined, [{ type: 'url_citation' }]],
  ])
})

test.each(['reasoning_content', 'reasoning', 'thinking'])('speech of a message with a thought (%s) may repeat that', (field) => {
  const audio = { id: 'audio_1', transcript: 'Hm. Four.' }
  expect(brief(readBody(body({ content: null, [field]: 'Hm.', audio })))).toEqual([['message.audio', 'reasoning', audio]])
  expect(brief(readDone([chunk({ [field]: 'Hm.', audio }), chunk({}, 'stop')]))).toEqual([['message.audio', 'reasoning', audio]])
  expect(brief(readBody(body({ content: null, audio })))).toEqual([['message.audio', 'answer', audio]])
})

test('everything unknown might show reasoning, and is marked so', () => {
  const verbose = { prompt: 'p', content: '<think>r</think>' }
  const parts = readDone([chunk({ content: 'a', musings: [1] }, null, { __verbose: verbose, anything: 'x' }), chunk({}, 'stop')])
  expect(brief(parts)).toEqual([
    ['__verbose', 'reasoning', verbose],
    ['anything', 'reasoning', 'x'],
    ['message.musings', 'reasoning', [1]],
  ])
})

test('log probabilities repeat the text that they come with', () => {
  const logprobs = { content: [{ token: 't', logprob: -1 }] }
  const event = (delta: unknown) => ({ ...chunk({}), choices: [{ index: 0, delta, finish_reason: null, logprobs }] })
  expect(brief(readDone([event({ content: 'a' }), chunk({}, 'stop')]))).toEqual([['choice.logprobs', 'answer', logprobs]])
  // A tag's own token comes with the role; after reasoning, their owner is unknown.
  for (const delta of [
    { role: 'assistant', content: null },
    { reasoning_content: 'r' },
    { reasoning: 'r', content: 'a' },
    { thinking: 'r', content: 'a' },
  ]) {
    expect(brief(readDone([event(delta), chunk({}, 'stop')]))).toEqual([['choice.logprobs', 'reasoning', logprobs]])
  }
  expect(brief(readDone([chunk({ reasoning_content: 'r' }), event({ content: 'a' }), chunk({}, 'stop')]))).toEqual([
    ['choice.logprobs', 'reasoning', logprobs],
  ])
})

test('empty placeholders are nothing', () => {
  const message = { content: 'a', audio: null, annotations: [], function_call: null, extra: {}, other: '' }
  expect(nativesOf(readBody(body(message, 'stop', { metrics: null, web_search: [] })))).toEqual([])
})

test('the first frame of Azure, which has no id and no choices, comes after the start', () => {
  const filter = [{ prompt_index: 0, content_filter_results: { hate: { filtered: false } } }]
  const parts = readDone([
    { choices: [], created: 0, id: '', model: '', object: '', prompt_filter_results: filter },
    chunk({ content: 'a' }),
    chunk({}, 'stop'),
  ])
  expect(parts[0]).toEqual({ type: 'start', id: 'chatcmpl-1', model: 'm', created: 1_700_000_000 })
  expect(parts[1]).toEqual({ type: 'native', wire: 'openai-chat', event: 'prompt_filter_results', value: filter })
  expect(brief(parts)).toHaveLength(1)
})

describe('unknown fields of tool calls', () => {
  const call = {
    id: 'a',
    type: 'function',
    x: 1,
    extra_content: { google: { thought_signature: 'SIG' }, acme: [2] },
    function: { name: 'f', arguments: '{}', y: [3] },
  }
  const asRead = [
    ['call.x', 'reasoning', 1],
    ['call.extra_content', undefined, call.extra_content],
    ['call.function.y', 'reasoning', [3]],
  ]
  const written = { ...call, function: { name: 'f', arguments: '{}', y: [3] } }
  const streams: [name: string, pieces: object[]][] = [
    ['in the first piece', [{ index: 0, ...call }]],
    [
      'before the name',
      [
        { index: 0, id: 'a', x: 1, extra_content: call.extra_content },
        { index: 0, function: call.function },
      ],
    ],
    [
      'behind it',
      [
        { index: 0, id: 'a', function: { name: 'f', arguments: '{}' } },
        { ...call, index: 0, function: { y: [3] } },
      ],
    ],
  ]

  test.each(streams)('are native parts of the call: %s', (_, pieces) => {
    const parts = readDone([...pieces.map((piece) => chunk({ tool_calls: [piece] })), chunk({}, 'tool_calls')])
    expect(brief(parts)).toEqual(asRead)
    expect(nativesOf(parts).every(({ item }) => item === 0)).toBe(true)
    expect(joined(openaiChat(), parts)).toEqual(written)
    expect(openaiChat().writeResponse(parts, { native: 'all' })).toMatchObject({ choices: [{ message: { tool_calls: [written] } }] })
  })

  test('are in whole answers, too', () => {
    const parts = readBody(body({ content: null, tool_calls: [{ id: 'b', function: { name: 'g', arguments: '{}' } }, call] }, 'tool_calls'))
    expect(brief(parts)).toEqual(asRead)
    expect(nativesOf(parts).every(({ item }) => item === 1)).toBe(true)
    expect(openaiChat().writeResponse(parts, { native: 'all' })).toMatchObject({
      choices: [{ message: { tool_calls: [{ id: 'b' }, written] } }],
    })
  })

  test('are said once, where every piece repeats them', () => {
    const piece = (args: string) => ({ index: 0, x: 1, function: { arguments: args } })
    const parts = readDone([
      chunk({ tool_calls: [{ ...piece('{'), id: 'a', function: { name: 'f', arguments: '{' } }] }),
      chunk({ tool_calls: [piece('}')] }),
    ])
    expect(brief(parts)).toEqual([['call.x', 'reasoning', 1]])
  })

  test('are only those that hold no text of the model, where reasoning may not be shown', () => {
    const parts = readDone([chunk({ tool_calls: [{ index: 0, ...call }] }), chunk({}, 'tool_calls')])
    const writer = openaiChat().createWriter()
    const [first] = parts.flatMap((part) => writer.push(part)).filter(({ data }) => data.includes('tool_calls'))
    // With the signature: clients read it in the first piece of a call, or never.
    expect(JSON.parse(first!.data)).toMatchObject({
      choices: [{ delta: { tool_calls: [{ id: 'a', extra_content: call.extra_content }] } }],
    })
    expect(first!.data).not.toMatch(/"[xy]":/)
    const none = openaiChat().writeResponse(parts, { native: 'none' })
    expect(JSON.stringify(none)).toContain('"extra_content":{"google":{"thought_signature":"SIG"}}')
    expect(JSON.stringify(none)).not.toContain('acme')
  })

  test('of a function that stands beside the id are none', () => {
    expect(brief(readDone([chunk({ tool_calls: [{ index: 0, id: 'a', name: 'f', arguments: '{}' }] }), chunk({}, 'tool_calls')]))).toEqual(
      [],
    )
  })
})

/** The call that a client puts together from its pieces. */
function joined(wire: ReturnType<typeof openaiChat>, parts: readonly Part[]): unknown {
  const writer = wire.createWriter({ native: 'all' })
  const frames = parts.flatMap((part) => writer.push(part)).filter(({ data }) => data.startsWith('{'))
  type Piece = Record<string, unknown> & { function?: { arguments?: string } }
  const pieces = frames.flatMap(
    ({ data }) => (JSON.parse(data) as { choices: { delta: { tool_calls?: Piece[] } }[] }).choices[0]?.delta.tool_calls ?? [],
  )
  const { index: _, ...call } = Object.assign({}, ...pieces) as Piece
  return {
    ...call,
    function: {
      ...Object.assign({}, ...pieces.map((piece) => piece.function)),
      arguments: pieces.map((piece) => piece.function?.arguments).join(''),
    },
  }
}

describe('frames that are no chunks', () => {
  const read = (frames: { event?: string; data: string }[]) => {
    const reader = openaiChat().createReader()
    return [...frames.flatMap((frame) => reader.pushFrame(frame)), ...reader.end()]
  }
  const first = { data: JSON.stringify(chunk({ content: 'a' }, 'stop')) }

  test('no JSON', () => {
    const parts = read([first, { data: '{"choices":[{"delta"' }, { data: 'nonsense' }])
    expect(codesOf(parts)).toEqual(['invalid-json'])
    expect(brief(parts)).toEqual([
      ['frame.invalid-json', 'reasoning', '{"choices":[{"delta"'],
      ['frame.invalid-json', 'reasoning', 'nonsense'],
    ])
    expect(outline(parts)).toEqual(['answer: a'])
  })

  test('unknown events are reported once a kind', () => {
    const parts = read([
      first,
      { event: 'progress', data: '{"n":1}' },
      { event: 'progress', data: '{"n":2}' },
      { data: '{"type":"odd"}' },
      { data: '7' },
    ])
    expect(codesOf(parts)).toEqual(['unknown-event', 'unknown-event', 'unknown-event'])
    expect(brief(parts).map(([event]) => event)).toEqual(['frame.progress', 'frame.progress', 'frame.odd', 'frame.number'])
  })

  test('pings and empty frames are nothing; an event name on a chunk does not matter', () => {
    const parts = read([
      { event: 'ping', data: '{}' },
      { data: '{"type":"ping"}' },
      { data: '' },
      { event: 'message', ...first },
      { data: ' [DONE] ' },
    ])
    expect(outline(parts)).toEqual(['answer: a'])
    expect(codesOf(parts)).toEqual([])
    expect(nativesOf(parts)).toEqual([])
  })
})

test('choices of another type are reported', () => {
  for (const choices of [{}, { 0: {} }, 'x', 3])
    expect(codesOf(readDone([{ ...chunk({}), choices }, chunk({}, 'stop')]))).toEqual(
      choices instanceof Object && Object.keys(choices).length === 0 ? [] : ['wrong-type'],
    )
  expect(codesOf(readDone([{ ...chunk({}), choices: [null, 'x', 7] }, chunk({}, 'stop')]))).toEqual(['wrong-type'])
})

const token = (text: string) => ({ token: text, logprob: -1, bytes: null, top_logprobs: [] })

test.each([
  [
    'log probabilities',
    'choice',
    [{ logprobs: { content: [token('a')], refusal: null } }, { logprobs: { content: [token('b'), token('c')], refusal: null } }],
    { logprobs: { content: [token('a'), token('b'), token('c')], refusal: null } },
  ],
  [
    'log probabilities that are missing in between',
    'choice',
    [{ logprobs: { content: [token('a')] } }, {}],
    { logprobs: { content: [token('a')] } },
  ],
  ['annotations', 'delta', [{ annotations: [{ n: 1 }] }, { annotations: [{ n: 2 }] }], { annotations: [{ n: 1 }, { n: 2 }] }],
  ['images', 'delta', [{ images: [{ n: 1 }] }, { images: [{ n: 2 }] }], { images: [{ n: 1 }, { n: 2 }] }],
  [
    'speech',
    'delta',
    [{ audio: { id: 'x', data: 'AA', transcript: 'Fo' } }, { audio: { data: 'BB', transcript: 'ur.', expires_at: 7 } }],
    { audio: { id: 'x', data: 'AABB', transcript: 'Four.', expires_at: 7 } },
  ],
  ['a count that grows is the last one', 'choice', [{ seed: 1 }, { seed: 2 }], { seed: 2 }],
  [
    'a list that is no piece is the last one',
    'choice',
    [{ content_filter_results: [1] }, { content_filter_results: [2] }],
    { content_filter_results: [2] },
  ],
] as const)('a stream in one body: %s', (_, place, pieces, expected) => {
  const events = pieces.map((fields) => ({
    ...chunk({}),
    choices: [
      { index: 0, delta: { content: 'x', ...(place === 'delta' && fields) }, finish_reason: null, ...(place === 'choice' && fields) },
    ],
  }))
  const { choices } = openaiChat().writeResponse(readDone([...events, chunk({}, 'stop')])) as { choices: { message: object }[] }
  expect(place === 'delta' ? choices[0]!.message : choices[0]).toMatchObject(expected)
})

test('the response that follows a native part of another format has its own identity', () => {
  const writer = openaiChat().createWriter({ native: 'safe', createId: () => 'made' })
  const frames = [
    { type: 'native', wire: 'reason', event: 'wire', value: {}, choice: 0 } as const,
    { type: 'start', id: 'chatcmpl-1', model: 'm', created: 1 } as const,
    { type: 'block-start', block: 0, channel: 'answer' } as const,
    { type: 'delta', block: 0, channel: 'answer', text: 'A' } as const,
  ].flatMap((part) => writer.push(part))
  expect(frames.map(({ data }) => (JSON.parse(data) as { id: string }).id)).toEqual(['chatcmpl-1', 'chatcmpl-1'])
})
