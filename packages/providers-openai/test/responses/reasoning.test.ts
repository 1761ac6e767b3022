import type { Part } from '@reason/core'
import type { Seal } from '@reason/core/parts'
import { describe, expect, test } from 'vitest'
import {
  added,
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
} from './events.ts'
import { bodyOf, eventsOf } from './writing.ts'

type Fields = Record<string, unknown>

const issuer = { provider: 'openai', wire: 'openai-responses', model: 'm' }
const source = { provider: 'openai' }
const reasoning = (rest: Record<string, unknown> = {}) => ({ type: 'reasoning', id: 'rs_1', summary: [], ...rest })
const sealsOf = (parts: Iterable<Part>): (Seal[] | undefined)[] =>
  [...parts].flatMap((part) => (part.type === 'block-end' ? [part.seals] : []))

test.each([
  [{ phase: 'analysis' }, 'reasoning (raw): I think.'],
  [{ phase: 'draft' }, 'reasoning (raw): I think.'],
  [{ role: 'thinking' }, 'reasoning (raw): I think.'],
  [{ phase: 'commentary' }, 'answer: I think.'],
  [{ phase: 'final_answer' }, 'answer: I think.'],
])('the labels of a message decide whose text it has: %o', (labels, line) => {
  const item = message('I think.', labels)
  expect(outline(read([created, added(0, { ...item, content: [] }), text(0, 'I think.'), done(0, item), completed()]))).toContain(line)
  expect(outline(readBody(body([item])))).toContain(line)
})

test('a hidden thought stands before its calls, also where the provider ends it behind them', () => {
  const thought = reasoning({ encrypted_content: 'E' })
  const call = { type: 'function_call', id: 'fc_1', call_id: 'c', name: 'f', arguments: '{}' }
  for (const type of ['function_call', 'custom_tool_call']) {
    const one = { ...call, type, ...(type === 'custom_tool_call' && { input: '{}' }) }
    const events = [
      created,
      added(0, reasoning()),
      added(1, { ...one, arguments: '' }),
      done(1, one),
      added(2, { ...one, id: 'fc_2', call_id: 'd' }),
      done(2, { ...one, id: 'fc_2', call_id: 'd' }),
      done(0, thought),
      completed({ output: [thought, one, { ...one, id: 'fc_2', call_id: 'd' }] }),
    ]
    const parts = read(events, source)
    expect([...parts].flatMap((part) => (part.type.endsWith('-start') ? [part.type] : []))).toEqual([
      'block-start',
      'tool-call-start',
      'tool-call-start',
    ])
    expect(sealsOf(parts)).toEqual([[{ kind: 'encrypted', value: 'E', issuer, item: 'rs_1' }]])
    const written = eventsOf(parts)
    const order = (type: string) => written.flatMap((event) => (event['type'] === type ? [(event['item'] as Fields)['type']] : []))
    expect(order('response.output_item.added')).toEqual(['reasoning', type, type])
    expect(order('response.output_item.done')).toEqual(['reasoning', type, type])
    expect(written.find((event) => event['type'] === 'response.output_item.done')?.['item']).toMatchObject({ encrypted_content: 'E' })
    expect((bodyOf(parts)['output'] as Fields[]).map((item) => item['encrypted_content'])).toEqual(['E', undefined, undefined])
  }
})

describe('the parts of a summary are blocks, and so are those of raw reasoning', () => {
  const whole = reasoning({
    summary: [
      { type: 'summary_text', text: '**A**' },
      { type: 'summary_text', text: '**B**' },
    ],
    content: [
      { type: 'reasoning_text', text: 'c' },
      { type: 'reasoning_text', text: 'd' },
    ],
  })
  const lines = ['reasoning (summary): **A**', 'reasoning (summary): **B**', 'reasoning (raw): c', 'reasoning (raw): d', 'answer: x']

  test('in a stream', () => {
    const parts = read([
      created,
      added(0, reasoning()),
      summary(0, 0, '**A'),
      summary(0, 0, '**'),
      summary(0, 1, '**B**'),
      raw(0, 'c'),
      raw(0, 'd', 1),
      done(0, whole),
      added(1, message('', { content: [] })),
      text(1, 'x'),
      done(1, message('x')),
      completed({ output: [whole, message('x')] }),
    ])
    expect(texts(parts)).toEqual(lines)
    expect(codesOf(parts)).toEqual([])
  })

  test('in a body', () => expect(texts(readBody(body([whole, message('x')])))).toEqual(lines))

  test('in a stream that says nothing but the end', () =>
    expect(texts(read([completed({ output: [whole, message('x')] })]))).toEqual(lines))

  test('in a stream of whole items, without pieces', () =>
    expect(texts(read([created, done(0, whole), done(1, message('x')), completed()]))).toEqual(lines))

  test('where pieces were counted as parts, the whole text is not said again', () => {
    const parts = read([
      created,
      added(0, reasoning()),
      ...['c', 'd', 'e'].map((piece, part) => raw(0, piece, part)),
      done(0, reasoning({ content: [{ type: 'reasoning_text', text: 'cde' }] })),
      completed({ output: [reasoning({ content: [{ type: 'reasoning_text', text: 'cde' }] }), message('x')] }),
    ])
    expect(texts(parts)).toEqual(['reasoning (raw): c', 'reasoning (raw): d', 'reasoning (raw): e', 'answer: x'])
    expect(codesOf(parts)).toEqual([])
  })

  test('each part ends before the next begins', () => {
    const types = read([added(0, reasoning()), summary(0, 0, 'a'), summary(0, 1, 'b')]).flatMap((part) =>
      part.type.startsWith('block') && 'block' in part ? [`${part.type} ${part.block}`] : [],
    )
    expect(types).toEqual(['block-start 0', 'block-end 0', 'block-start 1', 'block-end 1'])
  })
})

