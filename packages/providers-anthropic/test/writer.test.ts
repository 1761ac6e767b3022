import type { Part } from '@reason/core'
import type { Seal } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { block } from '@reason/exchanges/parts'
import { describe, expect, test } from 'vitest'
import { wire, write as framesOf } from './events.ts'

const start: Part = { type: 'start', id: 'msg_1', model: 'm' }
const own = (kind: Seal['kind'], value: string): Seal => ({ kind, value, issuer: { wire: 'anthropic-messages', model: 'm' } })
const foreign: Seal = { kind: 'signature', value: 'F', issuer: { wire: 'bedrock-converse' } }
const callStart = (call: number, name = 'f', rest: object = {}): Part => ({
  type: 'tool-call-start',
  call,
  id: `toolu_${call}`,
  name,
  ...rest,
})
const callText = (call: number, text: string): Part => ({ type: 'tool-call-delta', call, text })
const callEnd = (call: number): Part => ({ type: 'tool-call-end', call })
const done = (reason: 'stop' | 'tool-calls' | 'length' = 'stop'): Part[] => [{ type: 'finish', reason }, { type: 'end' }]

/** The blocks as one line each event: `0 start thinking`, `0 thinking_delta: a`, `0 stop`. */
const lines = (parts: readonly Part[], options: WriterOptions = {}): string[] =>
  framesOf(parts, options).flatMap(({ event, data }) => {
    const { index, content_block, delta } = JSON.parse(data)
    if (event === 'content_block_start') return [`${index} start ${content_block.type}`]
    if (event === 'content_block_stop') return [`${index} stop`]
    if (event !== 'content_block_delta') return []
    return [`${index} ${delta.type}: ${delta.text ?? delta.thinking ?? delta.signature ?? delta.partial_json ?? 'citation'}`]
  })

const contentOf = (parts: readonly Part[], options: WriterOptions = {}) =>
  (wire.writeResponse(parts, options) as { content: unknown[] }).content

function lossesOf(parts: readonly Part[], options: WriterOptions = {}): string[] {
  const said: string[] = []
  framesOf(parts, { ...options, onWarning: ({ code, message }) => said.push(`${code}: ${message}`) })
  return said
}

test('a response, event by event', () => {
  const parts: Part[] = [
    start,
    {
      type: 'usage',
      usage: {
        input: { value: 10, source: 'reported' },
        output: { value: 1, source: 'reported' },
        raw: { input_tokens: 10, output_tokens: 1 },
      },
    },
    ...block(0, 'reasoning', ['2 + 2'], [own('signature', 'Sig')]),
    ...block(1, 'answer', ['It is ', '4.']),
    callStart(0, 'add'),
    callText(0, '{"a":1}'),
    callEnd(0),
    {
      type: 'usage',
      usage: {
        input: { value: 10, source: 'reported' },
        output: { value: 7, source: 'reported' },
        raw: { input_tokens: 10, output_tokens: 7 },
      },
    },
    ...done('tool-calls'),
  ]
  const frames = framesOf(parts)
  expect(frames.every(({ event, data }) => JSON.parse(data).type === event)).toBe(true)
  expect(frames.map(({ data }) => JSON.parse(data))).toEqual([
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 10, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: '2 + 2' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'Sig' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'It is ' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: '4.' } },
    { type: 'content_block_stop', index: 1 },
    { type: 'content_block_start', index: 2, content_block: { type: 'tool_use', id: 'toolu_0', name: 'add', input: {} } },
    { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"a":1}' } },
    { type: 'content_block_stop', index: 2 },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { input_tokens: 10, output_tokens: 7 } },
    { type: 'message_stop' },
  ])
  expect(wire.writeResponse(parts)).toEqual({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [
      { type: 'thinking', thinking: '2 + 2', signature: 'Sig' },
      { type: 'text', text: 'It is 4.' },
      { type: 'tool_use', id: 'toolu_0', name: 'add', input: { a: 1 } },
    ],
    stop_reason: 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 7 },
  })
})

