import type { Part } from '@reason/core'
import type { Seal } from '@reason/core/parts'
import { expect, test } from 'vitest'
import { body, chunk, codesOf, outline, readBody, readDone } from './chunks.ts'

const issuer = { provider: 'openrouter', wire: 'openai-chat', model: 'm', upstream: 'Anthropic' }
const source = { provider: 'openrouter', upstream: 'Anthropic' }
const text = (text: string, index: number, rest = {}) => ({ type: 'reasoning.text', text, index, format: 'anthropic-claude-v1', ...rest })
const encrypted = (data: string, rest = {}) => ({ type: 'reasoning.encrypted', data, format: 'google-gemini-v1', index: 0, ...rest })

const sealsOf = (parts: readonly Part[]): Seal[] => parts.flatMap((part) => ('seals' in part ? (part.seals ?? []) : []))

test('a signature in a chunk of its own, with empty text, seals the block that is open', () => {
  const parts = readDone(
    [
      chunk({ reasoning: 'r', reasoning_details: [text('r', 0)] }),
      chunk({ reasoning_details: [text('', 0, { signature: 'S' })] }),
      chunk({ content: 'a' }, 'stop'),
    ],
    source,
  )
  expect(outline(parts)).toEqual(['reasoning: r', 'answer: a'])
  expect(parts).toContainEqual({
    type: 'block-end',
    block: 0,
    channel: 'reasoning',
    boundary: 'wire',
    seals: [{ kind: 'signature', value: 'S', issuer }],
  })
})

test.each([
  ['a whole thought beside its signature', [{ thinking_blocks: [{ type: 'thinking', thinking: 'Plan it.', signature: 'S' }] }], ['S']],
  ['each piece in a delta of its own', [{ reasoning_details: [{ type: 'reasoning.text', text: 'Plan it.' }] }], []],
  ['all pieces as a summary', [{ reasoning_details: [{ type: 'reasoning.summary', summary: 'Plan it.' }] }], []],
])('details that come alone repeat the thought of a string field: %s', (_, late, signatures) => {
  const parts = readDone([
    chunk({ reasoning_content: 'Plan ' }),
    chunk({ reasoning_content: 'it.', thinking_blocks: [{ type: 'thinking', thinking: 'it.', signature: null }] }),
    ...late.map((fields) => chunk(fields)),
    chunk({ content: 'a' }, 'stop'),
  ])
  expect(outline(parts)).toEqual(['reasoning: Plan it.', 'answer: a'])
  expect(sealsOf(parts).map(({ value }) => value)).toEqual(signatures)
  expect(codesOf(parts)).toEqual([])
})

test('details that come alone repeat each piece of a thought', () => {
  const alone = (piece: string) => [chunk({ reasoning: piece }), chunk({ reasoning_details: [text(piece, 0)] })]
  const parts = readDone([...['Plan ', 'it', '.'].flatMap(alone), chunk({ content: 'a' }, 'stop')], source)
  expect(outline(parts)).toEqual(['reasoning: Plan it.', 'answer: a'])
})

test('details that come alone go on behind a string field if they say more', () => {
  const parts = readDone(
    [chunk({ reasoning: 'Plan ' }), chunk({ reasoning_details: [text('it.', 0)] }), chunk({ content: 'a' }, 'stop')],
    source,
  )
  expect(outline(parts)).toEqual(['reasoning: Plan it.', 'answer: a'])
})

test('details as long as a thought go on behind it if they say something else', () => {
  const parts = readDone(
    [chunk({ reasoning: 'Plan ' }), chunk({ reasoning_details: [text('it. 4', 0)] }), chunk({ content: 'a' }, 'stop')],
    source,
  )
  expect(outline(parts)).toEqual(['reasoning: Plan it. 4', 'answer: a'])
})

test('details that come alone repeat a thought that came as labelled content', () => {
  const parts = readDone([
    chunk({ role: 'thinking', content: 'Plan ' }),
    chunk({ role: 'thinking', content: 'it.' }),
    chunk({ role: 'assistant', reasoning_details: [text('Plan it.', 0)] }),
    chunk({ content: 'a' }, 'stop'),
  ])
  expect(outline(parts)).toEqual(['reasoning: Plan it.', 'answer: a'])
})

test('pieces of one signature, and of one encrypted value, are joined in a stream', () => {
  const parts = readDone(
    [
      chunk({ reasoning_details: [text('r', 0, { signature: 'S1' })] }),
      chunk({ reasoning_details: [text('', 0, { signature: 'S2' })] }),
      chunk({ reasoning_details: [encrypted('E1', { id: 'e', index: 1 })] }),
      chunk({ reasoning_details: [encrypted('E2', { id: 'e', index: 1 })] }, 'stop'),
    ],
    source,
  )
  expect(sealsOf(parts)).toEqual([
    { kind: 'signature', value: 'S1S2', issuer },
    { kind: 'encrypted', value: 'E1E2', issuer, item: 'e' },
  ])
})

