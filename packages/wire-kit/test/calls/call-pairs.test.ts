import type { Message } from '@reason/core/conversation'
import { pairCalls, type CallIdForm } from '@reason/wire-kit'
import { describe, expect, it } from 'vitest'

const form: CallIdForm = { prefix: 'toolu_', refused: /[^A-Za-z0-9_-]/g, maxLength: 64 }
const user: Message = { role: 'user', content: [{ type: 'text', text: 'q' }] }
const calls = (...ids: (string | undefined)[]): Message => ({
  role: 'assistant',
  items: ids.map((id) => ({ type: 'tool-call', name: 'f', arguments: '{}', boundary: 'wire', ...(id !== undefined && { id }) })),
})
const result = (call?: string): Message => ({ role: 'tool', content: [], ...(call !== undefined && { call }) })

function idsOf(...messages: Message[]) {
  const pairs = pairCalls(messages, form)
  expect(pairs.refusals).toEqual([])
  return messages.flatMap(({ role }, at): unknown[] =>
    role === 'assistant' ? [pairs.ofCalls(at)] : role === 'tool' ? [pairs.ofResult(at)] : [],
  )
}

describe('ids of calls and results', () => {
  it('stay where they are taken', () => {
    expect(idsOf(user, calls('a', 'b'), result('b'), result('a'))).toEqual([['a', 'b'], 'b', 'a'])
  })

  it('are unlike any other of the conversation', () => {
    expect(idsOf(user, calls('call_0'), result('call_0'), calls('call_0'), result('call_0'), user)).toEqual([
      ['call_0'],
      'call_0',
      ['call_0_1'],
      'call_0_1',
    ])
  })

  it('are told apart where one object is two calls', () => {
    const same = calls('a')
    expect(idsOf(same, result('a'), same, result('a'))).toEqual([['a'], 'a', ['a_1'], 'a_1'])
  })

  it('have characters and a length that are taken, and stay unlike', () => {
    const long = 'x'.repeat(70)
    expect(idsOf(calls('f:0', `${long}1`, `${long}2`), result('f:0'), result(`${long}1`), result(`${long}2`))).toEqual([
      ['f_0', 'x'.repeat(64), `${'x'.repeat(62)}_1`],
      'f_0',
      'x'.repeat(64),
      `${'x'.repeat(62)}_1`,
    ])
  })

  it('are made of the place, where there are none', () => {
    expect(idsOf(user, calls(undefined, ''), result(), result(''))).toEqual([['toolu_1_0', 'toolu_1_1'], 'toolu_1_0', 'toolu_1_1'])
  })

  it('belong to what was said at once, in several messages', () => {
    expect(idsOf(user, calls('a'), calls('b'), result('a'), result('b'))).toEqual([['a'], ['b'], 'a', 'b'])
  })
})

describe('refusals', () => {
  const refusals = (...messages: Message[]) => pairCalls(messages, form).refusals

  it('name the call that nothing answers, and the result that nothing called for', () => {
    expect(refusals(user, calls('a'), user)).toEqual([
      expect.stringContaining('Message 1 calls "f" (a) but the next message has no result'),
    ])
    expect(refusals(user, calls('a', 'b'), result('a'), user)).toEqual([expect.stringContaining('(b)')])
    expect(refusals(user, result('z'))).toEqual([expect.stringContaining('the call "z"')])
    expect(refusals(user, calls('a'), result('a'), result('a'))).toEqual([expect.stringContaining('Message 3')])
  })

  it('leave out calls that are still to be run', () => expect(refusals(user, calls('a'))).toEqual([]))
})
