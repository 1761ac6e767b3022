import type { Redis } from 'ioredis'

/**
 * In milliseconds. Longer than budgets wait by themselves, and short enough for a client: a server that is frozen, or cut off, breaks no connection
 * for a long time, and whoever waits for it without a limit waits for as long.
 */
const answersWithinMs = 2000
/** So long may a server be away before nobody waits for it any more: a restart, or a failover that is not told of. */
const comesBackWithinMs = 1000

/** What gateways share, where they do. Undefined: each counts for itself. */
export async function openRedis(url: string | undefined): Promise<Redis | undefined> {
  if (url === undefined) return undefined
  // Most have none, and do not load it.
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    commandTimeout: answersWithinMs,
    // A new connection shows whether it answers again, before any request waits for that.
    socketTimeout: answersWithinMs,
    reconnectOnError: isReplica,
  })
  // Connecting goes on in the background; without a listener each failure would end the process.
  redis.on('error', () => {})
  refuseWhileAway(redis)
  return redis
}

/** Commands wait for a connection, but none for a server that has been away for a while: each request would wait several times. */
function refuseWhileAway(redis: Redis): void {
  let away: NodeJS.Timeout | undefined
  redis.on('close', () => {
    away ??= setTimeout(() => void (redis.options.enableOfflineQueue = false), comesBackWithinMs).unref()
  })
  redis.on('ready', () => {
    clearTimeout(away)
    away = undefined
    redis.options.enableOfflineQueue = true
  })
}

/**
 * After a failover the address leads to another server, and a connection that was open to the one that only follows now, which takes nothing and
 * closes nothing.
 */
const isReplica = ({ message }: Error): boolean => message.startsWith('READONLY')
