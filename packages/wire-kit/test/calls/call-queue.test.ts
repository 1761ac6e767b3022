import type { ToolCallDeltaPart, ToolCallEndPart, ToolCallStartPart } from '@reason/core/parts'
import { createCallQueue, createExtras } from '@reason/wire-kit'
import { describe, expect, test } from 'vitest'

type CallPart = ToolCallStartPart | ToolCallDeltaPart | ToolCallEndPart

const start = (call: number, name: string): CallPart => ({ type: 'tool-call-start', call, name })
const delta = (call: number, text: string): CallPart => ({ type: 'tool-call-delta', call, text })
const end = (call: number): CallPart => ({ type: 'tool-call-end', call })

describe('whole calls', () => {
  const run = (parts: CallPart[]) => {
    const queue = createCallQueue()
    const names = (calls: ReturnType<typeof queue.flush>) => calls.map(({ name, text }) => `${name} ${text}`)
    return [...parts.map((part) => names(queue.push(part))), names(queue.flush())]
  }

  test.each([
    ['at their end', [start(0, 'a'), delta(0, '1'), delta(0, '2'), end(0)], [[], [], [], ['a 12'], []]],
    [
      'in the order of their beginnings',
      [start(0, 'a'), start(1, 'b'), delta(1, '2'), end(1), delta(0, '1'), end(0)],
      [[], [], [], [], [], ['a 1', 'b 2'], []],
    ],
    ['when everything is over', [start(0, 'a'), delta(0, '1'), start(1, 'b'), end(1)], [[], [], [], [], ['a 1', 'b ']]],
    ['when their number is used again', [start(0, 'a'), start(0, 'b'), end(0)], [[], ['a '], ['b '], []]],
    ['not without a beginning', [delta(0, '1'), end(0)], [[], [], []]],
  ])('%s', (_, parts, calls) => expect(run(parts)).toEqual(calls))

  test('with everything that is known of them', () => {
    const queue = createCallQueue()
    const seals = [{ kind: 'signature' as const, value: 'S', issuer: { wire: 'w' } }]
    queue.push({ type: 'tool-call-start', call: 0, name: 'a', id: 'c', contentType: 'json' })
    expect(queue.push({ type: 'tool-call-end', call: 0, seals })).toEqual([{ name: 'a', id: 'c', contentType: 'json', text: '', seals }])
  })
})

test('fields without a reader are given once for as long as they stay the same', () => {
  const seen: unknown[] = []
  const read = createExtras(new Set(['own']), (field, value) => seen.push([field, value]))
  for (const holder of [{ own: 1, a: 1, b: null, c: [] }, { a: 1, b: { x: 1 } }, { a: 2, b: { x: 1 } }, { b: { x: 2 } }]) read(holder)
  expect(seen).toEqual([
    ['a', 1],
    ['b', { x: 1 }],
    ['a', 2],
    ['b', { x: 2 }],
  ])
})

test('but not all of them for ever: an upstream may name new ones in each event', () => {
  let count = 0
  const read = createExtras(new Set(), () => count++)
  const fields = Array.from({ length: 1000 }, (_, at) => ({ [`f${at}`]: 1 }))
  for (const holder of [...fields, ...fields]) read(holder)
  expect(count).toBe(1000)
  for (const holder of [{ more: 1 }, ...fields.slice(0, 10)]) read(holder)
  expect(count).toBe(1011)
})
