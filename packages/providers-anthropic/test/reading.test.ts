import { messageOf } from '@reason/core/conversation'
import { describe, expect, test } from 'vitest'
import { anthropicMessages } from '../src/index.ts'
import {
  blockDelta,
  blockStart,
  blockStop,
  body,
  codesOf,
  messageDelta,
  messageStart,
  messageStop,
  outline,
  read,
  readBody,
  resultOf,
  stream,
  text,
  thinking,
  toolUse,
} from './events.ts'

test('thinking, a call and text: parts in wire order, with what each came with', () => {
  expect(
    read(stream([...thinking(0, ['2 +', ' 2'], 'Sig'), ...text(1, 'Let me', ' see.'), ...toolUse(2, 'add', '{"a":', '2}')], 'tool_use')),
  ).toEqual([
    { type: 'start', id: 'msg_1', model: 'claude-sonnet-4-5' },
    {
      type: 'usage',
      usage: expect.objectContaining({ input: { value: 10, source: 'reported' }, output: { value: 1, source: 'reported' } }),
    },
    { type: 'block-start', block: 0, channel: 'reasoning', kind: 'summary' },
    { type: 'delta', block: 0, channel: 'reasoning', text: '2 +' },
    { type: 'delta', block: 0, channel: 'reasoning', text: ' 2' },
    {
      type: 'block-end',
      block: 0,
      channel: 'reasoning',
      boundary: 'wire',
      seals: [{ kind: 'signature', value: 'Sig', issuer: { wire: 'anthropic-messages', model: 'claude-sonnet-4-5' } }],
    },
    { type: 'block-start', block: 1, channel: 'answer' },
    { type: 'delta', block: 1, channel: 'answer', text: 'Let me' },
    { type: 'delta', block: 1, channel: 'answer', text: ' see.' },
    { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
    { type: 'tool-call-start', call: 0, id: 'toolu_2', name: 'add' },
    { type: 'tool-call-delta', call: 0, text: '{"a":' },
    { type: 'tool-call-delta', call: 0, text: '2}' },
    { type: 'tool-call-end', call: 0, boundary: 'wire' },
    {
      type: 'usage',
      usage: {
        input: { value: 10, source: 'reported' },
        output: { value: 7, source: 'reported' },
        raw: { input_tokens: 10, output_tokens: 7 },
      },
    },
    { type: 'finish', reason: 'tool-calls', native: 'tool_use' },
    { type: 'end' },
  ])
})

describe('blocks', () => {
  const rows: [name: string, events: unknown[], outline: string[]][] = [
    [
      'several thoughts',
      stream([...thinking(0, ['a'], 'A'), ...text(1, 'x'), ...thinking(2, ['b'], 'B')]),
      ['reasoning (summary): a [signature A]', 'answer: x', 'reasoning (summary): b [signature B]'],
    ],
    [
      'an omitted thought is hidden behind its signature',
      stream([...thinking(0, [], 'Sig'), ...text(1, 'x')]),
      ['reasoning (hidden):  [signature Sig]', 'answer: x'],
    ],
    [
      'a signature in pieces',
      stream([
        blockStart(0, { type: 'thinking', thinking: '' }),
        blockDelta(0, { type: 'thinking_delta', thinking: 'a' }),
        blockDelta(0, { type: 'signature_delta', signature: 'S1' }),
        blockDelta(0, { type: 'signature_delta', signature: 'S2' }),
        blockStop(0),
      ]),
      ['reasoning (summary): a [signature S1S2]'],
    ],
    [
      'an empty thought without any signature was a thought',
      stream([...thinking(0, []), ...text(1, 'x')]),
      ['reasoning (hidden): ', 'answer: x'],
    ],
    ['an empty signature is none', stream(thinking(0, ['a'], '')), ['reasoning (summary): a']],
    [
      'redacted thinking, whole in its start',
      stream([
        blockStart(0, { type: 'redacted_thinking', data: 'RRR' }),
        blockStop(0),
        blockStart(1, { type: 'redacted_thinking', data: 'SSS' }),
        blockStop(1),
        ...text(2, 'x'),
      ]),
      ['reasoning (hidden):  [redacted RRR]', 'reasoning (hidden):  [redacted SSS]', 'answer: x'],
    ],
    ['an empty text block is none', stream([...text(0, ''), ...text(1, 'x')]), ['answer: x']],
    [
      'text and thinking that stand in the start',
      stream([
        blockStart(0, { type: 'thinking', thinking: 'a', signature: 'A' }),
        blockStop(0),
        blockStart(1, { type: 'text', text: 'x' }),
        blockDelta(1, { type: 'text_delta', text: 'y' }),
        blockStop(1),
      ]),
      ['reasoning (summary): a [signature A]', 'answer: xy'],
    ],
    [
      'no starts and no stops',
      [
        messageStart(),
        blockDelta(0, { type: 'thinking_delta', thinking: 'a' }),
        blockDelta(1, { type: 'text_delta', text: 'x' }),
        messageDelta('end_turn'),
      ],
      ['reasoning (summary): a', 'answer: x'],
    ],
    [
      'no stops',
      stream([
        blockStart(0, { type: 'thinking', thinking: '' }),
        blockDelta(0, { type: 'thinking_delta', thinking: 'a' }),
        ...text(1, 'x'),
      ]),
      ['reasoning (summary): a', 'answer: x'],
    ],
    [
      'all blocks of one index',
      stream([...thinking(0, ['a']).slice(0, -1), ...text(0, 'x').slice(0, -1), ...toolUse(0, 'f', '{}')]),
      ['reasoning (summary): a', 'answer: x', 'call f: {}'],
    ],
    [
      'no indexes',
      stream([...thinking(0, ['a'], 'A'), ...text(1, 'x')].map((event) => ({ ...event, index: undefined }))),
      ['reasoning (summary): a [signature A]', 'answer: x'],
    ],
    [
      'every event twice',
      stream([...thinking(0, ['a'], 'A')].flatMap((event) => (event.type === 'content_block_delta' ? [event] : [event, event]))),
      ['reasoning (summary): a [signature A]'],
    ],
    [
      'stops at the very end, and a signature of the first block after the text of the last (llama-server)',
      stream([
        blockStart(0, { type: 'thinking', thinking: '' }),
        blockDelta(0, { type: 'thinking_delta', thinking: 'a' }),
        blockStart(1, { type: 'text', text: '' }),
        blockDelta(1, { type: 'text_delta', text: 'x' }),
        blockStart(2, { type: 'tool_use', id: 't', name: 'f' }),
        blockDelta(2, { type: 'input_json_delta', partial_json: '{}' }),
        blockDelta(0, { type: 'signature_delta', signature: '' }),
        blockStop(0),
        blockStop(1),
        blockStop(2),
      ]),
      ['reasoning (summary): a', 'answer: x', 'call f: {}'],
    ],
    [
      'a signature after its block',
      stream([...thinking(0, ['a']), blockDelta(0, { type: 'signature_delta', signature: 'A' })]),
      ['reasoning (summary): a', 'reasoning (hidden):  [signature A]'],
    ],
    [
      'text of a block that had ended',
      stream([...text(0, 'x'), blockDelta(0, { type: 'text_delta', text: 'y' })]),
      ['answer: x', 'answer: y'],
    ],
    [
      'deltas that lost their type',
      stream([
        blockDelta(0, { thinking: 'a' }),
        blockDelta(0, { signature: 'A' }),
        blockDelta(1, { text: 'x' }),
        blockStart(2, { type: 'tool_use', id: 't', name: 'f' }),
        blockDelta(2, { partial_json: '{}' }),
      ]),
      ['reasoning (summary): a [signature A]', 'answer: x', 'call f: {}'],
    ],
    ['a message twice', [messageStart(), messageStart(), ...text(0, 'x'), messageDelta('end_turn')], ['answer: x']],
    ['content in the first event', [messageStart({ content: [{ type: 'text', text: 'x' }] }), messageDelta('end_turn')], ['answer: x']],
  ]
  test.each(rows)('%s', (_, events, expected) => {
    const parts = read(events)
    expect(outline(parts)).toEqual(expected)
    expect(codesOf(parts)).toEqual([])
  })
})

describe('calls', () => {
  const rows: [name: string, blocks: unknown[], outline: string[]][] = [
    ['no arguments at all', toolUse(0, 'f'), ['call f: {}']],
    ['empty pieces', toolUse(0, 'f', '', ''), ['call f: {}']],
    [
      'arguments in the start',
      [blockStart(0, { type: 'tool_use', id: 't', name: 'f', input: { a: 1 } }), blockStop(0)],
      ['call f: {"a":1}'],
    ],
    [
      'arguments in the start and again in pieces',
      [
        blockStart(0, { type: 'tool_use', id: 't', name: 'f', input: { a: 1 } }),
        blockDelta(0, { type: 'input_json_delta', partial_json: '{"a":1}' }),
        blockStop(0),
      ],
      ['call f: {"a":1}'],
    ],
    ['cut in their middle', toolUse(0, 'f', '{"a":'), ['call f: {"a":']],
    [
      'an object where a piece belongs',
      [
        blockStart(0, { type: 'tool_use', id: 't', name: 'f' }),
        blockDelta(0, { type: 'input_json_delta', partial_json: { a: 1 } }),
        blockStop(0),
      ],
      ['call f: {"a":1}'],
    ],
    [
      'two, with pieces that alternate',
      [
        blockStart(0, { type: 'tool_use', id: 't', name: 'f' }),
        blockStart(1, { type: 'tool_use', id: 'u', name: 'g' }),
        blockDelta(0, { type: 'input_json_delta', partial_json: '{' }),
        blockDelta(1, { type: 'input_json_delta', partial_json: '[' }),
        blockDelta(0, { type: 'input_json_delta', partial_json: '}' }),
        blockDelta(1, { type: 'input_json_delta', partial_json: ']' }),
      ],
      ['call f: {}', 'call g: []'],
    ],
    [
      'two of one index without stops',
      [...toolUse(0, 'f', '{"a":1}').slice(0, -1), ...toolUse(0, 'g', '{}').slice(0, -1)],
      ['call f: {"a":1}', 'call g: {}'],
    ],
    [
      'arguments at indexes that nothing opened',
      [
        blockStart(0, { type: 'tool_use', id: 't', name: 'f', input: {} }),
        blockDelta(1, { type: 'input_json_delta', partial_json: '{"a"' }),
        blockDelta(2, { type: 'input_json_delta', partial_json: ':1}' }),
        blockStop(0),
        blockStart(3, { type: 'tool_use', id: 'u', name: 'g', input: {} }),
        blockDelta(4, { type: 'input_json_delta', partial_json: '{}' }),
        blockStop(3),
      ],
      ['call f: {"a":1}', 'call g: {}'],
    ],
    [
      'who called it',
      [blockStart(0, { type: 'tool_use', id: 't', name: 'f', input: {}, caller: { type: 'direct' } }), blockStop(0)],
      ['native tool_use.caller', 'call f: {}'],
    ],
  ]
  test.each(rows)('%s', (_, blocks, expected) => expect(outline(read(stream(blocks, 'tool_use')))).toEqual(expected))

  test('one that was cut before its arguments has none', () => {
    expect(outline(read([messageStart(), ...toolUse(0, 'f').slice(0, 1)]))).toEqual(['call f: '])
  })

  test('text in a block that is none of text is hidden, unless the block had thinking before', () => {
    const texts = ['I ', 'think.'].map((text) => blockDelta(0, { type: 'text_delta', text }))
    const began = blockStart(0, { type: 'thinking', thinking: '', signature: '' })
    expect(resultOf(read(stream([began, ...texts, blockStop(0)])))).toMatchObject({ reasoning: 'I think.', answer: '' })
    const unknown = blockStart(0, { type: 'draft', text: '' })
    expect(resultOf(read(stream([unknown, ...texts, blockStop(0)])))).toMatchObject({ reasoning: 'I think.', answer: '' })
    const thought = blockDelta(0, { type: 'thinking_delta', thinking: 'Hm.' })
    expect(resultOf(read(stream([began, thought, ...texts, blockStop(0)])))).toMatchObject({ reasoning: 'Hm.', answer: 'I think.' })
  })

  test('texts at indexes that nothing opened are of the block that is open', () => {
    const blocks = [
      blockStart(0, { type: 'thinking', thinking: '' }),
      blockDelta(1, { type: 'thinking_delta', thinking: 'a' }),
      blockDelta(2, { type: 'thinking_delta', thinking: 'b' }),
      blockDelta(3, { type: 'text_delta', text: 'c' }),
      blockDelta(0, { type: 'thinking_delta', thinking: 'd' }),
      blockStop(0),
    ]
    expect(outline(read(stream(blocks)))).toEqual(['reasoning (summary): abd', 'answer: c'])
  })

  test('arguments that come too late are kept, and reported', () => {
    const parts = read(stream([...toolUse(0, 'f', '{}'), blockDelta(0, { type: 'input_json_delta', partial_json: 'x' })]))
    expect(outline(parts)).toEqual(['call f: {}', 'native late.input_json'])
    expect(codesOf(parts)).toEqual(['late-part'])
    expect(parts.find(({ type }) => type === 'native')).toMatchObject({
      channel: 'reasoning',
      item: 0,
      value: { index: 0, partial_json: 'x' },
    })
  })
})

describe('server tools and other blocks are native parts, in wire order', () => {
  const use = { type: 'server_tool_use', id: 'srv_1', name: 'web_fetch', input: {} }
  const result = { type: 'web_fetch_tool_result', tool_use_id: 'srv_1', content: { type: 'web_fetch_result', url: 'https://example.org' } }
  const events = stream([
    ...thinking(0, [], 'A'),
    blockStart(1, use),
    blockDelta(1, { type: 'input_json_delta', partial_json: '{"url":"https' }),
    blockDelta(1, { type: 'input_json_delta', partial_json: '://example.org"}' }),
    blockStop(1),
    blockStart(2, result),
    blockStop(2),
    ...thinking(3, [], 'B'),
    ...text(4, 'x'),
  ])

  test('streamed and whole alike', () => {
    const expected = [
      'reasoning (hidden):  [signature A]',
      'native server_tool_use',
      'native web_fetch_tool_result',
      'reasoning (hidden):  [signature B]',
      'answer: x',
    ]
    const parts = read(events)
    expect(outline(parts)).toEqual(expected)
    expect(codesOf(parts)).toEqual([])
    const whole = { ...use, input: { url: 'https://example.org' } }
    expect(parts.filter(({ type }) => type === 'native')).toEqual([
      { type: 'native', wire: 'anthropic-messages', event: 'server_tool_use', item: 1, value: whole },
      { type: 'native', wire: 'anthropic-messages', event: 'web_fetch_tool_result', item: 2, value: result },
    ])
    const signed = (signature: string) => ({ type: 'thinking', thinking: '', signature })
    const fromBody = readBody(body([signed('A'), whole, result, signed('B'), { type: 'text', text: 'x' }]))
    expect(fromBody.filter(({ type }) => type !== 'usage')).toEqual(parts.filter(({ type }) => type !== 'usage'))
  })

  test('one that was cut is given as far as it came', () => {
    const parts = read(events.slice(0, 6))
    expect(parts.filter(({ type }) => type === 'native')).toMatchObject([
      { event: 'server_tool_use', value: { ...use, input: '{"url":"https' } },
    ])
    expect(resultOf(parts).finish).toEqual({ reason: 'aborted' })
  })

  test('a summary of the conversation may show reasoning, and is no unknown block', () => {
    const parts = read(
      stream(
        [
          blockStart(0, { type: 'compaction', content: null }),
          blockDelta(0, { type: 'compaction_delta', content: 'so ' }),
          blockDelta(0, { type: 'compaction_delta', content: 'far' }),
          blockStop(0),
          ...text(1, 'x'),
        ],
        'compaction',
      ),
    )
    expect(parts.filter(({ type }) => type === 'native')).toEqual([
      {
        type: 'native',
        wire: 'anthropic-messages',
        event: 'compaction',
        item: 0,
        channel: 'reasoning',
        value: { type: 'compaction', content: 'so far' },
      },
    ])
    expect(codesOf(parts)).toEqual([])
    expect(resultOf(parts).finish).toEqual({ reason: 'stop', native: 'compaction' })
  })

  test('an unknown block may show reasoning, and is reported once', () => {
    const parts = readBody(body([{ type: 'musing', musing: 'm' }]))
    expect(parts.filter(({ type }) => type === 'native')).toMatchObject([{ event: 'musing', channel: 'reasoning' }])
    expect(codesOf(parts)).toEqual(['unknown-event'])
  })

  test.each([
    { type: 'fallback', from: { model: 'a' }, to: { model: 'b' } },
    { type: 'mcp_tool_listing', mcp_server_name: 's', tools: [{ name: 'f', input_schema: {} }] },
  ])('$type is known, and free of reasoning', (block) => {
    const parts = readBody(body([block]))
    const native = { type: 'native', wire: 'anthropic-messages', event: block.type, item: 0, value: block }
    expect(parts.filter(({ type }) => type === 'native')).toEqual([native])
    expect(codesOf(parts)).toEqual([])
  })

  test('citations go with the answer', () => {
    const citation = { type: 'char_location', cited_text: 'c', document_index: 0, start_char_index: 0, end_char_index: 1 }
    const expected = [{ type: 'native', wire: 'anthropic-messages', event: 'citation', item: 0, channel: 'answer', value: citation }]
    const streamed = read(
      stream([
        blockStart(0, { type: 'text', text: '', citations: [] }),
        blockDelta(0, { type: 'text_delta', text: 'x' }),
        blockDelta(0, { type: 'citations_delta', citation }),
        blockStop(0),
      ]),
    )
    expect(streamed.filter(({ type }) => type === 'native')).toEqual(expected)
    expect(readBody(body([{ type: 'text', text: 'x', citations: [citation] }])).filter(({ type }) => type === 'native')).toEqual(expected)
  })

  test('citations that come before the text of their block go back into that block', () => {
    const citation = { type: 'char_location', cited_text: 'c', document_index: 0, start_char_index: 0, end_char_index: 1 }
    const streamed = read(
      stream([
        blockStart(0, { type: 'text', text: '' }),
        blockDelta(0, { type: 'text_delta', text: 'It is ' }),
        blockStop(0),
        blockStart(1, { type: 'text', text: '', citations: [] }),
        blockDelta(1, { type: 'citations_delta', citation }),
        blockDelta(1, { type: 'text_delta', text: 'A' }),
        blockStop(1),
      ]),
    )
    const target = { wire: 'anthropic-messages', model: 'claude-sonnet-4-5' }
    const said = messageOf(resultOf(streamed), target)
    const { messages } = anthropicMessages().writeRequest({ messages: [said] }, target).body as { messages: { content: unknown }[] }
    expect(messages[0]!.content).toEqual([
      { type: 'text', text: 'It is ' },
      { type: 'text', text: 'A', citations: [citation] },
    ])
  })

  test('what a message says beside its content, once', () => {
    const container = { id: 'container_1', expires_at: '2026-01-01T00:00:00Z' }
    const streamed = read([
      messageStart({ container, diagnostics: { cache_miss_reason: null } }),
      messageDelta(
        'stop_sequence',
        { output_tokens: 1 },
        {
          context_management: { applied_edits: [] },
          delta: { stop_reason: 'stop_sequence', stop_sequence: 'END', container },
          extra: { a: 1 },
        },
      ),
    ])
    expect(streamed.filter(({ type }) => type === 'native')).toEqual([
      { type: 'native', wire: 'anthropic-messages', event: 'container', value: container },
      { type: 'native', wire: 'anthropic-messages', event: 'diagnostics', value: { cache_miss_reason: null } },
      { type: 'native', wire: 'anthropic-messages', event: 'context_management', value: { applied_edits: [] } },
      { type: 'native', wire: 'anthropic-messages', event: 'message.extra', channel: 'reasoning', value: { a: 1 } },
      { type: 'native', wire: 'anthropic-messages', event: 'stop_sequence', value: 'END' },
    ])
  })

  test('what a message says of one thing, and changes later', () => {
    const container = (id: string) => ({ id, expires_at: '2026-01-01T00:00:00Z' })
    const streamed = read([
      messageStart({ container: container('c1') }),
      messageDelta(
        'end_turn',
        { output_tokens: 1 },
        { delta: { stop_reason: 'end_turn', stop_sequence: null, container: container('c2') } },
      ),
    ])
    expect(streamed.flatMap((part) => (part.type === 'native' ? [part.value] : []))).toEqual([container('c1'), container('c2')])
  })

  test('estimates of an omitted thought open its block: it is all that can be seen of it', () => {
    const parts = read([
      messageStart(),
      blockStart(0, { type: 'thinking', thinking: '', signature: '' }),
      blockDelta(0, { type: 'thinking_delta', thinking: '', estimated_tokens: 50 }),
      blockDelta(0, { type: 'thinking_delta', thinking: '', estimated_tokens: 90 }),
      blockDelta(0, { type: 'signature_delta', signature: 'A' }),
      blockStop(0),
    ])
    expect(outline(parts)).toEqual([
      'reasoning (hidden):  [signature A]',
      'native thinking.estimated_tokens',
      'native thinking.estimated_tokens',
    ])
  })
})

describe('what the text of a thought is', () => {
  const rows: [model: string | undefined, kind: string | undefined][] = [
    ['claude-sonnet-4-20250514', 'summary'],
    ['claude-opus-5', 'summary'],
    ['us.anthropic.claude-3-7-sonnet-20250219-v1:0', 'raw'],
    ['anthropic/claude-3.7-sonnet', 'raw'],
    ['MiniMax-M2', undefined],
    [undefined, undefined],
  ]
  const kindOf = (parts: readonly { type: string }[]) => (parts.find(({ type }) => type === 'block-start') as { kind?: string }).kind

  test.each(rows)('of %s: %s', (model, kind) => expect(kindOf(read([messageStart({ model }), ...thinking(0, ['a'])]))).toBe(kind))

  test('the option wins', () => {
    const reader = anthropicMessages({ thinkingKind: 'raw' }).createReader()
    expect(kindOf([messageStart(), ...thinking(0, ['a'])].flatMap((event) => reader.push(event)))).toBe('raw')
  })
})

describe('endings', () => {
  const rows: [word: string, reason: string][] = [
    ['end_turn', 'stop'],
    ['stop_sequence', 'stop'],
    ['tool_use', 'tool-calls'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['pause_turn', 'stop'],
    ['refusal', 'refusal'],
    ['something_new', 'unknown'],
  ]
  test.each(rows)('%s is %s', (word, reason) => {
    expect(resultOf(read(stream(text(0, 'x'), word))).finish).toEqual({ reason, native: word })
    expect(resultOf(readBody(body([{ type: 'text', text: 'x' }], { stop_reason: word }))).finish).toEqual({ reason, native: word })
  })

  test('a reason that is new reaches who speaks the same, and is an end for everybody else', () => {
    for (const parts of [
      read(stream(text(0, 'x'), 'something_new')),
      readBody(body([{ type: 'text', text: 'x' }], { stop_reason: 'something_new' })),
    ]) {
      const wire = anthropicMessages()
      expect(wire.writeResponse(parts)).toMatchObject({ stop_reason: 'something_new', stop_sequence: null })
      const writer = wire.createWriter()
      const frames = parts.flatMap((part) => writer.push(part))
      expect(frames.find(({ event }) => event === 'message_delta')!.data).toContain('"stop_reason":"something_new"')
      expect(wire.writeResponse(parts.filter(({ type }) => type !== 'native'))).toMatchObject({ stop_reason: 'end_turn' })
    }
  })

  test('the whole budget went into thinking, shown or not', () => {
    const exhausted = { reason: 'reasoning-exhausted', native: 'max_tokens' }
    const shown = read(stream(thinking(0, ['a']).slice(0, -1), 'max_tokens'))
    expect(resultOf(shown)).toMatchObject({ finish: exhausted, closed: false })
    expect(resultOf(read(stream(thinking(0, [], 'A'), 'max_tokens'))).finish).toEqual(exhausted)
    const counted = [
      messageStart(),
      messageDelta('max_tokens', { output_tokens: 9, output_tokens_details: { thinking_tokens: 9 } }),
      messageStop,
    ]
    expect(resultOf(read(counted)).finish).toEqual(exhausted)
  })

  test('a refusal says why', () => {
    const stop_details = { type: 'refusal', category: 'reasoning_extraction', explanation: 'no' }
    const parts = read([messageStart(), messageDelta('refusal', {}, { delta: { stop_reason: 'refusal', stop_details } }), messageStop])
    expect(parts.find(({ type }) => type === 'native')).toEqual({
      type: 'native',
      wire: 'anthropic-messages',
      event: 'stop_details',
      value: stop_details,
    })
  })

  test('a stream that was cut, one that said that it is over, and nothing at all', () => {
    const cut = read([messageStart(), ...thinking(0, ['a']).slice(0, 2)])
    expect(resultOf(cut)).toMatchObject({ finish: { reason: 'aborted' }, closed: false, reasoning: 'a' })
    expect(codesOf(cut)).toEqual(['missing-finish'])
    expect(resultOf(read([messageStart(), ...text(0, 'x'), messageStop])).finish).toEqual({ reason: 'unknown' })
    expect(resultOf(read([])).finish).toEqual({ reason: 'aborted' })
  })

  test('text after the end is kept', () => {
    const parts = read([...stream(text(0, 'x')), ...text(1, 'y')])
    expect(resultOf(parts).answer).toBe('xy')
    expect(codesOf(parts)).toEqual(['late-part'])
  })

  test('pings say nothing', () => expect(read([{ type: 'ping' }, ...stream(text(0, 'x'))])).toEqual(read(stream(text(0, 'x')))))
})

test('a message whole and in events is the same', () => {
  const content = [
    { type: 'thinking', thinking: 'a', signature: 'A' },
    { type: 'redacted_thinking', data: 'R' },
    { type: 'text', text: 'x' },
    { type: 'tool_use', id: 'toolu_3', name: 'f', input: { a: 1 } },
  ]
  const events = stream(
    [
      ...thinking(0, ['a'], 'A'),
      blockStart(1, { type: 'redacted_thinking', data: 'R' }),
      blockStop(1),
      ...text(2, 'x'),
      ...toolUse(3, 'f', '{"a":1}'),
    ],
    'tool_use',
  )
  const withoutUsage = (parts: readonly { type: string }[]) => parts.filter(({ type }) => type !== 'usage')
  expect(withoutUsage(readBody(body(content, { stop_reason: 'tool_use' })))).toEqual(withoutUsage(read(events)))
})
