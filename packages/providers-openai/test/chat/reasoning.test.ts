import { describe, expect, test } from 'vitest'
import { body, chunk, codesOf, outline, read, readBody, readDone } from './chunks.ts'

describe('one delta of each carrier', () => {
  const rows: [name: string, delta: unknown, expected: string[]][] = [
    ['reasoning_content', { reasoning_content: 'r' }, ['reasoning: r']],
    ['reasoning', { reasoning: 'r' }, ['reasoning: r']],
    ['reasoning_text', { reasoning_text: 'r' }, ['reasoning: r']],
    ['both fields, equal', { reasoning_content: 'r', reasoning: 'r' }, ['reasoning: r']],
    ['an empty field before a full one', { reasoning_content: '', reasoning: 'r' }, ['reasoning: r']],
    ['null before a full one', { reasoning_content: null, reasoning: 'r' }, ['reasoning: r']],
    ['details alone', { reasoning_details: [{ type: 'reasoning.text', text: 'r', index: 0 }] }, ['reasoning: r']],
    ['a summary', { reasoning_details: [{ type: 'reasoning.summary', summary: 'r', index: 0 }] }, ['reasoning (summary): r']],
    ['details beside a field', { reasoning: 'r', reasoning_details: [{ type: 'reasoning.text', text: 'r', index: 0 }] }, ['reasoning: r']],
    [
      'a summary beside a field',
      { reasoning: 'r', reasoning_details: [{ type: 'reasoning.summary', summary: 'r' }] },
      ['reasoning (summary): r'],
    ],
    ['thinking', { thinking: 'r' }, ['reasoning: r']],
    ['a list of parts in place of a text', { reasoning_content: [{ type: 'text', text: 'r' }, 's'] }, ['reasoning: rs']],
    ['an object in place of a text', { reasoning: { text: 'r' } }, ['reasoning: r']],
    ['an object with lists in it', { reasoning: { summary: [{ text: 'r' }], effort: 'high' } }, ['reasoning: r']],
    ['thinking as a list', { thinking: [{ type: 'thinking', thinking: 'r' }] }, ['reasoning: r']],
    ['a rare name beside a usual one', { reasoning_content: 'r', thinking: 'r' }, ['reasoning: r']],
    ...['thinking_content', 'cot_summary', 'reasoning_summary', 'reasoningContent', 'thought', 'thoughts'].map(
      (name): [string, unknown, string[]] => [name, { [name]: 'r' }, ['reasoning: r']],
    ),
    ['blocks as Messages have them', { thinking_blocks: [{ type: 'thinking', thinking: 'r' }] }, ['reasoning: r']],
    [
      'blocks beside a field, with signatures and what is redacted',
      {
        reasoning_content: 'rs',
        thinking_blocks: [
          { type: 'thinking', thinking: 'r', signature: 'S' },
          { type: 'redacted_thinking', data: 'D' },
          { type: 'thinking', thinking: 's', signature: 'T' },
        ],
      },
      ['reasoning: r', 'reasoning: s'],
    ],
    ...['reasoning_text', 'thought', 'reasoning_content'].map((type): [string, unknown, string[]] => [
      `a part of type ${type}`,
      { content: [{ type, text: 'r' }] },
      ['reasoning: r'],
    ]),
    ['a reasoning part as LangChain has it', { content: [{ type: 'reasoning', reasoning: 'r' }] }, ['reasoning: r']],
    [
      'a reasoning part as Responses have it',
      { content: [{ type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'r' }] }] },
      ['reasoning: r'],
    ],
    ['a thinking part', { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'r' }], closed: true }] }, ['reasoning: r']],
    ['a thinking part as a string', { content: [{ type: 'thinking', thinking: 'r' }] }, ['reasoning: r']],
    [
      'a thinking part that repeats a field',
      {
        reasoning_content: 'r',
        content: [
          { type: 'thinking', thinking: 'r' },
          { type: 'text', text: 'a' },
        ],
      },
      ['reasoning: r', 'answer: a'],
    ],
    [
      'a reasoning part with summaries',
      { content: [{ type: 'reasoning', summary: [{ type: 'summary_text', text: 'r' }] }] },
      ['reasoning (summary): r'],
    ],
    [
      'one that ends thinking and starts the answer',
      {
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'r' }] },
          { type: 'text', text: 'a' },
        ],
      },
      ['reasoning: r', 'answer: a'],
    ],
    [
      'all at once',
      { reasoning_content: 'r', content: 'a', tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '{}' } }] },
      ['reasoning: r', 'answer: a', 'call f: {}'],
    ],
    ['a refusal', { refusal: 'no' }, ['answer (refusal): no']],
    ['tags in the content, which stay', { content: '<think>r</think>a' }, ['answer: <think>r</think>a']],
    ['nothing: null, empty, absent', { role: 'assistant', content: null, reasoning_content: '', refusal: null, tool_calls: null }, []],
  ]

  test.each(rows)('%s', (_, delta, expected) => {
    const streamed = readDone([chunk(delta), chunk({}, 'stop')])
    expect(outline(streamed)).toEqual(expected)
    expect(codesOf(streamed)).toEqual([])
    const whole = readBody(body(delta))
    expect(outline(whole)).toEqual(expected)
    expect(codesOf(whole)).toEqual([])
  })
})

