import type { ToolCall } from '@reason/core/result'
import { expect, it } from 'vitest'
import { pairCalls } from '../src/calls.ts'

const call = (id: string | undefined, name = 'look'): ToolCall => ({
  type: 'tool-call',
  ...(id !== undefined && { id }),
  name,
  arguments: '{}',
  boundary: 'wire',
})

it.each([
  ['a call that has its id keeps its pair, although another has its name', ['a'], ['a', 'b'], ['a'], ['b'], false],
  ['calls are paired by id, whatever their order', ['a', 'b'], ['b', 'a'], ['a', 'b'], [], false],
  ['calls without ids are paired by name, in order', [undefined, undefined], ['x', 'y'], ['x', 'y'], [], true],
  ['a call of another id is paired by name, behind those with their ids', ['a', 'b'], ['x', 'b'], ['x', 'b'], [], true],
  ['a call that is not there has no pair', ['a', 'b'], ['a'], ['a', undefined], [], false],
])('%s', (_, recorded, sent, pairs, unknown, areSame) => {
  const own = recorded.map((id) => call(id))
  const paired = pairCalls(
    own,
    sent.map((id) => call(id)),
    ['look'],
  )
  expect(own.map((one) => paired.said.get(one)?.id)).toEqual(pairs)
  expect(paired.unknown.map(({ id }) => id)).toEqual(unknown)
  expect(paired.areSame).toBe(areSame)
})