test('each index is a block with its own signature', () => {
  const parts = readBody(
    body({ reasoning: 'rs', reasoning_details: [text('r', 0, { signature: 'A' }), text('s', 1, { signature: 'B' })], content: 'a' }),
    source,
  )
  expect(outline(parts)).toEqual(['reasoning: r', 'reasoning: s', 'answer: a'])
  expect(parts.flatMap((part) => (part.type === 'block-end' ? [[part.block, part.seals?.map(({ value }) => value)]] : []))).toEqual([
    [0, ['A']],
    [1, ['B']],
    [2, undefined],
  ])
})

test('an encrypted value of the same index goes with its summary', () => {
  const details = [{ type: 'reasoning.summary', summary: 'r', index: 0 }, encrypted('E', { id: 'rs_1', format: 'openai-responses-v1' })]
  const parts = readBody(body({ reasoning: 'r', reasoning_details: details, content: 'a' }), source)
  expect(outline(parts)).toEqual(['reasoning (summary): r', 'answer: a'])
  expect(sealsOf(parts)).toEqual([{ kind: 'encrypted', value: 'E', issuer, item: 'rs_1' }])
})

test('an encrypted value alone is a hidden block, in wire order', () => {
  const call = { index: 0, id: 'call', type: 'function', function: { name: 'f', arguments: '{}' } }
  const parts = readDone(
    [chunk({ tool_calls: [call] }), chunk({ reasoning_details: [encrypted('E', { id: 'call' })] }, 'tool_calls')],
    source,
  )
  expect(outline(parts)).toEqual(['call f: {}', 'reasoning (hidden): '])
})

test('a field that says something else than the details counts, and their seals are kept', () => {
  const parts = readBody(body({ reasoning: 'r\n\ns', reasoning_details: [text('r', 0), text('s', 1, { signature: 'B' })] }), source)
  expect(parts.filter(({ type }) => type === 'delta')).toEqual([{ type: 'delta', block: 0, channel: 'reasoning', text: 'r\n\ns' }])
  expect(sealsOf(parts).map(({ value }) => value)).toEqual(['B'])
  expect(codesOf(parts)).toEqual(['duplicate-carrier'])
})

test('what replay needs beside text and seals is given at the finish, once for each detail, without the text', () => {
  const parts = readDone([
    chunk({ reasoning_details: [text('r', 0)] }),
    chunk({ reasoning_details: [text('s', 0)] }),
    chunk({ reasoning_details: [encrypted('E', { id: 'x' })] }, 'stop'),
  ])
  expect(parts).toContainEqual({
    type: 'native',
    wire: 'openai-chat',
    event: 'replay.reasoning_details',
    value: [
      { type: 'reasoning.text', format: 'anthropic-claude-v1', index: 0, block: 0 },
      { type: 'reasoning.encrypted', id: 'x', format: 'google-gemini-v1', index: 0, block: 0 },
    ],
  })
})

test('details of an unknown kind are kept', () => {
  const odd = { type: 'something', value: 1 }
  const parts = readDone([chunk({ reasoning_details: [odd] }, 'stop')])
  expect(parts).toContainEqual({
    type: 'native',
    wire: 'openai-chat',
    event: 'message.reasoning_details',
    channel: 'reasoning',
    value: odd,
  })
})

test('the signature of a message, which Google says twice, is one seal of the finish', () => {
  const signature = { extra_content: { google: { thought: true, thought_signature: 'G' } }, thought_signature: 'G' }
  for (const parts of [readBody(body({ content: 'a', ...signature })), readDone([chunk({ content: 'a', ...signature }, 'stop')])]) {
    expect(outline(parts)).toEqual(['answer: a'])
    expect(sealsOf(parts)).toEqual([{ kind: 'thought-signature', value: 'G', issuer: { wire: 'openai-chat', model: 'm' } }])
  }
})

test('an opaque value beside the text seals it', () => {
  const parts = readDone([chunk({ reasoning_text: 'r' }), chunk({ reasoning_opaque: 'O' }), chunk({ content: 'a' }, 'stop')])
  expect(sealsOf(parts).map(({ kind, value }) => [kind, value])).toEqual([['encrypted', 'O']])
  expect(outline(parts)).toEqual(['reasoning: r', 'answer: a'])
})

test('text that comes without details and goes on with them is one block', () => {
  expect(outline(readDone([chunk({ reasoning: 'r' }), chunk({ reasoning: 's', reasoning_details: [text('s', 0)] }, 'stop')]))).toEqual([
    'reasoning: rs',
  ])
})

test('details that alternate within a block are remembered once', () => {
  const parts = readDone([chunk({ reasoning_details: [text('r', 0), encrypted('E'), text('s', 0), encrypted('F')] }, 'stop')])
  expect(parts.find((part) => part.type === 'native')).toMatchObject({
    value: [{ type: 'reasoning.text' }, { type: 'reasoning.encrypted' }],
  })
  expect(outline(parts)).toEqual(['reasoning: rs'])
})
