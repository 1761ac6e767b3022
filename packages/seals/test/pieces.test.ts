import type { Item } from '@reason/core/result'
import { expect, test } from 'vitest'
import { inPlace } from '../src/pieces.ts'
import { answer, call, sealed, thought } from './samples.ts'

const search: Item = {
  type: 'native',
  wire: 'anthropic-messages',
  event: 'content.server_tool_use',
  channel: 'answer',
  value: { id: 's1' },
}
const other: Item = { ...search, value: { id: 's2' } }

test('what a piece has that the client brings back, too, is there once', () => {
  const pieces = [{ at: 1, record: sealed(thought, search, call('a')) }]
  expect(inPlace([search, call('a')], pieces)).toEqual([thought, search, call('a')])
  expect(inPlace([search, call('a'), search], pieces)).toEqual([thought, search, call('a')])
})

test('what no piece has stays where the client has it', () => {
  const pieces = [{ at: 0, record: sealed(thought, search) }]
  expect(inPlace([answer('I look.'), other, call('a')], pieces)).toEqual([thought, search, answer('I look.'), other, call('a')])
})
