import type { Message } from '@reason/core/conversation'
import { expect, test } from 'vitest'
import { withPairedResults } from '../../../src/dispatch/request/paired-results.ts'

const user: Message = { role: 'user', content: [{ type: 'text', text: 'Look.' }] }
const calls = (...ids: string[]): Message => ({
  role: 'assistant',
  items: ids.map((id) => ({ type: 'tool-call', id, name: 'look', arguments: '{}' })),
})
const result = (call: string): Message => ({ role: 'tool', call, content: [{ type: 'text', text: `${call} seen` }] })

/** Each message in a word: who speaks, and the calls that it has or answers. */
const outlined = (messages: readonly Message[]): string[] =>
  messages.map((message) => {
    if (message.role === 'tool') return `${message.failed === true ? 'no ' : ''}result ${message.call}`
    if (message.role === 'assistant')
      return `calls ${message.items.map((item) => (item.type === 'tool-call' ? item.id : item.type)).join(' ')}`
    return message.content.map((piece) => (piece.type === 'text' ? piece.text : piece.type)).join()
  })

test.each<[string, Message[], string[], number]>([
  ['pairs stay', [user, calls('a'), result('a'), user], ['Look.', 'calls a', 'result a', 'Look.'], 0],
  ['calls that end the conversation wait for their results', [user, calls('a', 'b')], ['Look.', 'calls a b'], 0],
  ['a result is missing', [user, calls('a'), user], ['Look.', 'calls a', 'no result a', 'Look.'], 1],
  [
    'one of two is missing, and comes behind the other',
    [user, calls('a', 'b'), result('a'), user],
    ['Look.', 'calls a b', 'result a', 'no result b', 'Look.'],
    1,
  ],
  ['a result without a call is a text', [user, result('x'), user], ['Look.', 'Result of an earlier tool call:\nx seen', 'Look.'], 1],
])('%s', (_, messages, expected, count) => {
  const { messages: paired, notes } = withPairedResults(messages)
  expect([outlined(paired), notes.length]).toEqual([expected, count])
})
