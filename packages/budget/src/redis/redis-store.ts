import { rememberSettledMs } from '../store/store.ts'
import type { AccountState, BudgetStore, Extend, SpendLevel, Operation, StoreReply, Terms } from '../store/store.ts'
import { scripts, type ScriptName } from './scripts.ts'

/** Methods used of a client of `ioredis`, for a server or a cluster. */
export interface RedisClient {
  evalsha(sha: string, keys: number, ...keysAndArguments: string[]): Promise<unknown>
  eval(script: string, keys: number, ...keysAndArguments: string[]): Promise<unknown>
}

export interface RedisStoreOptions {
  /** Connected and closed by the application. */
  client: RedisClient
  /** Prefix of every key. No braces. Default `reason:budget:`. */
  prefix?: string
  /** Replaces the server's clock in tests. Milliseconds since 1970. */
  now?: () => number
}

/** Extra lifetime of keys, because the clocks of commands and of expiry may differ a little after a failover. */
const marginMs = 60_000

/**
 * Store for budgets that any number of processes share. It uses the server's clock, so the clocks of the processes do not matter. All keys of an operation have
 * the tenant as their hash tag. The keys are therefore in one slot of a cluster, and one script can use all of them.
 *
 * @throws {TypeError} if the prefix has braces, or the client is not of `ioredis`
 */
export function redisStore({ client, prefix = 'reason:budget:', now }: RedisStoreOptions): BudgetStore {
  if (/[{}]/.test(prefix))
    throw new TypeError(`The prefix "${prefix}" has braces, which change the hash slots of a Redis Cluster. Remove them.`)

  // Without this check, an untyped missing client would look like a store that is down.
  if (typeof (client as RedisClient | undefined)?.evalsha !== 'function')
    throw new TypeError('redisStore() needs a client of ioredis: redisStore({ client: new Redis(url) }).')

  /** Scripts whose text was sent. */
  const sent = new Set<ScriptName>()

  return {
    id: 'redis',
    reserve: (operation) => run('reserve', operation, operation),
    extend: (operation) => run('extend', operation, operation),
    settle: (operation) => run('settle', operation, operation),
    write: (operation) => run('write', operation, { tokens: operation.used }),
    read: (operation) => run('read', operation),
  }

  async function run(verb: ScriptName, { tenant, accounts, ttlMs }: Operation, own: Own = {}): Promise<StoreReply> {
    const { id = '', tokens = 0, running = 0 } = own
    const keys = [`${prefix}{${tenant}}:settled:${id}`, ...accounts.flatMap(({ name }) => keysOf(`${prefix}{${tenant}}:${name}`))]
    const values = [now === undefined ? '' : now(), id, tokens, running, ttlMs, rememberSettledMs]
    const args = [...values, ...accounts.flatMap((terms) => argumentsOf(terms, ttlMs))]
    return replyOf(await evaluate(verb, keys, args.map(String)))
  }

  /**
   * Runs a script. The first call sends its text: a server that does not know the script would answer too late, and the next call would overtake this one. A
   * restarted server has lost its scripts, so the text is sent again.
   */
  async function evaluate(verb: ScriptName, keys: readonly string[], args: readonly string[]): Promise<unknown> {
    const { sha, text } = scripts[verb]
    const isNew = !sent.has(verb)
    sent.add(verb)
    if (isNew) return client.eval(text, keys.length, ...keys, ...args)
    try {
      return await client.evalsha(sha, keys.length, ...keys, ...args)
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error
      return client.eval(text, keys.length, ...keys, ...args)
    }
  }
}

/** Fields of some operations. */
type Own = Partial<Pick<Extend, 'id' | 'tokens' | 'running'>>

const keysOf = (base: string): string[] => [base, `${base}:held`, `${base}:expiry`]

function argumentsOf(terms: Terms, ttlMs: number): (number | string)[] {
  const { limit, warnFrom, bucketMs, spanMs, forgetAfterMs, action } = terms
  return [limit, warnFrom, bucketMs, spanMs, forgetAfterMs, keepMs(terms, ttlMs), action === 'reject' ? 1 : 0]
}

/** Lifetime of an account after its last change. 0: no expiry. */
function keepMs({ bucketMs, spanMs, forgetAfterMs }: Terms, ttlMs: number): number {
  if (bucketMs === 0 && forgetAfterMs === 0) return 0
  const counts = bucketMs === 0 ? forgetAfterMs : bucketMs + spanMs
  return Math.max(counts, ttlMs) + marginMs
}

function replyOf(raw: unknown): StoreReply {
  const [outcome, now, ...accounts] = raw as [StoreReply['outcome'], number, ...number[][]]
  return { outcome, now, accounts: accounts.map(stateOf) }
}

function stateOf(raw: readonly number[]): AccountState {
  const [used, reserved, running, granted, before, after, changedAt, nextExpiryAt, ...pairs] = raw as [
    ...[number, number, number, number, SpendLevel, SpendLevel, number, number],
    ...number[],
  ]
  const buckets: [number, number][] = []
  for (let at = 0; at < pairs.length; at += 2) buckets.push([pairs[at]!, pairs[at + 1]!])
  return {
    used,
    reserved,
    running,
    granted,
    before,
    after,
    changedAt: changedAt === -1 ? undefined : changedAt,
    nextExpiryAt: nextExpiryAt === -1 ? undefined : nextExpiryAt,
    buckets,
  }
}
