import type { Block, Item } from '@reason/core/result'
import { expect, test } from 'vitest'
import { isReasoning } from '../src/items.ts'
import { inPlace } from '../src/sealed-pieces.ts'
import { restore } from '../src/restore.ts'
import { answer, call, sealed, signature, thought } from './samples.ts'

const search: Item = {
  type: 'native',
  wire: 'anthropic-messages',
  event: 'content.server_tool_use',
  channel: 'answer',
  value: { id: 's1' },
}
const { text } = thought as Block
const other: Item = { ...search, value: { id: 's2' } }

test('what a piece has that the client brings back, too, is there once', () => {
  const pieces = [{ at: 1, record: sealed(thought, search, call('a')) }]
  expect(inPlace([search, call('a')], pieces)).toEqual([thought, search, call('a')])
  expect(inPlace([search, call('a'), search], pieces)).toEqual([thought, search, call('a')])
})

test.each([
  ['in tags', `<think>\n${text}\n</think>\nI look.`, [answer('I look.')]],
  ['in tags alone', `<think>${text}</think>`, []],
  ['in other tags', `<reasoning>${text}</reasoning>I look.`, [answer('I look.')]],
  ['that differs', '<think>I know it.</think>I look.', [answer('<think>I know it.</think>I look.')]],
  ['that does not end', `<think>${text}`, [answer(`<think>${text}`)]],
  ['behind the answer', `I look.<think>${text}</think>`, [answer(`I look.<think>${text}</think>`)]],
])('a copy of the thought %s', (_, said, left) => {
  const pieces = [{ at: 1, record: sealed(thought, call('a')) }]
  expect(inPlace([answer(said), call('a')], pieces).toSorted((one) => (isReasoning(one) ? -1 : 1))).toEqual([thought, ...left, call('a')])
  expect(restore(sealed(thought, answer('I look.'), call('a')), [answer(said), call('a')], []).message.items).toEqual([
    thought,
    ...(left.length === 0 ? [] : left),
    call('a'),
  ])
})

test('the seals of a call that the client left out go to no other item', () => {
  const pieces = [{ at: 0, record: sealed(thought, { ...call('a'), seals: [signature] } as Item) }]
  expect(inPlace([answer('I look.')], pieces)).toEqual([thought, answer('I look.')])
})

test('what no piece has stays where the client has it', () => {
  const pieces = [{ at: 0, record: sealed(thought, search) }]
  expect(inPlace([answer('I look.'), other, call('a')], pieces)).toEqual([thought, search, answer('I look.'), other, call('a')])
})