describe('seals', () => {
  test('a thought of which only the signature is left', () => {
    expect(contentOf([start, ...block(0, 'reasoning', [], [own('signature', 'S')], 'hidden'), ...done()])).toEqual([
      { type: 'thinking', thinking: '', signature: 'S' },
    ])
  })

  test('redacted thinking', () => {
    const parts = [start, ...block(0, 'reasoning', [], [own('redacted', 'R')], 'hidden'), ...done()]
    expect(contentOf(parts)).toEqual([{ type: 'redacted_thinking', data: 'R' }])
    expect(lines(parts)).toEqual(['0 start redacted_thinking', '0 stop'])
  })

  test('one of another issuer is never written, and neither is a block that has nothing else', () => {
    const parts = [
      start,
      ...block(0, 'reasoning', ['a'], [foreign]),
      ...block(1, 'reasoning', [], [foreign], 'hidden'),
      ...block(2, 'answer', ['x']),
      ...done(),
    ]
    expect(contentOf(parts)).toEqual([
      { type: 'thinking', thinking: 'a', signature: '' },
      { type: 'text', text: 'x' },
    ])
    expect(JSON.stringify(framesOf(parts))).not.toContain('"F"')
    expect(lossesOf(parts)).toEqual([
      "not-carried: Left out: seals of other issuers. Anthropic's format has no field for this.",
      "not-carried: Left out: reasoning blocks without text. Anthropic's format has no field for this.",
    ])
  })
})

