import { randomUUID } from 'node:crypto'
import { memoryStore, type BudgetStore, type Extend, type Operation, type StoreReply, type Terms } from '@reason/budget'
import type { KeyRecord } from '@reason/keys'
import type { ApiError } from '../../errors/api-error.ts'
import { createPulse } from '../../event-loop/pulse.ts'
import { createOutageNotice } from '../outage-notice.ts'

/** Limits on requests and tokens per minute, for each key. */
export interface RateLimits {
  /** Counts a request. @returns An error if the request exceeds the limit, or no tokens are left. */
  request(key: LimitedKey): Promise<ApiError | undefined>
  /**
   * Reserves the tokens that a request is likely to use, as far as they are left.
   *
   * @param tokens - Estimated input and output tokens.
   * @returns An error if no tokens are left.
   */
  reserve(key: LimitedKey, tokens: number): Promise<RateAdmission | ApiError>
  close(): void
}

export interface RateAdmission {
  /** Sets the function that returns the tokens used so far. A request that uses more than reserved gets a larger reservation. */
  follow(used: () => number): void
  /** Called once when the request is over. @param tokens - Input and output tokens used. */
  over(tokens: number): void
}

/** The fields of a key that its limits need. */
export type LimitedKey = Pick<KeyRecord, 'id' | 'rateLimits'>

type Kind = 'requests' | 'tokens'

/** A sliding minute in buckets of one second. Tokens count for their second and 59 more, so that no client waits longer than a minute. */
const window = { bucketMs: 1000, spanMs: 59_000, forgetAfterMs: 0 }

/** Lifetime of a reservation without its process, and interval at which running ones are renewed, in milliseconds. */
const ttlMs = 60_000
const renewEveryMs = 10_000

/** Admission of a request without a limit. */
const free: RateAdmission = { follow() {}, over() {} }

/** Retry delay in seconds, if running requests hold the tokens. */
const soon = 2

/**
 * Creates limits for all processes that share a store. While the store is down, each process counts by itself.
 *
 * @param onFailure - Called when the store fails, at most once in 10 seconds.
 */
export function createRateLimits(store: BudgetStore, onFailure: (error: unknown) => void): RateLimits {
  const own = memoryStore()
  const ours = randomUUID()
  const renewal = createPulse(renewEveryMs)
  let count = 0
  const isNewOutage = createOutageNotice()

  return {
    async request(key) {
      const { requestsPerMinute, tokensPerMinute } = key.rateLimits ?? {}
      if (requestsPerMinute !== undefined) {
        const one = operationFor('requests', key, requestsPerMinute, 1)
        const reply = await orOwn('reserve', one)
        if (reply.outcome === 'refused') return tooMany('requests', key, one, reply)
        background('settle', one)
      }
      if (tokensPerMinute === undefined) return undefined
      const any = operationFor('tokens', key, tokensPerMinute, 0)
      const reply = await orOwn('read', any)
      return isUsedUp(any, reply) ? tooMany('tokens', key, any, reply) : undefined
    },
    async reserve(key, tokens) {
      const { tokensPerMinute } = key.rateLimits ?? {}
      if (tokensPerMinute === undefined) return free
      const wanted = operationFor('tokens', key, tokensPerMinute, tokens)
      const reply = await orOwn('reserve', wanted)
      if (reply.outcome === 'refused') return tooMany('tokens', key, wanted, reply)
      return admitted(wanted)
    },
    close: () => renewal.stop(),
  }

  function operationFor(kind: Kind, { id }: LimitedKey, limit: number, tokens: number): Extend {
    const terms: Terms = { name: `rate:${kind}`, limit, warnFrom: limit, action: 'reject', ...window }
    return { tenant: `key:${id}`, accounts: [terms], ttlMs, id: `${ours}.${++count}`, tokens, running: 0 }
  }

  function admitted(wanted: Extend): RateAdmission {
    let used = (): number => 0
    const leave = renewal.join(() => {
      const running = used()
      background('extend', { ...wanted, running, tokens: running + wanted.tokens })
    })
    return {
      follow: (next) => void (used = next),
      over(tokens) {
        leave()
        background('settle', { ...wanted, tokens })
      },
    }
  }

  function background(verb: 'extend' | 'settle', operation: Extend): void {
    orOwn(verb, operation).catch(onFailure)
  }

  async function orOwn(verb: 'reserve' | 'extend' | 'settle' | 'read', operation: Extend): Promise<StoreReply> {
    try {
      return await store[verb](operation)
    } catch (error) {
      if (isNewOutage()) onFailure(error)
      return own[verb](operation)
    }
  }
}

const isUsedUp = ({ accounts: [terms] }: Operation, { accounts: [state] }: StoreReply): boolean =>
  terms!.limit - state!.used - state!.reserved <= 0

function tooMany(kind: Kind, { id }: LimitedKey, { accounts: [terms] }: Operation, reply: StoreReply): ApiError {
  const { limit } = terms!
  const [state] = reply.accounts
  const isRunning = kind === 'tokens' && state!.used < limit
  const seconds = isRunning ? soon : secondsUntilFree(terms!, state!, reply.now)
  return {
    status: 429,
    type: 'rate_limit_error',
    code: 'rate_limit_exceeded',
    message: `The key ${id} has used its ${limit} ${kind} per minute${isRunning ? ', including the tokens reserved for running requests' : ''}. Try again in ${seconds} s.`,
    headers: { 'retry-after': String(seconds), [`x-ratelimit-limit-${kind}`]: String(limit), [`x-ratelimit-remaining-${kind}`]: '0' },
  }
}

/** Seconds until enough usage is a minute old. */
function secondsUntilFree({ limit, bucketMs, spanMs }: Terms, { used, buckets }: StoreReply['accounts'][number], now: number): number {
  let left = used
  for (const [index, tokens] of buckets) {
    left -= tokens
    if (left < limit) return Math.max(1, Math.ceil(((index + 1) * bucketMs + spanMs - now) / 1000))
  }
  // All of the usage was counted in the current second.
  return spanMs / 1000
}
