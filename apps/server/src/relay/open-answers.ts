import type { Relay } from './relay.ts'

/** Answers that are being sent, so that none is cut off without a word when the gateway stops. */
export interface OpenAnswers {
  add(relay: Relay): void
  delete(relay: Relay): void
  /** The gateway is stopping: connections are not kept for another request. */
  readonly draining: boolean
  /** Waits until all are over; those that are not after `ms` are ended with an error. */
  drain(ms: number): Promise<void>
}

export function createOpenAnswers(): OpenAnswers {
  const open = new Set<Relay>()
  let onEmpty: (() => void) | undefined

  return {
    add: (relay) => void open.add(relay),
    delete(relay) {
      open.delete(relay)
      if (open.size === 0) onEmpty?.()
    },
    get draining() {
      return onEmpty !== undefined
    },
    async drain(ms) {
      const empty = new Promise<void>((resolve) => {
        onEmpty = resolve
      })
      if (open.size === 0) return
      const timer = setTimeout(() => {
        for (const relay of open) relay.stop()
      }, ms)
      await empty
      clearTimeout(timer)
    },
  }
}