describe('blocks come one after the other', () => {
  const rows: [name: string, parts: Part[], lines: string[]][] = [
    [
      'calls that end with the response (Chat Completions), each closed when its arguments are whole',
      [callStart(0), callText(0, '{"a":'), callText(0, '"}"}'), callStart(1, 'g'), callText(1, '{}'), callEnd(0), callEnd(1)],
      [
        '0 start tool_use',
        '0 input_json_delta: {"a":',
        '0 input_json_delta: "}"}',
        '0 stop',
        '1 start tool_use',
        '1 input_json_delta: {}',
        '1 stop',
      ],
    ],
    [
      'calls whose pieces alternate',
      [callStart(0), callText(0, '{'), callStart(1, 'g'), callText(1, '{'), callText(0, '}'), callText(1, '}'), callEnd(0), callEnd(1)],
      [
        '0 start tool_use',
        '0 input_json_delta: {',
        '0 input_json_delta: }',
        '0 stop',
        '1 start tool_use',
        '1 input_json_delta: {',
        '1 input_json_delta: }',
        '1 stop',
      ],
    ],
    [
      'blocks that overlap',
      [
        { type: 'block-start', block: 0, channel: 'reasoning' },
        { type: 'delta', block: 0, channel: 'reasoning', text: 'a' },
        { type: 'block-start', block: 1, channel: 'answer' },
        { type: 'delta', block: 1, channel: 'answer', text: 'x' },
        { type: 'delta', block: 0, channel: 'reasoning', text: 'b' },
        { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
        { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
      ],
      [
        '0 start thinking',
        '0 thinking_delta: a',
        '0 stop',
        '1 start text',
        '1 text_delta: x',
        '1 stop',
        '2 start thinking',
        '2 thinking_delta: b',
        '2 stop',
      ],
    ],
    [
      'blocks and calls without an end',
      [block(0, 'answer', ['x'])[1]!, callStart(0), callText(0, '{')],
      ['0 start text', '0 text_delta: x', '0 stop', '1 start tool_use', '1 input_json_delta: {', '1 stop'],
    ],
    [
      'empty blocks are left out',
      [...block(0, 'answer', []), ...block(1, 'reasoning', []), ...block(2, 'answer', ['x'])],
      ['0 start text', '0 text_delta: x', '0 stop'],
    ],
    [
      'text after the finish',
      [...block(0, 'answer', ['x']), { type: 'finish', reason: 'stop' }, ...block(1, 'answer', ['y'])],
      ['0 start text', '0 text_delta: x', '0 stop', '1 start text', '1 text_delta: y', '1 stop'],
    ],
  ]
  test.each(rows)('%s', (_, parts, expected) => expect(lines([start, ...parts, ...done()])).toEqual(expected))
})

describe('commentary', () => {
  const parts = [start, ...block(0, 'commentary', ['c']), ...block(1, 'answer', ['x']), ...done()]
  test('is hidden with the reasoning', () =>
    expect(contentOf(parts)).toEqual([
      { type: 'thinking', thinking: 'c', signature: '' },
      { type: 'text', text: 'x' },
    ]))
  test('goes into the answer where asked', () =>
    expect(contentOf(parts, { commentary: 'answer' })).toEqual([
      { type: 'text', text: 'c' },
      { type: 'text', text: 'x' },
    ]))
  test('is dropped where asked', () => {
    expect(contentOf(parts, { commentary: 'drop' })).toEqual([{ type: 'text', text: 'x' }])
    expect(lossesOf(parts, { commentary: 'drop' })).toEqual([
      "not-carried: Left out: commentary. Anthropic's format has no field for this.",
    ])
  })
})

describe('calls', () => {
  test('names of tools are those that the client offered', () => {
    const parts = [start, callStart(0, 'functions.get-weather'), callText(0, '{}'), callEnd(0), ...done('tool-calls')]
    expect(contentOf(parts, { tools: ['get_weather'] })).toMatchObject([{ name: 'get_weather' }])
    expect(contentOf(parts)).toMatchObject([{ name: 'get-weather' }])
  })

  test('ids are made up where there are none, and never twice the same', () => {
    const bare = (call: number): Part[] => [{ type: 'tool-call-start', call, name: 'f' }, callEnd(call)]
    const ids = (list: unknown[]) => (list as { id: string }[]).map(({ id }) => id)
    expect(
      ids(
        contentOf([
          start,
          ...bare(0),
          ...bare(1),
          callStart(2),
          callEnd(2),
          { ...callStart(3), id: 'toolu_2' } as Part,
          ...done('tool-calls'),
        ]),
      ),
    ).toEqual(['toolu_1_0', 'toolu_1_1', 'toolu_2', 'toolu_1_2'])
    expect(ids(contentOf([start, ...bare(0), ...done()], { createId: (kind, n) => `${kind}-${n}` }))).toEqual(['call-0'])
  })

  test('free text becomes a field of an object, as arguments must be one', () => {
    const parts = [
      start,
      callStart(0, 'run', { contentType: 'custom' }),
      callText(0, 'print("'),
      callText(0, 'ä")\n'),
      callEnd(0),
      ...done('tool-calls'),
    ]
    expect(contentOf(parts)).toMatchObject([{ input: { input: 'print("ä")\n' } }])
  })

  test("Harmony's code is JSON where it looks so", () => {
    const call = (text: string) => [
      start,
      callStart(0, 'f', { contentType: 'code' }),
      callText(0, ' '),
      callText(0, text),
      callEnd(0),
      ...done('tool-calls'),
    ]
    expect(contentOf(call('{"a":1}'))).toMatchObject([{ input: { a: 1 } }])
    expect(contentOf(call('1 + 1'))).toMatchObject([{ input: { input: ' 1 + 1' } }])
  })

  test('arguments that are no JSON: as they are in a stream, in an object in a body', () => {
    const parts = [start, callStart(0), callText(0, '{"a'), callEnd(0), ...done('tool-calls')]
    expect(lines(parts)).toEqual(['0 start tool_use', '0 input_json_delta: {"a', '0 stop'])
    expect(contentOf(parts)).toMatchObject([{ input: { input: '{"a' } }])
  })
})

describe('stop reasons', () => {
  const rows: [finish: Part, word: string][] = [
    [{ type: 'finish', reason: 'stop' }, 'end_turn'],
    [{ type: 'finish', reason: 'stop', native: 'pause_turn' }, 'pause_turn'],
    [{ type: 'finish', reason: 'stop', native: 'eos' }, 'end_turn'],
    [{ type: 'finish', reason: 'length' }, 'max_tokens'],
    [{ type: 'finish', reason: 'length', native: 'model_context_window_exceeded' }, 'model_context_window_exceeded'],
    [{ type: 'finish', reason: 'reasoning-exhausted', native: 'max_tokens' }, 'max_tokens'],
    [{ type: 'finish', reason: 'reasoning-exhausted', native: 'length' }, 'max_tokens'],
    [{ type: 'finish', reason: 'content-filter' }, 'refusal'],
    [{ type: 'finish', reason: 'refusal' }, 'refusal'],
    [{ type: 'finish', reason: 'no-final' }, 'end_turn'],
    [{ type: 'finish', reason: 'unknown' }, 'end_turn'],
    [{ type: 'finish', reason: 'length', native: 'end_turn' }, 'max_tokens'],
    // Clients would answer a call that is not there.
    [{ type: 'finish', reason: 'tool-calls', native: 'tool_use' }, 'end_turn'],
  ]
  test.each(rows)('%o is %s', (finish, word) => {
    expect(wire.writeResponse([start, ...block(0, 'answer', ['x']), finish, { type: 'end' }])).toMatchObject({ stop_reason: word })
  })

  test('an answer that a filter of another provider ended says so, as Messages has no word for that', () => {
    const message = wire.writeResponse([start, { type: 'finish', reason: 'content-filter' }, { type: 'end' }])
    const explanation = 'A content filter of the provider ended the answer.'
    expect(message).toMatchObject({ stop_reason: 'refusal', stop_details: { type: 'refusal', category: null, explanation } })
  })

  test('a call is never overlooked', () => {
    expect(wire.writeResponse([start, callStart(0), callEnd(0), { type: 'finish', reason: 'stop', native: 'stop' }])).toMatchObject({
      stop_reason: 'tool_use',
    })
  })
})

describe('usage', () => {
  const usageOf = (usage: Part) => (wire.writeResponse([start, usage, ...block(0, 'answer', ['x']), ...done()]) as { usage: unknown }).usage

  test('of this format goes back as it was', () => {
    const raw = { input_tokens: 6, cache_read_input_tokens: 20, output_tokens: 7, service_tier: 'standard' }
    expect(
      usageOf({ type: 'usage', usage: { input: { value: 6, source: 'reported' }, output: { value: 7, source: 'reported' }, raw } }),
    ).toEqual(raw)
  })

  test('of another one: what was cached is no input here', () => {
    const count = (value: number) => ({ value, source: 'reported' as const })
    expect(
      usageOf({
        type: 'usage',
        usage: { input: count(100), cached: count(40), output: count(9), reasoning: count(5), raw: { prompt_tokens: 100 } },
      }),
    ).toEqual({ input_tokens: 60, cache_read_input_tokens: 40, output_tokens: 9, output_tokens_details: { thinking_tokens: 5 } })
    expect(
      usageOf({
        type: 'usage',
        usage: {
          input: count(100),
          cached: count(40),
          output: count(9),
          raw: { input_tokens: 100, output_tokens: 9, input_tokens_details: { cached_tokens: 40 }, total_tokens: 109 },
        },
      }),
    ).toEqual({ input_tokens: 60, cache_read_input_tokens: 40, output_tokens: 9 })
  })

  test.each([
    [{ prompt_tokens: 100, completion_tokens: 9, prompt_tokens_details: { cached_tokens: 40, cache_write_tokens: 50 } }],
    [{ input_tokens: 100, output_tokens: 9, input_tokens_details: { cached_tokens: 40, cache_write_tokens: 50 }, total_tokens: 109 }],
  ])('of another one: nor is what went into the cache: %j', (raw) => {
    const count = (value: number) => ({ value, source: 'reported' as const })
    expect(usageOf({ type: 'usage', usage: { input: count(100), cached: count(40), output: count(9), raw } })).toEqual({
      input_tokens: 10,
      cache_creation_input_tokens: 50,
      cache_read_input_tokens: 40,
      output_tokens: 9,
    })
  })

  const converse = { inputTokens: 6, cacheReadInputTokens: 100, cacheWriteInputTokens: 50, outputTokens: 9, totalTokens: 165 }
  const attempts = [
    { input_tokens: 4, cache_read_input_tokens: 60, output_tokens: 1 },
    { input_tokens: 2, cache_read_input_tokens: 40, cache_creation_input_tokens: 50, output_tokens: 8 },
  ]
  test.each([
    ['Converse', converse],
    ['several attempts of this one', attempts],
  ])('what stood beside the input still does: of %s', (_, raw) => {
    const count = (value: number) => ({ value, source: 'reported' as const })
    expect(usageOf({ type: 'usage', usage: { input: count(6), cached: count(100), output: count(9), raw } })).toEqual({
      input_tokens: 6,
      cache_creation_input_tokens: 50,
      cache_read_input_tokens: 100,
      output_tokens: 9,
    })
  })

  test('is 0 without a report, and one that comes after the finish counts', () => {
    expect(wire.writeResponse([start, ...block(0, 'answer', ['x']), ...done()])).toMatchObject({
      usage: { input_tokens: 0, output_tokens: 0 },
    })
    const late: Part = { type: 'usage', usage: { output: { value: 3, source: 'reported' }, raw: {} } }
    expect(
      wire.writeResponse([start, ...block(0, 'answer', ['x']), { type: 'finish', reason: 'stop' }, late, { type: 'end' }]),
    ).toMatchObject({ usage: { output_tokens: 3 } })
  })
})

describe('errors', () => {
  const failing = (error: Extract<Part, { type: 'error' }>['error']): Part[] => [
    start,
    ...block(0, 'answer', ['x']),
    { type: 'error', error },
    ...block(1, 'answer', ['y']),
    { type: 'finish', reason: 'error' },
    { type: 'end' },
  ]
  const rows: [error: Extract<Part, { type: 'error' }>['error'], type: string][] = [
    [{ message: 'm', native: { type: 'overloaded_error' } }, 'overloaded_error'],
    [{ message: 'm', status: 429 }, 'rate_limit_error'],
    [{ message: 'm', code: 404 }, 'not_found_error'],
    [{ message: 'm', code: 'rate_limit_error' }, 'rate_limit_error'],
    [{ message: 'm', status: 422 }, 'invalid_request_error'],
    [{ message: 'm', status: 502, native: { type: 'toString' } }, 'api_error'],
  ]
  test.each(rows)('%o is a %s, and the last event', (error, type) => {
    const frames = framesOf(failing(error))
    expect(frames.at(-1)).toEqual({ event: 'error', data: JSON.stringify({ type: 'error', error: { type, message: 'm' } }) })
    expect(frames.some(({ event }) => event === 'message_stop')).toBe(false)
    expect(wire.writeResponse(failing(error))).toMatchObject({
      content: [{ type: 'text', text: 'x' }],
      stop_reason: null,
      error: { type, message: 'm' },
    })
  })

  test('an unexpected ending is never a success', () => {
    const cut: Part[] = [start, ...block(0, 'answer', ['x'])]
    for (const parts of [
      cut,
      [...cut, { type: 'finish', reason: 'aborted' } as Part],
      [...cut, { type: 'finish', reason: 'error' } as Part],
      [],
    ]) {
      expect(framesOf(parts).at(-1)).toMatchObject({ event: 'error' })
    }
  })

  test('a failure before any content is an error body', () => {
    expect(
      wire.writeResponse([{ type: 'error', error: { message: 'no', status: 401 } }, { type: 'finish', reason: 'error' }, { type: 'end' }]),
    ).toEqual({ type: 'error', error: { type: 'authentication_error', message: 'no' } })
  })
})

describe('native parts', () => {
  const native = (event: string, value: unknown, rest: object = {}): Part => ({
    type: 'native',
    wire: 'anthropic-messages',
    event,
    value,
    ...rest,
  })
  const use = { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'q' } }

  test('server tools go back in their place', () => {
    const parts = [start, ...block(0, 'answer', ['x']), native('server_tool_use', use), ...block(1, 'answer', ['y']), ...done()]
    expect(contentOf(parts)).toEqual([{ type: 'text', text: 'x' }, use, { type: 'text', text: 'y' }])
    expect(lines(parts)).toEqual([
      '0 start text',
      '0 text_delta: x',
      '0 stop',
      '1 start server_tool_use',
      '1 input_json_delta: {"query":"q"}',
      '1 stop',
      '2 start text',
      '2 text_delta: y',
      '2 stop',
    ])
  })

  test('citations, the caller of a tool, and what a message says beside its content', () => {
    const [opening, delta, closing] = block(0, 'answer', ['x']) as [Part, Part, Part]
    const citation = { type: 'char_location', cited_text: 'c' }
    const parts = [
      start,
      opening,
      delta,
      native('citation', citation),
      closing,
      native('tool_use.caller', { type: 'direct' }),
      callStart(0),
      callEnd(0),
      native('container', { id: 'c' }),
      native('stop_sequence', 'END'),
      ...done('tool-calls'),
    ]
    expect(wire.writeResponse(parts)).toMatchObject({
      content: [
        { text: 'x', citations: [citation] },
        { name: 'f', caller: { type: 'direct' } },
      ],
      container: { id: 'c' },
      stop_sequence: 'END',
    })
    expect(framesOf(parts).map(({ data }) => JSON.parse(data))).toMatchObject(
      expect.arrayContaining([
        { type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation } },
        {
          type: 'content_block_start',
          index: 1,
          content_block: { type: 'tool_use', id: 'toolu_0', name: 'f', input: {}, caller: { type: 'direct' } },
        },
        {
          type: 'message_delta',
          delta: { stop_reason: 'tool_use', stop_sequence: 'END', container: { id: 'c' } },
          usage: { input_tokens: 0, output_tokens: 0 },
        },
      ]),
    )
  })

  test('what may show reasoning, and what is of another format, only where asked', () => {
    const hidden = native('compaction', { type: 'compaction', content: 'c' }, { channel: 'reasoning' })
    const parts = [
      start,
      hidden,
      { ...native('server_tool_use', use), wire: 'openai-chat' } as Part,
      ...block(0, 'answer', ['x']),
      ...done(),
    ]
    expect(contentOf(parts)).toEqual([{ type: 'text', text: 'x' }])
    expect(lossesOf(parts)).toHaveLength(1)
    expect(lossesOf([start, native('thinking.estimated_tokens', 50), ...done()], { native: 'all' })).toHaveLength(1)
    expect(framesOf([start, native('news', { type: 'novel' }), ...done()], { native: 'all' })[1]).toEqual({
      event: 'news',
      data: '{"type":"novel"}',
    })
    expect(contentOf(parts, { native: 'all' })).toEqual([
      { type: 'compaction', content: 'c' },
      { type: 'text', text: 'x' },
    ])
    expect(contentOf([start, native('server_tool_use', use), ...done()], { native: 'none' })).toEqual([])
  })
})

