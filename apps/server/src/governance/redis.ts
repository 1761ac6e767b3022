import type { Redis } from 'ioredis'

/** What gateways share, where they do. Undefined: each counts for itself. */
export async function openRedis(url: string | undefined): Promise<Redis | undefined> {
  if (url === undefined) return undefined
  // Most have none, and do not load it.
  const { Redis } = await import('ioredis')
  // Commands wait for the connection, but no longer than those who send them.
  const redis = new Redis(url, { maxRetriesPerRequest: 1 })
  // Connecting goes on in the background; without a listener each failure would end the process.
  redis.on('error', () => {})
  return redis
}
