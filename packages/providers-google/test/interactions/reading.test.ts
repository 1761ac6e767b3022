import { geminiInteractions } from '@reason/providers-google'
import { describe, expect, it, test } from 'vitest'
import { codesOf, completed, created, delta, outline, read, readBody, resultOf, signature, start, stop, thought } from './events.ts'

describe('steps of a stream, and whole', () => {
  const call = { type: 'function_call', id: 'c1', name: 'f', arguments: { a: 1 } }
  const search = { type: 'google_search_call', id: 's1', arguments: { queries: ['q'] } }
  const rows: [name: string, events: unknown[], steps: unknown[], lines: string[]][] = [
    [
      'a thought with its signature, then output',
      [
        start(0, { type: 'thought' }),
        delta(0, thought('r1')),
        delta(0, signature('')),
        delta(0, thought('r2')),
        delta(0, signature('S')),
        stop(0),
        start(1, { type: 'model_output' }),
        delta(1, { type: 'text', text: 'a' }),
        delta(1, { type: 'text', text: 'b' }),
        stop(1),
      ],
      [
        {
          type: 'thought',
          summary: [
            { type: 'text', text: 'r1' },
            { type: 'text', text: 'r2' },
          ],
          signature: 'S',
        },
        { type: 'model_output', content: [{ type: 'text', text: 'ab' }] },
      ],
      ['reasoning (summary): r1r2 [thought-signature S]', 'answer: ab'],
    ],
    [
      'a thought that says nothing',
      [start(0, { type: 'thought' }), delta(0, signature('S')), stop(0)],
      [{ type: 'thought', signature: 'S' }],
      ['reasoning (hidden):  [thought-signature S]'],
    ],
    [
      'a signature in pieces, before the text',
      [start(0, { type: 'thought' }), delta(0, signature('S')), delta(0, signature('T')), delta(0, thought('r')), stop(0)],
      [{ type: 'thought', signature: 'ST', summary: 'r' }],
      ['reasoning (summary): r [thought-signature ST]'],
    ],
    ['a thought without anything', [start(0, { type: 'thought' }), stop(0)], [{ type: 'thought' }], ['reasoning (hidden): ']],
    [
      'a call',
      [
        start(0, { ...call, arguments: {} }),
        delta(0, { type: 'arguments_delta', arguments: '{"a"' }),
        delta(0, { type: 'arguments_delta', arguments: ':1}' }),
        stop(0),
      ],
      [call],
      ['call f: {"a":1}'],
    ],
    [
      'a call that comes whole, and one that is signed',
      [start(0, call), stop(0), start(1, { type: 'function_call' }), delta(1, { ...call, name: 'g', signature: 'S' }), stop(1)],
      [call, { ...call, name: 'g', signature: 'S' }],
      ['call f: {"a":1}', 'call g: {"a":1} [thought-signature S]'],
    ],
    [
      'a call without arguments',
      [start(0, { type: 'function_call', id: 'c', name: 'f' }), stop(0)],
      [{ type: 'function_call', id: 'c', name: 'f' }],
      ['call f: {}'],
    ],
    [
      "Google's own tools",
      [
        start(0, { type: 'google_search_call', id: 's1' }),
        delta(0, { type: 'google_search_call', arguments: { queries: ['q'] }, signature: 'S' }),
        stop(0),
        start(1, { type: 'google_search_result', call_id: 's1' }),
        delta(1, { type: 'google_search_result', result: [1] }),
        delta(1, { type: 'google_search_result', result: [2] }),
        stop(1),
      ],
      [
        { ...search, signature: 'S' },
        { type: 'google_search_result', call_id: 's1', result: [1, 2] },
      ],
      ['native step.google_search_call [thought-signature S]', 'native step.google_search_result'],
    ],
    [
      'pictures and annotations in the output',
      [
        start(0, { type: 'model_output' }),
        delta(0, { type: 'text', text: 'a' }),
        delta(0, { type: 'text_annotation_delta', annotations: [1] }),
        delta(0, { type: 'image', data: 'AA==' }),
        delta(0, { type: 'text', text: 'b' }),
        stop(0),
      ],
      [
        {
          type: 'model_output',
          content: [
            { type: 'text', text: 'a', annotations: [1] },
            { type: 'image', data: 'AA==' },
            { type: 'text', text: 'b' },
          ],
        },
      ],
      ['answer: a', 'native delta.text_annotation_delta', 'native delta.image', 'answer: b'],
    ],
    [
      'steps beside one another, never begun, begun twice, never ended',
      [
        start(0, { type: 'thought' }),
        delta(1, { type: 'text', text: 'a' }),
        delta(0, thought('r')),
        start(0, { type: 'thought' }),
        delta(0, thought('s')),
        delta(1, { type: 'text', text: 'b' }),
        delta(2, { type: 'arguments_delta', arguments: '{}' }),
        delta(3, { type: 'code_execution_result', result: 'x' }),
        delta(3, { type: 'code_execution_result', result: 'y' }),
      ],
      [],
      ['answer: ab', 'reasoning (summary): rs', 'call : {}', 'native step.code_execution_result'],
    ],
  ]

  test.each(rows)('%s', (_, events, steps, lines) => {
    expect(outline(read([created, ...events, completed()]))).toEqual(lines)
    if (steps.length > 0) expect(outline(readBody({ id: 'v1_x', status: 'completed', steps }))).toEqual(lines)
    // As the last event repeats them, they are not read twice.
    expect(outline(read([created, ...events, completed('completed', { steps })]))).toEqual(lines)
    if (steps.length > 0) expect(outline(read([created, completed('completed', { steps })]))).toEqual(lines)
  })

  test('natives have what came, less the signature', () => {
    const parts = read([
      start(0, { type: 'mcp_server_tool_call', id: 'm' }),
      delta(0, { type: 'arguments_delta', arguments: '{"a":' }),
      delta(0, { type: 'arguments_delta', arguments: '1}' }),
      stop(0),
      start(1, { type: 'mystery', text: 'x', signature: 'S' }),
      delta(1, { type: 'mystery', text: 'y' }),
      stop(1),
    ])
    expect(parts.filter((part) => part.type === 'native')).toEqual([
      {
        type: 'native',
        wire: 'gemini-interactions',
        event: 'step.mcp_server_tool_call',
        item: 0,
        value: { type: 'mcp_server_tool_call', id: 'm', arguments: { a: 1 } },
      },
      {
        type: 'native',
        wire: 'gemini-interactions',
        event: 'step.mystery',
        item: 1,
        channel: 'reasoning',
        value: { type: 'mystery', text: 'xy' },
        seals: [{ kind: 'thought-signature', value: 'S', issuer: { wire: 'gemini-interactions' } }],
      },
    ])
    expect(codesOf(parts)).toContain('unknown-event')
  })
})