describe('seals', () => {
  test('come from the end of an item, never from its beginning, with the id that it has there', () => {
    const parts = read(
      [
        created,
        added(0, reasoning({ encrypted_content: 'partial' })),
        summary(0, 0, 'a'),
        summary(0, 1, 'b'),
        done(0, reasoning({ id: 'rs_other', encrypted_content: 'whole' })),
        completed({ output: [reasoning({ encrypted_content: 'once more' })] }),
      ],
      source,
    )
    expect(sealsOf(parts)).toEqual([undefined, [{ kind: 'encrypted', value: 'whole', item: 'rs_other', issuer }]])
    expect(nativesOf(parts, 'replay.done')).toMatchObject([{ item: 0, value: { id: 'rs_other' } }])
  })

  test('of a thought that cannot be read are on a hidden block; so is a thought without seal', () => {
    const whole = [reasoning({ encrypted_content: 'E' }), reasoning({ id: 'rs_2' })]
    for (const parts of [
      readBody(body(whole), source),
      read(
        [created, ...whole.flatMap((item, index) => [added(index, reasoning({ id: item.id })), done(index, item)]), completed()],
        source,
      ),
    ]) {
      expect(texts(parts)).toEqual(['reasoning (hidden): ', 'reasoning (hidden): '])
      expect(sealsOf(parts)).toEqual([[{ kind: 'encrypted', value: 'E', item: 'rs_1', issuer }], undefined])
    }
  })

  test('that are empty are none', () => {
    expect(sealsOf(readBody(body([reasoning({ encrypted_content: '', content: [{ type: 'reasoning_text', text: 'a' }] })])))).toEqual([
      undefined,
    ])
  })

  test('of a cut stream are not there: what its beginning said is only a part', () => {
    const parts = read([created, added(0, reasoning({ encrypted_content: 'partial' }))])
    expect(texts(parts)).toEqual(['reasoning (hidden): '])
    expect(sealsOf(parts)).toEqual([undefined])
    expect(resultOf(parts)).toMatchObject({ finish: { reason: 'aborted' }, closed: false })
  })

  test('a signature beside the encrypted content is another', () => {
    const parts = readBody(body([reasoning({ signature: 'S', encrypted_content: 'E', format: 'anthropic-claude-v1' })]), source)
    expect(sealsOf(parts)).toEqual([
      [
        { kind: 'signature', value: 'S', item: 'rs_1', issuer },
        { kind: 'encrypted', value: 'E', item: 'rs_1', issuer },
      ],
    ])
    expect(nativesOf(parts, 'replay.item')).toMatchObject([{ value: { type: 'reasoning', id: 'rs_1', format: 'anthropic-claude-v1' } }])
  })

  test('that come behind the next item are those of their block', () => {
    const parts = read(
      [
        created,
        added(0, reasoning()),
        raw(0, 'a'),
        added(1, message('', { content: [] })),
        text(1, 'b'),
        done(0, reasoning({ encrypted_content: 'E' })),
      ],
      source,
    )
    expect(texts(parts)).toEqual(['reasoning (raw): a', 'answer: b'])
    expect(parts.filter(({ type }) => type === 'block-end')).toMatchObject([
      { channel: 'reasoning', seals: [{ kind: 'encrypted', value: 'E', item: 'rs_1' }] },
      { channel: 'answer' },
    ])
  })
})

describe('isolation', () => {
  test.each<[string, unknown[]]>([
    ['a reasoning item with text of the answer', [added(0, reasoning()), text(0, 'x')]],
    ['a reasoning item with a refusal', [added(0, reasoning()), { type: 'response.refusal.delta', output_index: 0, delta: 'x' }]],
    ['a message with raw reasoning', [added(0, message('', { content: [] })), raw(0, 'x')]],
    ['raw reasoning whose item never began', [raw(0, 'x')]],
    ['a summary whose item never began', [summary(7, 0, 'x')]],
    ['a reasoning part of a whole message', [done(0, { ...message(''), content: [{ type: 'reasoning_text', text: 'x' }] })]],
    ['the names of older servers', [{ type: 'response.reasoning.delta', output_index: 0, delta: 'x' }]],
    ['content of a reasoning item, whatever its type', [done(0, reasoning({ content: [{ type: 'text', text: 'x' }] }))]],
    ['content that is no list', [done(0, reasoning({ content: 'x' }))]],
    ['a summary that is no list', [done(0, reasoning({ summary: 'x' }))]],
  ])('%s is reasoning', (_, events) => {
    expect(resultOf(read([created, ...events, completed()]))).toMatchObject({ reasoning: 'x', answer: '' })
  })

  test('what an item has beside its text is hidden where it is unknown', () => {
    const parts = readBody(body([reasoning({ thoughts: 'x', content: [{ type: 'image', data: 'y' }] })]))
    expect(nativesOf(parts, 'item/thoughts')).toMatchObject([{ channel: 'reasoning', value: 'x', item: 0 }])
    expect(nativesOf(parts, 'part')).toMatchObject([{ channel: 'reasoning', value: { type: 'image', data: 'y' } }])
    expect(outline(parts)).toContain('reasoning (hidden): ')
  })
})
