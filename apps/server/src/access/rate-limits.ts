import type { KeyRecord } from '@reason/keys'
import type { Redis } from 'ioredis'
import type { RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import type { ApiError } from '../clients/api-error.ts'

/** Requests and tokens of keys, in a minute. */
export interface RateLimits {
  /** Counts a request. @returns Why it has to wait, where it does. */
  request(key: LimitedKey): Promise<ApiError | undefined>
  /** Counts what a request has used of tokens, input and output. */
  tokens(key: LimitedKey, tokens: number): void
}

/** As much of a key as its limits need. */
export type LimitedKey = Pick<KeyRecord, 'id' | 'rateLimits'>

type Kind = 'requests' | 'tokens'

const minute = 60

interface Limiter {
  /** Undefined: this gateway counts alone. */
  shared?: RateLimiterAbstract
  own: RateLimiterAbstract
}

/**
 * Limits in memory, or in Redis for all gateways that share it. While Redis does not answer, each gateway counts for itself.
 *
 * @param onFailure - Told each time when Redis did not answer.
 */
export function createRateLimits(redis: Redis | undefined, onFailure: (error: unknown) => void): RateLimits {
  /** One for each number of points: keys with the same limit are told apart by their id. */
  const limiters = new Map<string, Promise<Limiter>>()

  return {
    async request(key) {
      const { requestsPerMinute, tokensPerMinute } = key.rateLimits ?? {}
      if (requestsPerMinute !== undefined) {
        const refused = await take(await limiterOf('requests', requestsPerMinute), key.id, 1)
        if (refused !== undefined) return tooMany('requests', key, requestsPerMinute, refused)
      }
      if (tokensPerMinute === undefined) return undefined
      const used = await orOwn(await limiterOf('tokens', tokensPerMinute), (limiter) => limiter.get(key.id))
      if (used === null || used.consumedPoints < tokensPerMinute) return undefined
      return tooMany('tokens', key, tokensPerMinute, used)
    },
    tokens(key, tokens) {
      const limit = key.rateLimits?.tokensPerMinute
      // Counted beyond the limit, too: it is what was used.
      if (limit !== undefined && tokens > 0)
        limiterOf('tokens', limit)
          .then((limiter) => orOwn(limiter, (one) => one.penalty(key.id, tokens)))
          .catch(onFailure)
    },
  }

  async function take(limiter: Limiter, id: string, points: number): Promise<RateLimiterRes | undefined> {
    try {
      await orOwn(limiter, (one) => one.consume(id, points))
      return undefined
    } catch (error) {
      if (isRefusal(error)) return error
      throw error
    }
  }

  /** As all gateways count it; while Redis does not answer, as this one does. */
  async function orOwn<T>({ shared, own }: Limiter, ask: (limiter: RateLimiterAbstract) => Promise<T>): Promise<T> {
    if (shared === undefined) return ask(own)
    try {
      return await ask(shared)
    } catch (error) {
      if (isRefusal(error)) throw error
      onFailure(error)
      return ask(own)
    }
  }

  function limiterOf(kind: Kind, points: number): Promise<Limiter> {
    const name = `${kind} ${points}`
    let limiter = limiters.get(name)
    if (limiter === undefined) limiters.set(name, (limiter = createLimiter(kind, points)))
    return limiter
  }

  async function createLimiter(kind: Kind, points: number): Promise<Limiter> {
    // Where no key has limits it is not loaded.
    const { RateLimiterMemory, RateLimiterRedis } = await import('rate-limiter-flexible')
    const options = { points, duration: minute, keyPrefix: `reason:rate:${kind}` }
    const own = new RateLimiterMemory(options)
    if (redis === undefined) return { own }
    return { own, shared: new RateLimiterRedis({ ...options, storeClient: redis, rejectIfRedisNotReady: true }) }
  }
}

/** It rejects with what is left, or with an error. */
const isRefusal = (error: unknown): error is RateLimiterRes => typeof error === 'object' && error !== null && 'msBeforeNext' in error

function tooMany(kind: Kind, { id }: LimitedKey, limit: number, { msBeforeNext }: RateLimiterRes): ApiError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000))
  return {
    status: 429,
    type: 'rate_limit_error',
    code: 'rate_limit_exceeded',
    message: `The key ${id} may use ${limit} ${kind} in a minute, and has. Try again in ${seconds} s.`,
    headers: { 'retry-after': String(seconds), [`x-ratelimit-limit-${kind}`]: String(limit), [`x-ratelimit-remaining-${kind}`]: '0' },
  }
}
