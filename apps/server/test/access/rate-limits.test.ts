import { once } from 'node:events'
import type { KeyRecord } from '@reason/keys'
import { redisMissing } from '@reason/testkit/services'
import { Redis } from 'ioredis'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { createRateLimits } from '../../src/access/rate-limits.ts'
import { openRedis } from '../../src/governance/redis.ts'
import { scriptedRedis } from '../support/scripted-redis.ts'

const redisUrl = inject('redisUrl')

let keys = 0
const key = (rateLimits: KeyRecord['rateLimits']): KeyRecord => ({
  id: `${process.pid}k${keys++}`,
  name: 'app',
  visibility: 'none',
  hash: '',
  createdAt: 0,
  ...(rateLimits && { rateLimits }),
})

const unexpected = (error: unknown): never => {
  throw error
}

const stores: [where: string, url: string | undefined][] = [
  ['in memory', undefined],
  ...(redisUrl === undefined ? [] : [['in Redis', redisUrl] as [string, string]]),
]

describe.each(stores)(`rate limits %s${redisUrl === undefined ? ` (${redisMissing})` : ''}`, (_, url) => {
  const open = async () => {
    if (url === undefined) return undefined
    const redis = new Redis(url)
    onTestFinished(() => redis.disconnect())
    // Until then it is one that does not answer.
    await once(redis, 'ready')
    return redis
  }

  it('let so many requests through, for each key', async () => {
    const limits = createRateLimits(await open(), unexpected)
    const [one, other] = [key({ requestsPerMinute: 2 }), key({ requestsPerMinute: 2 })]
    expect([await limits.request(one), await limits.request(one), await limits.request(other)]).toEqual([undefined, undefined, undefined])
    expect(await limits.request(one)).toMatchObject({
      status: 429,
      code: 'rate_limit_exceeded',
      message: expect.stringMatching(/may use 2 requests in a minute, and has\. Try again in \d+ s\.$/) as string,
      headers: { 'retry-after': expect.stringMatching(/^\d+$/) as string, 'x-ratelimit-limit-requests': '2' },
    })
  })

  it('count tokens when they are known, and stop the next request', async () => {
    const limits = createRateLimits(await open(), unexpected)
    const one = key({ tokensPerMinute: 100 })
    expect(await limits.request(one)).toBeUndefined()
    limits.tokens(one, 99)
    for (;;) {
      // Counted behind the answer.
      limits.tokens(one, 1)
      const refused = await limits.request(one)
      if (refused === undefined) continue
      expect(refused.message).toContain('may use 100 tokens in a minute')
      return
    }
  })

  it('do not bind a key that has none', async () => {
    const limits = createRateLimits(await open(), unexpected)
    const free = key(undefined)
    limits.tokens(free, 1_000_000)
    for (let count = 0; count < 50; count++) expect(await limits.request(free)).toBeUndefined()
  })
})

it('without an answer of Redis each gateway counts for itself', async () => {
  const redis = new Redis('redis://127.0.0.1:9', { maxRetriesPerRequest: 0, enableOfflineQueue: false })
  redis.on('error', () => {})
  onTestFinished(() => redis.disconnect())
  const failures: unknown[] = []
  const limits = createRateLimits(redis, (error) => failures.push(error))
  const one = key({ requestsPerMinute: 1 })
  expect(await limits.request(one)).toBeUndefined()
  expect(await limits.request(one)).toMatchObject({ status: 429 })
  expect(String(failures[0])).toContain('Redis connection is not ready')
})

it('with a Redis that is there and says nothing each gateway counts for itself', async () => {
  const redis = (await openRedis(await silentRedis()))!
  onTestFinished(() => redis.disconnect())
  await once(redis, 'ready')
  const limits = createRateLimits(redis, () => {})
  const one = key({ requestsPerMinute: 1 })
  expect(await limits.request(one)).toBeUndefined()
  expect(await limits.request(one)).toMatchObject({ status: 429 })
})

/** Answers what a client says to begin with, and nothing else, as if it were frozen then. */
const silentRedis = (): Promise<string> => scriptedRedis(() => undefined)
