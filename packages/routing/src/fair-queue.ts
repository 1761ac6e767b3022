/**
 * Queue that is first come, first served within a key, and round-robin across keys: a key with a thousand requests
 * delays another key by one of them. All operations take constant time, so that a disconnecting client costs nothing,
 * however long the queue is.
 */
export interface FairQueue<T extends { key: string }> {
  readonly size: number
  push(waiter: T): void
  /** @returns Whether the waiter was in the queue. */
  remove(waiter: T): boolean
  shift(): T | undefined
  drain(): T[]
}

export function createFairQueue<T extends { key: string }>(): FairQueue<T> {
  /** Waiters by key. The key whose turn it is comes first. No set is empty. */
  const byKey = new Map<string, Set<T>>()
  let size = 0

  return {
    get size() {
      return size
    },
    push(waiter) {
      const waiters = byKey.get(waiter.key)
      if (waiters === undefined) byKey.set(waiter.key, new Set([waiter]))
      else waiters.add(waiter)
      size += 1
    },
    remove,
    shift() {
      for (const [key, waiters] of byKey) {
        for (const waiter of waiters) {
          remove(waiter)
          if (byKey.delete(key)) byKey.set(key, waiters)
          return waiter
        }
      }
      return undefined
    },
    drain() {
      const all = [...byKey.values()].flatMap((waiters) => [...waiters])
      byKey.clear()
      size = 0
      return all
    },
  }

  function remove(waiter: T): boolean {
    const waiters = byKey.get(waiter.key)
    if (waiters?.delete(waiter) !== true) return false
    size -= 1
    if (waiters.size === 0) byKey.delete(waiter.key)
    return true
  }
}
