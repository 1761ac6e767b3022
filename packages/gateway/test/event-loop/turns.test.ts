import { setImmediate as immediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inTurn } from '../../src/event-loop/turns.ts'

it('does what waits kind by kind, whatever came first', async () => {
  const done: string[] = []
  inTurn('request', () => done.push('request 1'))
  inTurn('bookkeeping', () => done.push('book 1'))
  inTurn('answer', () => done.push('answer 1'))
  inTurn('request', () => done.push('request 2'))
  inTurn('answer', () => done.push('answer 2'))
  expect(done).toEqual([])
  await immediate()
  expect(done).toEqual(['answer 1', 'answer 2', 'book 1', 'request 1', 'request 2'])
})

it('keeps the books of an answer in the same turn, and leaves what comes for an earlier kind to the next one', async () => {
  const done: string[] = []
  inTurn('answer', () => {
    done.push('answer')
    inTurn('bookkeeping', () => done.push('its book'))
    inTurn('answer', () => done.push('another answer'))
  })
  inTurn('request', () => {
    done.push('request')
    inTurn('bookkeeping', () => done.push('a late book'))
  })
  await immediate()
  expect(done).toEqual(['answer', 'its book', 'request'])
  await immediate()
  expect(done).toEqual(['answer', 'its book', 'request', 'another answer', 'a late book'])
})

it('begins a bounded number of requests at once, and whatever was answered meanwhile comes before the others', async () => {
  const done: string[] = []
  for (let at = 0; at < 100; at++) inTurn('request', () => done.push('request'))
  await immediate()
  const first = done.length
  expect(first).toBeLessThanOrEqual(50)
  inTurn('answer', () => done.push('answer'))
  for (let turn = 0; turn < 5; turn++) await immediate()
  expect(done).toEqual(Array.from({ length: 101 }, (_, at) => (at === first ? 'answer' : 'request')))
})
