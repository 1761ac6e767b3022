import type { Redis } from 'ioredis'

/**
 * In milliseconds. Longer than budgets wait by themselves, and short enough for a client: a server that is frozen, or cut off, breaks no connection
 * for a long time, and whoever waits for it without a limit waits for as long.
 */
const answersWithinMs = 2000

/** What gateways share, where they do. Undefined: each counts for itself. */
export async function openRedis(url: string | undefined): Promise<Redis | undefined> {
  if (url === undefined) return undefined
  // Most have none, and do not load it.
  const { Redis } = await import('ioredis')
  // Commands wait for the connection, but no longer than those who send them.
  const redis = new Redis(url, { maxRetriesPerRequest: 1, commandTimeout: answersWithinMs, reconnectOnError: isReplica })
  // Connecting goes on in the background; without a listener each failure would end the process.
  redis.on('error', () => {})
  return redis
}

/**
 * After a failover the address leads to another server, and a connection that was open to the one that only follows now, which takes nothing and
 * closes nothing.
 */
const isReplica = ({ message }: Error): boolean => message.startsWith('READONLY')
