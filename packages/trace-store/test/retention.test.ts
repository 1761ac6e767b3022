import { statSync } from 'node:fs'
import { patienceMs } from '@reason/testkit/patience'
import { expect, test, vi } from 'vitest'
import { opened, temporaryFolder } from './stores.ts'

const day = 86_400_000
const noon = Date.UTC(2026, 4, 5, 12)

test('what is older than thirty days goes by itself', async () => {
  let wall = noon
  let steady = 0
  const store = await opened({ url: ':memory:', mode: 'full', now: () => wall, monotonic: () => steady, retention: { everyMs: 20 } })
  await store.append({ id: 'old' })
  for (let days = 0; days <= 30; days++) {
    // Time goes on, on both clocks.
    wall += day
    steady += day
    if (days === 10) await store.append({ id: 'young' })
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  await vi.waitUntil(async () => (await store.get('old')) === undefined, patienceMs)
  expect(await store.get('young')).toMatchObject({ id: 'young' })
})

test('a clock that was set forward deletes nothing at once', async () => {
  let wall = noon
  let steady = 0
  let turns = 0
  const store = await opened({
    url: ':memory:',
    mode: 'full',
    now: () => wall,
    monotonic: () => {
      turns++
      return steady
    },
    retention: { everyMs: 1000 },
  })
  await store.append({ id: 'kept' })
  const before = turns
  wall += 3650 * day
  await vi.waitUntil(() => turns > before, patienceMs)
  // And is set right before the next turn.
  wall = noon + 1000
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await store.get('kept')).toMatchObject({ id: 'kept' })
  steady += 1000
})

test('`false` deletes nothing by itself, nor when asked by rule', async () => {
  const store = await opened({ url: ':memory:', mode: 'full', retention: false })
  await store.append({ id: 'ancient', createdAt: 0 })
  expect(await store.prune()).toBe(0)
  expect(await store.pruneOlderThan(1)).toBe(1)
})

test('the file of SQLite becomes smaller by what went', async () => {
  const path = `${temporaryFolder()}/traces.db`
  const store = await opened({ url: `sqlite:${path}`, mode: 'full', retention: false })
  const reasoningText = 'It may be that this is so, and it may be that it is not. '.repeat(500)
  await Promise.all(Array.from({ length: 400 }, (_, index) => store.append({ createdAt: index < 300 ? noon : noon + day, reasoningText })))
  await store.deleteSession('of which there is nothing')
  const before = statSync(path).size
  expect(await store.pruneOlderThan(noon + 1)).toBe(300)
  // Freed space belongs to the log of writes first, and to the file later.
  await store.deleteSession('of which there is nothing')
  expect(statSync(path).size).toBeLessThan(before / 2)
})
