import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { memoryStore, redisStore, sqliteFileStore, type BudgetStore } from '@reason/budget'
import type { KeyRecord } from '@reason/keys'
import { redisMissing } from '@reason/testkit/services'
import { Redis } from 'ioredis'
import { afterAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest'
import { createRateLimits } from '@reason/gateway/host'
import type { RateAdmission, RateLimits } from '@reason/gateway/src/rules/rate-limits/rate-limits'
import { type ApiError, isApiError } from '@reason/gateway/errors'
import { openRedis } from '../../../../src/stores/redis.ts'
import { scriptedRedis } from '../../../support/scripted-redis.ts'

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

const folder = mkdtempSync(join(tmpdir(), 'reason-rates-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Two of each, as two processes have them. */
const stores: [where: string, open: () => Promise<[BudgetStore, BudgetStore]>][] = [
  [
    'in memory',
    async () => {
      const store = memoryStore()
      return [store, store]
    },
  ],
  [
    'in a file',
    async () => {
      const path = join(folder, `${keys++}.db`)
      const both = [sqliteFileStore({ path }), sqliteFileStore({ path })] as const
      for (const store of both) onTestFinished(() => store.close())
      return [...both]
    },
  ],
  ...(redisUrl === undefined
    ? []
    : [
        [
          'in Redis',
          async () => {
            const both = [new Redis(redisUrl), new Redis(redisUrl)] as const
            for (const redis of both) onTestFinished(() => redis.disconnect())
            // Until then it is one that does not answer.
            await Promise.all(both.map((redis) => once(redis, 'ready')))
            return both.map((client) => redisStore({ client }))
          },
        ] as [string, () => Promise<[BudgetStore, BudgetStore]>],
      ]),
]

const isLet = (one: RateAdmission | ApiError): one is RateAdmission => !isApiError(one)

describe.each(stores)(`rate limits %s${redisUrl === undefined ? ` (${redisMissing})` : ''}`, (_, openStores) => {
  const open = async () => {
    const limits = (await openStores()).map((store) => createRateLimits(store, unexpected))
    for (const one of limits) onTestFinished(() => one.close())
    return limits as [RateLimits, RateLimits]
  }

  it('let so many requests through, for each key, over all processes', async () => {
    const [limits, elsewhere] = await open()
    const [one, other] = [key({ requestsPerMinute: 2 }), key({ requestsPerMinute: 2 })]
    const first = [await limits.request(one), await elsewhere.request(one), await limits.request(other)]
    expect(first).toEqual([undefined, undefined, undefined])
    expect(await limits.request(one)).toMatchObject({
      status: 429,
      code: 'rate_limit_exceeded',
      message: expect.stringMatching(/has used its 2 requests per minute\. Try again in \d+ s\.$/) as string,
      headers: { 'retry-after': expect.stringMatching(/^(?:[1-9]|[1-5]\d|60)$/) as string, 'x-ratelimit-limit-requests': '2' },
    })
  })

  it('count tokens when they are known, and stop the next request', async () => {
    const [limits, elsewhere] = await open()
    const one = key({ tokensPerMinute: 100 })
    const first = await limits.reserve(one, 10)
    if (!isLet(first)) throw new Error(first.message)
    // More than was set aside, and more than there is: it is what was used.
    first.over(120)
    for (const process of [limits, elsewhere]) {
      const refused = await process.reserve(one, 10)
      if (isLet(refused)) throw new Error('It is let through.')
      expect(refused.message).toMatch(/has used its 100 tokens per minute\. Try again in (?:5\d|6[01]) s\.$/)
      expect(await process.request(one)).toMatchObject({ status: 429, headers: { 'x-ratelimit-remaining-tokens': '0' } })
    }
  })

  it('count what runs: of 30 that come at once as many begin as there are tokens for', async () => {
    const both = await open()
    const one = key({ tokensPerMinute: 100 })
    const answers = await Promise.all(Array.from({ length: 30 }, (__, index) => both[index % 2]!.reserve(one, 30)))
    const admitted = answers.filter(isLet)
    // The fourth gets what is left.
    expect(admitted).toHaveLength(4)
    const refused = answers.find((answer) => !isLet(answer)) as ApiError
    expect(refused.message).toMatch(
      /has used its 100 tokens per minute, including the tokens reserved for running requests\. Try again in 2 s\.$/,
    )
    expect(await both[1].request(one)).toMatchObject({ status: 429 })
    // Reserved tokens that were not used are available to others.
    for (const admission of admitted) admission.over(5)
    await expect.poll(async () => isLet(await both[0].reserve(one, 30))).toBe(true)
  })

  it('do not bind a key that has none', async () => {
    const [limits] = await open()
    const none = key(undefined)
    for (let count = 0; count < 50; count++) {
      expect(await limits.request(none)).toBeUndefined()
      const admission = await limits.reserve(none, 1_000_000)
      if (!isLet(admission)) throw new Error(admission.message)
      admission.over(1_000_000)
    }
  })
})

it('renew what runs, and set more aside for one that uses more', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const limits = createRateLimits(memoryStore(), unexpected)
  const one = key({ tokensPerMinute: 1000 })
  const running = await limits.reserve(one, 100)
  if (!isLet(running)) throw new Error(running.message)
  let used = 0
  running.follow(() => used)
  used = 850
  // Longer than a reservation lives without a renewal.
  await vi.advanceTimersByTimeAsync(200_000)
  const answers = [await limits.reserve(one, 50), await limits.reserve(one, 50)]
  expect(answers.map(isLet)).toEqual([true, false])
})

it('without an answer of Redis each gateway counts for itself', async () => {
  const redis = new Redis('redis://127.0.0.1:9', { maxRetriesPerRequest: 0, enableOfflineQueue: false })
  redis.on('error', () => {})
  onTestFinished(() => redis.disconnect())
  const failures: unknown[] = []
  const limits = createRateLimits(redisStore({ client: redis }), (error) => failures.push(error))
  const one = key({ requestsPerMinute: 1 })
  expect(await limits.request(one)).toBeUndefined()
  expect(await limits.request(one)).toMatchObject({ status: 429 })
  // One report of an outage, not one for each request.
  expect(failures).toHaveLength(1)
})

it('reports a store once that reads and cannot write, as on a full disk', async () => {
  const failures: unknown[] = []
  const full = { ...memoryStore(), reserve: () => Promise.reject(new Error('full')) }
  const limits = createRateLimits(full, (error) => failures.push(error))
  for (let asked = 0; asked < 3; asked++) await limits.request(key({ requestsPerMinute: 9, tokensPerMinute: 9 }))
  expect(failures).toHaveLength(1)
})

it('with a Redis that is there and says nothing each gateway counts for itself', async () => {
  const redis = (await openRedis(await silentRedis()))!
  onTestFinished(() => redis.disconnect())
  await once(redis, 'ready')
  const limits = createRateLimits(redisStore({ client: redis }), () => {})
  const one = key({ requestsPerMinute: 1 })
  expect(await limits.request(one)).toBeUndefined()
  expect(await limits.request(one)).toMatchObject({ status: 429 })
})

/** Answers what a client says to begin with, and nothing else, as if it were frozen then. */
const silentRedis = (): Promise<string> => scriptedRedis(() => undefined)