test('identity and usage: the last counts, with the reasoning in the output', () => {
  const usage = {
    total_input_tokens: 10,
    total_output_tokens: 5,
    total_thought_tokens: 7,
    total_tool_use_tokens: 3,
    total_cached_tokens: 2,
    total_tokens: 25,
  }
  const parts = read([
    {
      ...created,
      interaction: { ...created.interaction, created: '2026-01-01T00:00:00Z', service_tier: 'standard' },
      metadata: { usage: { ...usage, total_output_tokens: 0, total_tokens: 20 } },
    },
    { ...start(0, { type: 'model_output' }), metadata: { total_usage: usage } },
    completed('completed', { usage }),
  ])
  expect(parts[0]).toEqual({
    type: 'start',
    id: 'v1_x',
    model: 'gemini-x',
    created: 1_767_225_600,
    native: { object: 'interaction', created: '2026-01-01T00:00:00Z', service_tier: 'standard' },
  })
  const counts = parts.flatMap((part) =>
    part.type === 'usage'
      ? [[part.usage.input, part.usage.output, part.usage.reasoning, part.usage.cached, part.usage.total].map((count) => count?.value)]
      : [],
  )
  expect(counts).toEqual([
    [13, 7, 7, 2, 20],
    [13, 12, 7, 2, 25],
  ])
})

describe('endings', () => {
  test.each([
    ['completed', 'stop'],
    ['requires_action', 'tool-calls'],
    ['incomplete', 'length'],
    ['requires_continuation', 'length'],
    ['budget_exceeded', 'length'],
    ['failed', 'error'],
    ['cancelled', 'aborted'],
    ['in_progress', 'unknown'],
    ['something_new', 'unknown'],
  ])('%s is %s', (native, reason) => {
    const steps = [{ type: 'model_output', content: [{ type: 'text', text: 'a' }] }]
    expect(resultOf(readBody({ id: 'i', status: native, steps })).finish).toEqual({ reason, native })
    expect(resultOf(read([created, completed(native, { steps })])).finish).toEqual({ reason, native })
  })

  test('a budget that went into thinking', () => {
    expect(resultOf(readBody({ id: 'i', status: 'incomplete', steps: [{ type: 'thought', signature: 'S' }] })).finish?.reason).toBe(
      'reasoning-exhausted',
    )
  })

  test('a stream that stops: what its last status says, if that is one', () => {
    const update = (status: string) => ({ event_type: 'interaction.status_update', interaction_id: 'v1_x', status })
    expect(resultOf(read([created, update('requires_action')])).finish).toEqual({ reason: 'tool-calls', native: 'requires_action' })
    const cut = read([created, update('in_progress'), start(0, { type: 'thought' }), delta(0, thought('r'))])
    expect([resultOf(cut).finish, codesOf(cut)]).toEqual([{ reason: 'aborted' }, ['missing-finish']])
    expect(resultOf(cut).items).toMatchObject([{ text: 'r', boundary: 'wire' }])
  })
})

