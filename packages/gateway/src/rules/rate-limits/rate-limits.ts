import { randomUUID } from 'node:crypto'
import { memoryStore, type BudgetStore, type Extend, type Operation, type Reply, type Terms } from '@reason/budget'
import type { KeyRecord } from '@reason/keys'
import type { ApiError } from '../../errors/api-error.ts'
import { createPulse } from '../../event-loop/pulse.ts'

/** Requests and tokens of keys, in any minute. */
export interface RateLimits {
  /** Counts a request. @returns Why it has to wait: it is one too many, or no tokens are left for any. */
  request(key: LimitedKey): Promise<ApiError | undefined>
  /**
   * Sets aside what a request is about to use, as far as that is left.
   *
   * @param tokens - Input and output, about.
   * @returns Why it has to wait, where nothing is left.
   */
  reserve(key: LimitedKey, tokens: number): Promise<Admission | ApiError>
  close(): void
}

/** A request that its limits let through. */
export interface Admission {
  /** Says from now on what it has used so far: more is set aside for one that uses more. */
  follow(used: () => number): void
  /** It is over. Called once. @param tokens - What it has used, input and output. */
  over(tokens: number): void
}

/** As much of a key as its limits need. */
export type LimitedKey = Pick<KeyRecord, 'id' | 'rateLimits'>

type Kind = 'requests' | 'tokens'

/** A minute, by the second: tokens count until their second and 59 more are over, so that no client waits longer than a minute. */
const window = { bucketMs: 1000, spanMs: 59_000, forgetAfterMs: 0 }

/** How long a reservation outlives its process, and how often those that run are renewed, in milliseconds. */
const ttlMs = 60_000
const renewEveryMs = 10_000

/** For what no limit binds. */
const free: Admission = { follow() {}, over() {} }

/** After what ends by itself, in seconds. */
const soon = 2

/**
 * Limits that all processes keep which share a store. While it does not answer, each counts for itself.
 *
 * @param onFailure - Told each time when the store did not answer.
 */
export function createRateLimits(store: BudgetStore, onFailure: (error: unknown) => void): RateLimits {
  const own = memoryStore()
  const ours = randomUUID()
  const renewal = createPulse(renewEveryMs)
  let count = 0

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

  function admitted(wanted: Extend): Admission {
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

  async function orOwn(verb: 'reserve' | 'extend' | 'settle' | 'read', operation: Extend): Promise<Reply> {
    try {
      return await store[verb](operation)
    } catch (error) {
      onFailure(error)
      return own[verb](operation)
    }
  }
}

const isUsedUp = ({ accounts: [terms] }: Operation, { accounts: [state] }: Reply): boolean =>
  terms!.limit - state!.used - state!.reserved <= 0

function tooMany(kind: Kind, { id }: LimitedKey, { accounts: [terms] }: Operation, reply: Reply): ApiError {
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

/** When enough of what was used is a minute old. */
function secondsUntilFree({ limit, bucketMs, spanMs }: Terms, { used, buckets }: Reply['accounts'][number], now: number): number {
  let left = used
  for (const [index, tokens] of buckets) {
    left -= tokens
    if (left < limit) return Math.max(1, Math.ceil(((index + 1) * bucketMs + spanMs - now) / 1000))
  }
  // What was just counted.
  return spanMs / 1000
}
