import { setImmediate as immediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { inSlice, mapInTurns, nextTurn } from '../../src/event-loop/slices.ts'

it('does what waits in its order, in later turns', async () => {
  const done: string[] = []
  inSlice(() => {
    done.push('one')
    inSlice(() => done.push('one more'))
  })
  inSlice(() => done.push('two'))
  expect(done).toEqual([])
  await immediate()
  await immediate()
  expect(done).toEqual(['one', 'two', 'one more'])
})

it('lets others have their turn where a slice has taken long', async () => {
  const done: string[] = []
  inSlice(() => {
    const until = performance.now() + 30
    while (performance.now() < until);
    setImmediate(() => done.push('another client'))
    done.push('long')
  })
  inSlice(() => done.push('next'))
  for (let turn = 0; turn < 4; turn++) await immediate()
  expect(done).toEqual(['long', 'another client', 'next'])
})

it('plans each slice by itself where requests may not share a timer', async () => {
  const done: string[] = []
  const until = performance.now() + 30
  inSlice(() => {
    while (performance.now() < until);
    done.push('long')
  }, false)
  inSlice(() => done.push('of another request'), false)
  await immediate()
  expect(done).toEqual(['long', 'of another request'])
})

it('shares the time of a turn among all who wait for one', async () => {
  const done: string[] = []
  const work = async (name: string): Promise<void> => {
    await nextTurn()
    const until = performance.now() + 30
    while (performance.now() < until);
    setImmediate(() => done.push('another client'))
    done.push(name)
  }
  const both = Promise.all([work('one'), work('two')])
  await both
  expect(done).toEqual(['one', 'another client', 'two'])
})

it('counts the time of all that a slice leads to', async () => {
  const done: string[] = []
  const work = async (name: string): Promise<void> => {
    await nextTurn()
    for (let wait = 0; wait < 9; wait++) await Promise.resolve()
    const until = performance.now() + 30
    while (performance.now() < until);
    setImmediate(() => done.push('another client'))
    done.push(name)
  }
  await Promise.all([work('one'), work('two')])
  expect(done).toEqual(['one', 'another client', 'two'])
})

it('maps a long list in its order, a few values at a time, with turns between', async () => {
  const turns: number[] = []
  let running = 0
  let most = 0
  let last = 0
  const mapped = mapInTurns(
    Array.from({ length: 1000 }, (_, at) => at),
    async (at) => {
      most = Math.max(most, ++running)
      last = at
      await Promise.resolve()
      running--
      return at * 2
    },
  )
  setImmediate(() => turns.push(last))
  expect(await mapped).toEqual(Array.from({ length: 1000 }, (_, at) => at * 2))
  expect(most).toBe(64)
  expect(turns).toEqual([expect.toSatisfy((at: number) => at < 200)])
  expect(await mapInTurns([], (one) => Promise.resolve(one))).toEqual([])
})