test('only one choice has a place', () => {
  const parts: Part[] = [
    start,
    ...block(0, 'answer', ['x']),
    ...block(0, 'answer', ['y']).map((part) => ({ ...part, choice: 1 }) as Part),
    ...done(),
  ]
  expect(contentOf(parts)).toEqual([{ type: 'text', text: 'x' }])
  expect(lossesOf(parts)).toHaveLength(1)
})

test('what a client is told of the response: options before parts before nothing', () => {
  expect(wire.writeResponse([start, ...done()], { id: 'msg_2', model: 'n' })).toMatchObject({ id: 'msg_2', model: 'n' })
  expect(wire.writeResponse(done())).toMatchObject({ id: 'msg_0', model: '' })
  expect(wire.writeResponse(done(), { createId: (kind) => `${kind}_9` })).toMatchObject({ id: 'response_9' })
})

test('a ping, from the first event to the last', () => {
  const writer = wire.createWriter()
  expect(writer.ping!()).toBeUndefined()
  writer.push(start)
  expect(writer.ping!()).toBeUndefined()
  for (const part of block(0, 'answer', ['x'])) {
    writer.push(part)
    expect(writer.ping!()).toEqual({ event: 'ping', data: '{"type":"ping"}' })
  }
  for (const part of done()) writer.push(part)
  expect(writer.ping!()).toBeUndefined()
})

test.each([
  ['a call, whatever the provider said', [callStart(0), callEnd(0)], 'tool_use'],
  ['no call', [], 'end_turn'],
])('the stop reason of a response with %s', (_, call, expected) => {
  const finish: Part = { type: 'finish', reason: 'stop', native: 'end_turn' }
  const frames = framesOf([start, ...call, finish, { type: 'end' }])
  const { delta } = JSON.parse(frames.find(({ event }) => event === 'message_delta')!.data) as { delta: { stop_reason: string } }
  expect(delta.stop_reason).toBe(expected)
})
