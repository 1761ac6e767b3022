import { Redis } from 'ioredis'

/** What gateways share, where they do. Undefined: each counts for itself. */
export function openRedis(url: string | undefined): Redis | undefined {
  if (url === undefined) return undefined
  // Commands wait for the connection, but no longer than those who send them.
  const redis = new Redis(url, { maxRetriesPerRequest: 1 })
  // Connecting goes on in the background; without a listener each failure would end the process.
  redis.on('error', () => {})
  return redis
}
