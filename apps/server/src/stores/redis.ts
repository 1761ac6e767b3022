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
  // Imported lazily, because most gateways use no Redis.
  const { Redis } = await import('ioredis')
  const redis = new Redis(url, {
    maxRetriesPerRequest: 1,
    commandTimeout: answersWithinMs,
    // A new connection shows whether the server answers again, before any request waits for it.
    socketTimeout: answersWithinMs,
    reconnectOnError: isReplica,
  })
  // Connecting continues in the background. Without a listener, each failure would end the process.
  redis.on('error', () => {})
  refuseWhileAway(redis)
  return redis
}

/** Lets commands wait for a reconnection only if the server was lost a moment ago. Otherwise each request would wait several times. */
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
 * Whether the server became a replica. After a failover, the address leads to another server. The old connection stays open to a server that rejects writes.
 */
const isReplica = ({ message }: Error): boolean => message.startsWith('READONLY')
