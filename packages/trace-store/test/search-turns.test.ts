import { expect, onTestFinished, test, vi } from 'vitest'
import { openTraceStore } from '../src/index.ts'

test.each([
  ['short', 400, 300, 30],
  ['long', 12, 30_000, 1],
])('a search of many %s texts lets others have their turn', async (_, count, chars, most) => {
  const store = await openTraceStore({ url: 'sqlite::memory:', mode: 'full' })
  onTestFinished(() => store.close())
  await store.import(Array.from({ length: count }, () => ({ outcome: 'stop', reasoningText: 'weather '.repeat(chars / 8) })))
  // Fields of traces that were read in each turn of the event loop.
  const inTurns = [0]
  const parse = JSON.parse.bind(JSON)
  const reading = vi.spyOn(JSON, 'parse').mockImplementation((...args: Parameters<typeof parse>): unknown => {
    inTurns[inTurns.length - 1]!++
    return parse(...args)
  })
  onTestFinished(() => reading.mockRestore())
  const next = (): void => {
    inTurns.push(0)
    timer = setImmediate(next)
  }
  let timer = setImmediate(next)
  expect((await store.search('weather', {}, { limit: 400 })).items).toHaveLength(count)
  clearImmediate(timer)
  const perTrace = inTurns.reduce((sum, one) => sum + one) / count
  expect(perTrace).toBeGreaterThan(5)
  expect(Math.max(...inTurns)).toBeLessThanOrEqual(most * perTrace)
})
