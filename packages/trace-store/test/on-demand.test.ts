import { setTimeout as delay } from 'node:timers/promises'
import { patienceMs } from '@reason/testkit/patience'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { EngineAnswer, EngineOptions } from '../src/sqlite/engine.ts'
import { connect, type Connection } from '../src/sqlite/connection.ts'
import { onDemand } from '../src/sqlite/on-demand.ts'
import { opened, temporaryFolder } from './stores.ts'

const ask = { sql: 'select 1 as one', parameters: [] }

const optionsIn = (folder: string): EngineOptions => ({
  path: `${folder}/traces.db`,
  synchronous: 'full',
  busyTimeoutMs: 5000,
  cacheKib: 1024,
  background: false,
  readonly: false,
})

/** Remembers what was opened. */
function openings(): { open: () => Promise<Connection>; all: Connection[] } {
  const options = optionsIn(temporaryFolder())
  const all: Connection[] = []
  return {
    all,
    async open() {
      const one = await connect(options, true)
      all.push(one)
      return one
    },
  }
}

describe('a connection on demand', () => {
  it('is not there until it is asked, and one for all who ask', async () => {
    const { open, all } = openings()
    const connection = onDemand(open, 60_000)
    await delay(20)
    expect(all).toHaveLength(0)
    const answers = await Promise.all([connection.query(ask), connection.query(ask), connection.query(ask)])
    expect(answers.map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]])
    expect(all).toHaveLength(1)
    await connection.close()
    expect(all[0]!.isAlive()).toBe(false)
  })

  it('ends without requests, and comes back', async () => {
    const { open, all } = openings()
    const connection = onDemand(open, 5)
    await connection.query(ask)
    await vi.waitUntil(() => !all[0]!.isAlive(), patienceMs)
    expect((await connection.query(ask)).rows).toEqual([{ one: 1 }])
    expect(all).toHaveLength(2)
    await connection.close()
  })

  it('stays for a request that came before its end', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const answer = { rows: [] } as unknown as EngineAnswer
    const slow = Promise.withResolvers<EngineAnswer>()
    const close = vi.fn(async () => {})
    const query = vi.fn<() => Promise<EngineAnswer>>().mockResolvedValueOnce(answer).mockReturnValueOnce(slow.promise)
    const connection = onDemand(async () => ({ isAlive: () => true, query, close }), 100)
    await connection.query(ask)
    await vi.advanceTimersByTimeAsync(99)
    const asked = connection.query(ask)
    await vi.advanceTimersByTimeAsync(1000)
    expect(close).not.toHaveBeenCalled()
    slow.resolve(answer)
    await asked
    await vi.advanceTimersByTimeAsync(100)
    expect(close).toHaveBeenCalledOnce()
  })

  it('is opened again where its thread has ended, once for all who notice', async () => {
    const { open, all } = openings()
    const connection = onDemand(open, 60_000)
    await connection.query(ask)
    await all[0]!.close()
    await Promise.all([connection.query(ask), connection.query(ask)])
    expect(all).toHaveLength(2)
    await connection.close()
  })

  it('says why it could not be opened, and tries again', async () => {
    const { open, all } = openings()
    let fails = true
    const connection = onDemand(() => (fails ? Promise.reject(new Error('no such disk')) : open()), 60_000)
    await expect(connection.query(ask)).rejects.toThrow('no such disk')
    fails = false
    expect((await connection.query(ask)).rows).toEqual([{ one: 1 }])
    expect(all).toHaveLength(1)
    await connection.close()
  })
})

it('a store that is only written to reads all the same, also beside a query that takes long', async () => {
  const store = await opened({ url: `sqlite:${temporaryFolder()}/traces.db`, mode: 'full' })
  for (let i = 0; i < 20; i++) await store.append({ id: `t${i}`, sessionKey: i % 2 === 0 ? 'even' : 'odd', reasoningText: 'think' })
  const [all, even, found] = await Promise.all([store.list(), store.list({ session: 'even' }), store.search('think')])
  expect([all.items.length, even.items.length, found.items.length]).toEqual([20, 10, 20])
})