test.each([
  [
    'joins summaries with line ends',
    'r\n\ns',
    ['r', 's'].map((summary) => ({ type: 'reasoning.summary', summary })),
    'reasoning (summary): r\n\ns',
  ],
  ['has other words than the summary', 'raw', [{ type: 'reasoning.summary', summary: 's' }], 'reasoning: raw'],
  [
    'joins a summary and a raw thought',
    's r',
    [
      { type: 'reasoning.summary', summary: 's' },
      { type: 'reasoning.text', text: 'r' },
    ],
    'reasoning: s r',
  ],
])('a field that %s is a summary only if it can be nothing else', (_, reasoning, reasoning_details, expected) => {
  const delta = { reasoning, reasoning_details }
  for (const parts of [readDone([chunk(delta), chunk({}, 'stop')]), readBody(body(delta))]) {
    expect(outline(parts)).toEqual([expected])
    expect(codesOf(parts)).toEqual(['duplicate-carrier'])
  }
})

test('the parts of a stream are numbered blocks, in wire order, each opened and closed once', () => {
  expect(
    readDone([
      chunk({ role: 'assistant', content: '' }),
      chunk({ reasoning_content: 'r' }),
      chunk({ reasoning_content: 's' }),
      chunk({ content: 'a' }),
      chunk({}, 'stop'),
    ]),
  ).toEqual([
    { type: 'start', id: 'chatcmpl-1', model: 'm', created: 1_700_000_000 },
    { type: 'block-start', block: 0, channel: 'reasoning' },
    { type: 'delta', block: 0, channel: 'reasoning', text: 'r' },
    { type: 'delta', block: 0, channel: 'reasoning', text: 's' },
    { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
    { type: 'block-start', block: 1, channel: 'answer' },
    { type: 'delta', block: 1, channel: 'answer', text: 'a' },
    { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
    { type: 'finish', reason: 'stop', native: 'stop' },
    { type: 'end' },
  ])
})

test('reasoning, answer, reasoning, answer are four blocks', () => {
  const parts = readDone([chunk({ reasoning: 'r' }), chunk({ content: 'a' }), chunk({ reasoning: 's' }), chunk({ content: 'b' }, 'stop')])
  expect(outline(parts)).toEqual(['reasoning: r', 'answer: a', 'reasoning: s', 'answer: b'])
})

test('a call ends the text before it with its own boundary', () => {
  const parts = readDone([
    chunk({ content: 'a' }),
    chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: '' } }] }, 'tool_calls'),
  ])
  expect(parts).toContainEqual({ type: 'block-end', block: 0, channel: 'answer', boundary: 'tool' })
})

test('two fields that differ: the first counts, the other is kept beside, never added', () => {
  const parts = readDone([
    chunk({ reasoning_content: 'r', reasoning: 'other' }),
    chunk({ reasoning_content: 's', reasoning: 'more' }, 'stop'),
  ])
  expect(outline(parts)).toEqual(['reasoning: rs'])
  expect(codesOf(parts)).toEqual(['duplicate-carrier'])
  expect(parts).toContainEqual({ type: 'native', wire: 'openai-chat', event: 'message.reasoning', channel: 'reasoning', value: 'other' })
})

test('a field of another type is kept as a native part on the reasoning channel', () => {
  const parts = readDone([chunk({ reasoning_content: { tokens: 'r' }, content: 7 }, 'stop')])
  expect(outline(parts)).toEqual([])
  expect(codesOf(parts)).toEqual(['wrong-type', 'wrong-type'])
  expect(parts).toContainEqual({
    type: 'native',
    wire: 'openai-chat',
    event: 'message.reasoning_content',
    channel: 'reasoning',
    value: { tokens: 'r' },
  })
})

