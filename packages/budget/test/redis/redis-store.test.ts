import { redisMissing } from '@reason/testkit/services'
import { Redis } from 'ioredis'
import { runs } from '@reason/testkit/sampling'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { redisStore } from '../../src/index.ts'
import { describeStore, termsOf } from '../store-suite.ts'

const url = inject('redisUrl')
const client = url === undefined ? undefined : new Redis(url)
afterAll(() => client?.quit())

/** Tests share the server: each store has keys of its own. */
let stores = 0
const prefix = () => `test:${process.pid}:${Date.now()}:${(stores += 1)}:`

describe.skipIf(client === undefined)(client === undefined ? `Redis store: ${redisMissing}` : 'Redis store', () => {
  describeStore(
    'with the clock of the test',
    () => {
      let now = 0
      return { store: redisStore({ client: client!, prefix: prefix(), now: () => now }), setNow: (time) => (now = time) }
    },
    { runs: runs(100) },
  )

  it('goes by the clock of the server', async () => {
    const store = redisStore({ client: client!, prefix: prefix() })
    const operation = { tenant: 't', accounts: [termsOf('key:k', { kind: 'fixed', ms: 3_600_000 }, 100)], ttlMs: 50 }
    const [seconds] = await client!.time()
    const { now, accounts } = await store.reserve({ ...operation, id: 'a', tokens: 60 })
    expect(Math.abs(now - Number(seconds) * 1000)).toBeLessThan(60_000)
    expect(accounts).toMatchObject([{ granted: 60, nextExpiryAt: now + 50 }])
    await expect.poll(async () => (await store.read(operation)).accounts[0]!.reserved).toBe(0)
  })

  it('lets every key expire that has nothing to say any more, and no other', async () => {
    const own = prefix()
    const store = redisStore({ client: client!, prefix: own })
    const ttl = async (name: string) => client!.pttl(`${own}{t}:${name}`)
    const settle = async (id: string, terms: ReturnType<typeof termsOf>) => {
      await store.reserve({ tenant: 't', accounts: [terms], ttlMs: 10_000, id: `${id}x`, tokens: 1 })
      await store.settle({ tenant: 't', accounts: [terms], ttlMs: 10_000, id, tokens: 1 })
    }
    await settle('a', termsOf('key:fixed', { kind: 'fixed', ms: 100_000 }, 5))
    await settle('b', termsOf('key:rolling', { kind: 'rolling', ms: 6_000_000 }, 5))
    await settle('c', termsOf('key:lifetime', 'lifetime', 5))
    await settle('d', termsOf('session:s', 'lifetime', 5, 'reject', 1_000_000))
    expect(await ttl('key:lifetime')).toBe(-1)
    for (const [name, least, most] of [
      ['key:fixed', 100_000, 200_000],
      ['key:fixed:held', 100_000, 200_000],
      ['key:fixed:expiry', 100_000, 200_000],
      ['key:rolling', 6_000_000, 6_200_000],
      ['session:s', 1_000_000, 1_100_000],
      ['settled:a', 3_500_000, 3_600_000],
    ] as const) {
      const left = await ttl(name)
      expect([name, left > least - 5000 && left <= most]).toEqual([name, true])
    }
  })

  it('refuses a prefix that would move keys to other slots', () => {
    expect(() => redisStore({ client: client!, prefix: 'a{b}' })).toThrow(/braces/)
  })
})
