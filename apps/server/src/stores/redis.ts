import type { Redis } from 'ioredis'

/**
 * Timeout of a command in milliseconds. Longer than the budgets' own, and short enough for a client. A frozen or unreachable server keeps
 * its connections for a long time, and a command without a timeout would wait as long.
 */
const answersWithinMs = 2000
/** Milliseconds that commands wait for a lost server to come back, as after a restart or a silent failover. */
const comesBackWithinMs = 1000

/** Opens the Redis that gateways share. Undefined without an address: each gateway counts for itself. */
export async function openRedis(url: string | undefined): Promise<Redis | undefined> {
  if (url === undefined) return undefined
  // Imported here, as most gateways have no Redis.
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