test('references inside thinking, and images in content, are native parts', () => {
  const reference = { type: 'reference', reference_ids: [1] }
  const image = { type: 'image_url', image_url: { url: 'data:' } }
  const page = { type: 'tool_reference', tool: 'web_search', title: 'A', url: 'https://a.example/' }
  const parts = readDone([chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'r' }, reference] }, image] }, 'stop')])
  expect(outline(parts)).toEqual(['reasoning: r'])
  expect(parts).toContainEqual({ type: 'native', wire: 'openai-chat', event: 'message.content', channel: 'reasoning', value: reference })
  expect(parts).toContainEqual({ type: 'native', wire: 'openai-chat', event: 'message.content', value: image })
  // A splitter hides parts that may hold its text. These hold none.
  expect(readDone([chunk({ content: [page] }, 'stop')])).toContainEqual({
    type: 'native',
    wire: 'openai-chat',
    event: 'message.content',
    value: page,
  })
})

test('content that is a string again after it was an array goes on with its block', () => {
  const parts = readDone([chunk({ content: [{ type: 'text', text: '1' }] }), chunk({ content: '44' }, 'stop')])
  expect(outline(parts)).toEqual(['answer: 144'])
})

test('a stream that is cut inside its reasoning says that it was never closed', () => {
  const parts = read([chunk({ reasoning_content: 'r' })])
  expect(parts).toContainEqual({ type: 'block-end', block: 0, channel: 'reasoning', boundary: 'end-of-stream' })
})

test('text after the finish is kept, with a warning', () => {
  const parts = readDone([chunk({ content: 'a' }, 'stop'), chunk({ content: 'b' }), chunk({ content: 'c' })])
  expect(outline(parts)).toEqual(['answer: a', 'answer: bc'])
  expect(codesOf(parts)).toEqual(['late-part'])
  expect(parts.filter(({ type }) => type === 'finish')).toHaveLength(1)
})

test('a whole message beside deltas is not read twice', () => {
  const parts = readDone([
    chunk({ content: 'a' }),
    { ...chunk({}), choices: [{ index: 0, message: { content: 'a' }, finish_reason: 'stop' }] },
  ])
  expect(outline(parts)).toEqual(['answer: a'])
})

test('a whole body with an empty delta beside its message has the answer (Perplexity)', () => {
  const message = { role: 'assistant', reasoning_content: 'r', content: 'a' }
  const choice = { index: 0, delta: { role: 'assistant', content: '' }, message, finish_reason: 'stop' }
  expect(outline(readBody({ ...body({}), choices: [choice] }))).toEqual(['reasoning: r', 'answer: a'])
})

test('a message that repeats the text so far beside each delta is not read twice (Perplexity)', () => {
  const both = (content: string, soFar: string, finish: string | null = null) => ({
    ...chunk({}),
    choices: [{ index: 0, delta: { content }, message: { role: 'assistant', content: soFar }, finish_reason: finish }],
  })
  for (const last of ['', 'b']) {
    const parts = readDone([both('a', 'a'), both(last === '' ? 'b' : '', 'ab'), both(last, 'ab', 'stop')])
    expect(outline(parts)).toEqual(['answer: ab'])
    expect(codesOf(parts)).toEqual([])
  }
})

test('content that is an object is the JSON text of an answer (Cloudflare)', () => {
  const parts = readBody(body({ role: 'assistant', content: { title: 't', n: 1 } }))
  expect(outline(parts)).toEqual(['answer: {"title":"t","n":1}'])
  expect(codesOf(parts)).toEqual([])
})

test('content that is an object with a type is kept as a native part: it may be a thought', () => {
  const parts = readBody(body({ role: 'assistant', content: { type: 'thinking', thinking: 'r' } }))
  expect(outline(parts)).toEqual([])
  expect(codesOf(parts)).toEqual(['wrong-type'])
})

test('details that are no list are kept as a native part', () => {
  const parts = readDone([chunk({ reasoning_details: { text: 'r' } }, 'stop')])
  expect(outline(parts)).toEqual([])
  expect(codesOf(parts)).toEqual(['wrong-type'])
})

test.each([{ delta: 'a' }, { message: 'a' }, { delta: { tool_calls: 'a' } }, { delta: { tool_calls: ['a'] } }])(
  '%o: what is no object where one belongs is reported',
  (choice) => {
    const parts = readDone([{ ...chunk({}), choices: [{ index: 0, ...choice, finish_reason: 'stop' }] }])
    expect(outline(parts)).toEqual([])
    expect(codesOf(parts)).toEqual(['wrong-type'])
  },
)