describe('errors', () => {
  const error = { code: 'unavailable', message: 'busy' }
  test.each([
    ['an event', [created, { event_type: 'error', error }]],
    ['a body', [{ error }]],
    ['of a step', [created, start(0, { type: 'model_output', error })]],
    ['of a failed interaction', [completed('failed', { errors: [error] })]],
  ])('%s', (_, events) => {
    const result = resultOf(read(events))
    expect(result.errors).toEqual([{ message: 'busy', code: 'unavailable', status: 503, native: error }])
    expect(result.finish?.reason).toBe('error')
  })

  test('one that says nothing', () => expect(resultOf(read([{ event_type: 'error' }])).errors).toHaveLength(1))
})

test('the names and contents of 2025', () => {
  const older = [
    { event_type: 'interaction.start', interaction: { id: 'i', model: 'm', status: 'in_progress' } },
    { event_type: 'content.start', index: 0, content: { type: 'thought' } },
    { event_type: 'content.delta', index: 0, delta: thought('r') },
    { event_type: 'content.stop', index: 0 },
    { event_type: 'content.start', index: 1, content: { type: 'text', text: 'a' } },
    { event_type: 'content.delta', index: 1, delta: { type: 'text', text: 'b' } },
    { event_type: 'content.stop', index: 1 },
    { event_type: 'content.start', index: 2 },
    { event_type: 'content.delta', index: 2, delta: { type: 'function_call', id: 'c', name: 'f', arguments: { a: 1 } } },
    { event_type: 'interaction.complete', interaction: { id: 'i', status: 'completed' } },
  ]
  expect(outline(read(older.filter(({ index }) => index !== 2)))).toEqual(['reasoning (summary): r', 'answer: ab'])
  const outputs = [
    { type: 'thought', summary: [{ type: 'text', text: 'r' }], signature: 'S' },
    { type: 'text', text: 'a' },
    { type: 'function_call', id: 'c', name: 'f', arguments: {} },
  ]
  expect(outline(readBody({ id: 'i', status: 'completed', outputs }))).toEqual([
    'reasoning (summary): r [thought-signature S]',
    'answer: a',
    'call f: {}',
  ])
})

test('fields that are not modelled are kept, hidden; what an SDK adds is not', () => {
  const parts = readBody({ id: 'i', status: 'completed', steps: [], output_text: 'a', novelty: { x: 1 }, sdkHttpResponse: { headers: {} } })
  expect(outline(parts)).toEqual(['native interaction.novelty'])
  expect(parts.find(({ type }) => type === 'native')).toMatchObject({ channel: 'reasoning' })
})

test.each([
  ['an event of another kind', { event_type: 'interaction.dreamt', x: 1 }, 'unknown-event'],
  ['no object', 'x', 'unknown-event'],
  ['a delta that its step has no place for', delta(0, { type: 'image', data: 'AA==' }), undefined],
])('%s', (_, event, code) => {
  const parts = read([created, event, completed()])
  expect(codesOf(parts)).toEqual(code === undefined ? [] : [code])
  expect(parts.some(({ type }) => type === 'native')).toBe(true)
})

test('a delta of another kind than its step is kept, hidden', () => {
  const parts = read([start(0, { type: 'thought' }), delta(0, { type: 'image', data: 'AA==' }), completed()])
  expect(codesOf(parts)).toEqual(['wrong-type'])
  expect(parts.filter((part) => part.type === 'native')).toMatchObject([{ event: 'odd.image', channel: 'reasoning' }])
})

it.each([
  [{ steps: [{ type: 'thought' }] }, {}],
  [{ object: 'interaction', model: 'gemini-3', steps: [] }, { model: 'gemini-3' }],
  [{ steps: [{ content: [], finishReason: 'stop' }], finishReason: 'stop' }, undefined],
])('recognises an interaction, and not the result of an SDK with steps: %j', (event, source) => {
  expect(geminiInteractions().recognise!(event)).toEqual(source)
})
