import { describe, expect, it } from 'vitest'
import { inCallOrder, toolSteps, type Message } from '../src/conversation/index.ts'

const user: Message = { role: 'user', content: [{ type: 'text', text: 'q' }] }
const calls = (...names: [name: string, id?: string][]): Message => ({
  role: 'assistant',
  items: [
    { type: 'block', channel: 'reasoning', text: 't', boundary: 'wire' },
    ...names.map(([name, id]) => ({
      type: 'tool-call' as const,
      name,
      arguments: '{}',
      boundary: 'wire' as const,
      ...(id !== undefined && { id }),
    })),
  ],
})
const result = (call?: string, name?: string): Message => ({
  role: 'tool',
  content: [{ type: 'text', text: 'r' }],
  ...(call !== undefined && { call }),
  ...(name !== undefined && { name }),
})

/** Name and call of each result, and the names of calls without a result in each step. */
const pairs = (messages: readonly Message[]) =>
  toolSteps(messages).flatMap(({ results, missing }) => [
    ...results.map(
      ({ message, call }) => `${message}: ${call === undefined ? 'no call' : `${call.call.name} ${call.message}.${call.item}`}`,
    ),
    ...missing.map(({ call }) => `missing ${call.name}`),
  ])

describe('results and their calls', () => {
  it.each<[string, Message[], string[]]>([
    ['by id, in any order', [user, calls(['f', 'a'], ['g', 'b']), result('b'), result('a')], ['2: g 1.2', '3: f 1.1']],
    ['in order, where calls have no ids', [calls(['f'], ['f']), result(), result()], ['1: f 0.1', '2: f 0.2']],
    ['by name, where calls have no ids', [calls(['f'], ['g']), result(undefined, 'g'), result(undefined, 'f')], ['1: g 0.2', '2: f 0.1']],
    ['names before order', [calls(['f'], ['g']), result(), result(undefined, 'f')], ['1: g 0.2', '2: f 0.1']],
    ['ids before names', [calls(['f', 'a'], ['f', 'b']), result(undefined, 'f'), result('a', 'f')], ['1: f 0.2', '2: f 0.1']],
    ['a result whose call has no id', [calls(['f']), result('made up')], ['1: f 0.1']],
    ['one id twice', [calls(['f', 'a'], ['f', 'a']), result('a'), result('a')], ['1: f 0.1', '2: f 0.2']],
    ['an id of another step', [calls(['f', 'a']), result('a'), calls(['f', 'b']), result('a')], ['1: f 0.1', '3: no call', 'missing f']],
    ['an answer twice', [calls(['f', 'a']), result('a'), result('a')], ['1: f 0.1', '2: no call']],
    ['a call without a result', [calls(['f', 'a'], ['g', 'b']), result('b')], ['1: g 0.2', 'missing f']],
    ['a result before any call', [result('a'), user], ['0: no call']],
    ['calls in messages beside each other', [calls(['f', 'a']), calls(['g', 'b']), result('a'), result('b')], ['2: f 0.1', '3: g 1.1']],
    ['what a user says in between', [calls(['f', 'a'], ['g', 'b']), result('a'), user, result('b')], ['1: f 0.1', '3: g 0.2']],
    ['ids that are empty', [calls(['f', ''], ['g', '']), result('', 'g'), result('', 'f')], ['1: g 0.2', '2: f 0.1']],
  ])('%s', (_, messages, expected) => expect(pairs(messages)).toEqual(expected))
})

describe('steps', () => {
  it('have every message once', () => {
    const steps = toolSteps([user, calls(['f', 'a']), result('a'), calls(), user])
    expect(steps.map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 3],
      [3, 5],
    ])
    expect(toolSteps([])).toEqual([])
  })

  it('are pending while nothing has followed the calls', () => {
    expect(toolSteps([user, calls(['f'])]).map(({ pending }) => pending)).toEqual([false, true])
    expect(toolSteps([calls(['f']), user]).map(({ pending }) => pending)).toEqual([false])
  })
})

describe('the order of calls', () => {
  it.each<[string, Message[], number[]]>([
    ['results out of order', [calls(['f', 'a'], ['g', 'b']), result('b'), result('a')], [0, 2, 1]],
    ['what is said in between', [calls(['f', 'a'], ['g', 'b']), result('a'), user, result('b')], [0, 1, 3, 2]],
    ['calls in messages beside each other', [calls(['f', 'a']), calls(['g', 'b']), result('a'), result('b')], [0, 2, 1, 3]],
    ['strays', [calls(['f', 'a']), user, result('z'), result('a')], [0, 3, 1, 2]],
    ['no model', [user, result('z')], [0, 1]],
  ])('%s', (_, messages, order) => expect(toolSteps(messages).flatMap((step) => inCallOrder(messages, step))).toEqual(order))
})
