import { describe, expect, test } from 'vitest'
import { bedrockConverse } from '../src/index.ts'
import {
  blockStart,
  blockStop,
  body,
  codesOf,
  delta,
  frameOf,
  messageStart,
  messageStop,
  metadata,
  outline,
  read,
  readBody,
  readFrames,
  reasoning,
  redacted,
  resultOf,
  stream,
  text,
  toolUse,
} from './events.ts'

test('reasoning, text and a call: parts in wire order, with what each came with', () => {
  const events = stream(
    [...reasoning(0, ['2 +', ' 2'], 'Sig'), ...text(1, 'Let me', ' see.'), ...toolUse(2, 'add', '{"a":', '2}')],
    'tool_use',
  )
  const expected = [
    { type: 'start', model: 'us.anthropic.claude-sonnet-4-20250514-v1:0' },
    { type: 'block-start', block: 0, channel: 'reasoning', kind: 'summary' },
    { type: 'delta', block: 0, channel: 'reasoning', text: '2 +' },
    { type: 'delta', block: 0, channel: 'reasoning', text: ' 2' },
    {
      type: 'block-end',
      block: 0,
      channel: 'reasoning',
      boundary: 'wire',
      seals: [
        {
          kind: 'signature',
          value: 'Sig',
          issuer: { provider: 'bedrock', wire: 'bedrock-converse', model: 'us.anthropic.claude-sonnet-4-20250514-v1:0' },
        },
      ],
    },
    { type: 'block-start', block: 1, channel: 'answer' },
    { type: 'delta', block: 1, channel: 'answer', text: 'Let me' },
    { type: 'delta', block: 1, channel: 'answer', text: ' see.' },
    { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
    { type: 'tool-call-start', call: 0, id: 'tooluse_2', name: 'add' },
    { type: 'tool-call-delta', call: 0, text: '{"a":' },
    { type: 'tool-call-delta', call: 0, text: '2}' },
    { type: 'tool-call-end', call: 0, boundary: 'wire' },
    { type: 'finish', reason: 'tool-calls', native: 'tool_use' },
    {
      type: 'usage',
      usage: {
        input: { value: 10, source: 'reported' },
        output: { value: 7, source: 'reported' },
        total: { value: 17, source: 'reported' },
        raw: { inputTokens: 10, outputTokens: 7, totalTokens: 17 },
      },
    },
    { type: 'end' },
  ]
  const source = { provider: 'bedrock', model: 'us.anthropic.claude-sonnet-4-20250514-v1:0' }
  expect(read(events, source)).toEqual(expected)
  expect(readFrames(events.map(frameOf), source)).toEqual(expected)
})

describe('blocks', () => {
  const rows: [name: string, events: unknown[], outline: string[]][] = [
    [
      'several thoughts',
      stream([...reasoning(0, ['a'], 'A'), ...text(1, 'x'), ...reasoning(2, ['b'], 'B')]),
      ['reasoning: a [signature A]', 'answer: x', 'reasoning: b [signature B]'],
    ],
    ['a signature alone', stream([...reasoning(0, [], 'A'), ...text(1, 'x')]), ['reasoning (hidden):  [signature A]', 'answer: x']],
    [
      'a signature in pieces',
      stream([...reasoning(0, ['a'], 'S1').slice(0, -1), ...reasoning(0, [], 'S2')]),
      ['reasoning: a [signature S1S2]'],
    ],
    ['an empty signature is none', stream(reasoning(0, ['a'], '')), ['reasoning: a']],
    [
      'redacted reasoning',
      stream([...redacted(0, 'Uk9O'), ...redacted(1, 'UVFR'), ...text(2, 'x')]),
      ['reasoning (hidden):  [redacted Uk9O]', 'reasoning (hidden):  [redacted UVFR]', 'answer: x'],
    ],
    [
      'redacted reasoning as the official client gives it',
      stream(redacted(0, new TextEncoder().encode('RON'))),
      ['reasoning (hidden):  [redacted Uk9O]'],
    ],
    ['an empty text is no block', stream([...text(0, ''), ...reasoning(1, ['a']), ...text(2, 'x')]), ['reasoning: a', 'answer: x']],
    [
      'no stops',
      [messageStart, delta(0, { reasoningContent: { text: 'a' } }), delta(1, { text: 'x' }), messageStop('end_turn')],
      ['reasoning: a', 'answer: x'],
    ],
    [
      'all of one index',
      stream([
        ...reasoning(0, ['a']).slice(0, -1),
        ...text(0, 'x').slice(0, -1),
        ...toolUse(0, 'f', '{}').slice(0, -1),
        ...toolUse(0, 'g'),
      ]),
      ['reasoning: a', 'answer: x', 'call f: {}', 'call g: {}'],
    ],
    [
      'no indexes',
      stream([{ contentBlockDelta: { delta: { text: 'x' } } }, { contentBlockDelta: { delta: { text: 'y' } } }]),
      ['answer: xy'],
    ],
    [
      'blocks that overlap',
      stream([
        delta(0, { reasoningContent: { text: 'a' } }),
        delta(1, { text: 'x' }),
        delta(0, { reasoningContent: { text: 'b' } }),
        blockStop(1),
        blockStop(0),
      ]),
      ['reasoning: ab', 'answer: x'],
    ],
    ['text after the end of its block', stream([...text(0, 'x'), delta(0, { text: 'y' })]), ['answer: x', 'answer: y']],
    ['a call without arguments', stream(toolUse(0, 'f')), ['call f: {}']],
    ['a call that was cut before its arguments', [messageStart, ...toolUse(0, 'f').slice(0, 1)], ['call f: ']],
    [
      'arguments as an object',
      stream([blockStart(0, { toolUse: { toolUseId: 't', name: 'f' } }), delta(0, { toolUse: { input: { a: 1 } } })]),
      ['call f: {"a":1}'],
    ],
    [
      'payloads that lost their names',
      [
        { role: 'assistant' },
        { contentBlockIndex: 0, delta: { reasoningContent: { text: 'a' } } },
        { contentBlockIndex: 0 },
        { contentBlockIndex: 1, delta: { text: 'x' } },
        { contentBlockIndex: 2, start: { toolUse: { toolUseId: 't', name: 'f' } } },
        { stopReason: 'tool_use' },
      ],
      ['reasoning: a', 'answer: x', 'call f: {}'],
    ],
  ]
  test.each(rows)('%s', (_, events, expected) => {
    const parts = read(events)
    expect(outline(parts)).toEqual(expected)
    expect(codesOf(parts).filter((code) => code !== 'missing-finish')).toEqual([])
  })
})

test('a body and its stream are the same', () => {
  const content = [
    { reasoningContent: { reasoningText: { text: 'a', signature: 'A' } } },
    { reasoningContent: { redactedContent: 'Uk9O' } },
    { text: 'x' },
    { toolUse: { toolUseId: 'tooluse_3', name: 'f', input: { a: 1 } } },
  ]
  const events = stream([...reasoning(0, ['a'], 'A'), ...redacted(1, 'Uk9O'), ...text(2, 'x'), ...toolUse(3, 'f', '{"a":1}')], 'tool_use')
  const withoutUsage = (parts: readonly { type: string }[]) => parts.filter(({ type }) => type !== 'usage')
  expect(withoutUsage(readBody(body(content, { stopReason: 'tool_use' })))).toEqual(withoutUsage(read(events)))
})

describe('what the reasoning is', () => {
  const rows: [model: string | undefined, kind: string | undefined][] = [
    ['us.anthropic.claude-sonnet-4-20250514-v1:0', 'summary'],
    ['us.anthropic.claude-3-7-sonnet-20250219-v1:0', 'raw'],
    ['openai.gpt-oss-120b-1:0', 'raw'],
    ['moonshot.kimi-k2-thinking', 'raw'],
    ['us.amazon.nova-2-lite-v1', undefined],
    [undefined, undefined],
  ]
  const kindOf = (parts: readonly { type: string }[]) => (parts.find(({ type }) => type === 'block-start') as { kind?: string }).kind
  test.each(rows)('of %s: %s', (model, kind) =>
    expect(kindOf(read(stream(reasoning(0, ['a'])), model === undefined ? {} : { model }))).toBe(kind),
  )
  test('the option wins', () => {
    expect(
      kindOf(
        bedrockConverse({ reasoningKind: 'raw' })
          .createReader()
          .push(delta(0, { reasoningContent: { text: 'a' } })),
      ),
    ).toBe('raw')
  })
})

describe('endings', () => {
  const rows: [word: string, reason: string][] = [
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['tool_use', 'tool-calls'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['guardrail_intervened', 'content-filter'],
    ['content_filtered', 'content-filter'],
    ['malformed_tool_use', 'error'],
    ['something_new', 'unknown'],
  ]
  test.each(rows)('%s is %s', (word, reason) => {
    expect(resultOf(read(stream(text(0, 'x'), word))).finish).toEqual({ reason, native: word })
    expect(resultOf(readBody(body([{ text: 'x' }], { stopReason: word }))).finish).toEqual({ reason, native: word })
  })

  test('the whole budget went into reasoning', () => {
    expect(resultOf(read(stream(reasoning(0, ['a']).slice(0, -1), 'max_tokens')))).toMatchObject({
      finish: { reason: 'reasoning-exhausted' },
      closed: false,
    })
  })

  test('a stream that was cut', () => {
    const parts = read([messageStart, delta(0, { text: 'x' })])
    expect(resultOf(parts)).toMatchObject({ answer: 'x', finish: { reason: 'aborted' } })
    expect(codesOf(parts)).toEqual(['missing-finish'])
  })
})

describe('usage', () => {
  const usageOf = (usage: unknown) => {
    const found = resultOf(readBody(body([], { usage }))).usage
    return (
      found &&
      Object.fromEntries(
        Object.entries(found).flatMap(([name, count]) => (name === 'raw' ? [] : [[name, (count as { value: number }).value]])),
      )
    )
  }
  test('with a cache, under both names', () => {
    expect(usageOf({ inputTokens: 6, outputTokens: 7, totalTokens: 33, cacheReadInputTokens: 20 })).toEqual({
      input: 6,
      output: 7,
      total: 33,
      cached: 20,
    })
    expect(usageOf({ inputTokens: 6, outputTokens: 7, cacheReadInputTokenCount: 20 })).toEqual({ input: 6, output: 7, cached: 20 })
  })
  test('none', () => {
    for (const usage of [undefined, null, {}, 'x', { inputTokens: 'six' }]) expect(usageOf(usage)).toBeUndefined()
  })
})

test('a call that states its type is a call of the client, streamed and whole alike', () => {
  const use = { toolUseId: 't', name: 'add', type: 'tool_use' }
  const events = stream([blockStart(0, { toolUse: use }), delta(0, { toolUse: { input: '{"a":1}' } }), blockStop(0)], 'tool_use')
  for (const parts of [read(events), readBody(body([{ toolUse: { ...use, input: { a: 1 } } }], { stopReason: 'tool_use' }))]) {
    expect(resultOf(parts).toolCalls).toMatchObject([{ id: 't', name: 'add', arguments: '{"a":1}' }])
    expect(codesOf(parts)).toEqual([])
  }
})

describe('everything else is a native part', () => {
  const natives = (parts: Iterable<{ type: string }>) => [...parts].filter(({ type }) => type === 'native')

  test('server tools and their results, streamed and whole alike', () => {
    const use = { toolUseId: 's', name: 'nova_code_interpreter', type: 'server_tool_use' }
    const result = { toolUseId: 's', type: 'nova_code_interpreter_result', status: 'success' }
    const events = stream([
      blockStart(0, { toolUse: use }),
      delta(0, { toolUse: { input: '{"snippet":' } }),
      delta(0, { toolUse: { input: '"1"}' } }),
      blockStop(0),
      blockStart(1, { toolResult: result }),
      delta(1, { toolResult: [{ text: 'one' }] }),
      delta(1, { toolResult: [{ json: { a: 1 } }] }),
      blockStop(1),
      ...text(2, 'x'),
    ])
    const content = [
      { toolUse: { ...use, input: { snippet: '1' } } },
      { toolResult: { ...result, content: [{ text: 'one' }, { json: { a: 1 } }] } },
      { text: 'x' },
    ]
    const expected = [
      { type: 'native', wire: 'bedrock-converse', event: 'toolUse', item: 0, value: content[0] },
      { type: 'native', wire: 'bedrock-converse', event: 'toolResult', item: 1, value: content[1] },
    ]
    expect(natives(read(events))).toEqual(expected)
    expect(natives(readBody(body(content)))).toEqual(expected)
    expect(outline(read(events))).toEqual(['native toolUse', 'native toolResult', 'answer: x'])
    expect(codesOf(read(events))).toEqual([])
  })

  test('citations, and the text that is inside of them in a body', () => {
    const citation = { title: 't', location: { web: { url: 'https://example.org' } } }
    const expected = [{ type: 'native', wire: 'bedrock-converse', event: 'citation', item: 0, channel: 'answer', value: citation }]
    const streamed = read(stream([delta(0, { text: 'x' }), delta(0, { citation }), blockStop(0)]))
    const whole = readBody(body([{ citationsContent: { content: [{ text: 'x' }], citations: [citation] } }]))
    for (const parts of [streamed, whole]) {
      expect(natives(parts)).toEqual(expected)
      expect(resultOf(parts).answer).toBe('x')
    }
  })

  test('images in pieces, of text or of bytes', () => {
    const events = (one: unknown, two: unknown) =>
      stream([
        blockStart(0, { image: { format: 'png' } }),
        delta(0, { image: { source: { bytes: one } } }),
        delta(0, { image: { source: { bytes: two } } }),
        blockStop(0),
      ])
    expect(natives(read(events('AA', 'BB')))).toMatchObject([
      { event: 'image', value: { image: { format: 'png', source: { bytes: 'AABB' } } } },
    ])
    expect(natives(read(events(Uint8Array.of(1), Uint8Array.of(2))))).toMatchObject([
      { value: { image: { source: { bytes: Uint8Array.of(1, 2) } } } },
    ])
  })

  test('what a response says beside its message; what may repeat text is hidden', () => {
    const parts = read([
      messageStart,
      messageStop('end_turn', { additionalModelResponseFields: { a: 1 } }),
      metadata({ metrics: { latencyMs: 5 }, trace: { guardrail: {} }, p: 'abc' }),
    ])
    expect(natives(parts)).toEqual([
      { type: 'native', wire: 'bedrock-converse', event: 'additionalModelResponseFields', channel: 'reasoning', value: { a: 1 } },
      { type: 'native', wire: 'bedrock-converse', event: 'metrics', value: { latencyMs: 5 } },
      { type: 'native', wire: 'bedrock-converse', event: 'trace', channel: 'reasoning', value: { guardrail: {} } },
    ])
  })

  test('unknown blocks, fields and events, reported once for each kind', () => {
    const parts = read(
      stream([
        delta(0, { news: { a: 'b' } }),
        delta(0, { news: { a: 'c' } }),
        blockStop(0),
        delta(1, { reasoningContent: { text: 'a', extra: 1 } }),
        { novelEvent: { a: 1 } },
      ]),
    )
    expect(natives(parts)).toMatchObject([
      { event: 'news', channel: 'reasoning', value: { news: { a: 'bc' } } },
      { event: 'reasoningContent.extra', channel: 'reasoning' },
      { event: 'novelEvent', channel: 'reasoning' },
    ])
    expect(codesOf(parts)).toEqual(['unknown-event', 'unknown-event', 'unknown-event'])
  })

  test('arguments of a call that is not open', () => {
    const parts = read(stream([delta(0, { toolUse: { input: 'x' } })]))
    expect(natives(parts)).toMatchObject([{ event: 'late.input', value: { input: 'x' } }])
    expect(codesOf(parts)).toEqual(['late-part'])
  })

  const odd: [name: string, event: unknown][] = [
    ['text', delta(0, { text: { a: 1 } })],
    ['reasoning', delta(0, { reasoningContent: 'a' })],
    ['a signature', delta(0, { reasoningContent: { signature: 7 } })],
    ['redacted reasoning', delta(0, { reasoningContent: { redactedContent: { a: 1 } } })],
    ['a delta', delta(0, 'x')],
    ['content', { output: { message: { content: 'x' } } }],
    ['a block', { output: { message: { content: ['x'] } } }],
  ]
  test.each(odd)('%s of another type than the format says', (_, event) => {
    const parts = read([event])
    expect(natives(parts)).toMatchObject([{ channel: 'reasoning' }])
    expect(codesOf(parts)).toContain('wrong-type')
  })
})
