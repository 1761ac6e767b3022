import type { Relay } from './relay.ts'

/** Answers that are being sent, so that none is cut off without a word when the gateway stops. */
export interface OpenAnswers {
  /** @returns To be called once, when the answer is over. */
  add(relay: Relay): () => void
  /** The gateway is stopping: connections are not kept for another request. */
  isDraining(): boolean
  /** Waits until all are over; those that are not after `ms` are ended with an error. */
  drain(ms: number): Promise<void>
}

/**
 * An array whose last element fills the gap of one that goes. A `Set` would grow and shrink with every request, and its
 * old tables, each of which knows the next one, keep every finished request from the young generation's collector: that
 * doubled the cost of a whole answer, and the memory.
 */
export function createOpenAnswers(): OpenAnswers {
  const open: { relay: Relay; place: number }[] = []
  let onEmpty: (() => void) | undefined

  return { add, isDraining: () => onEmpty !== undefined, drain }

  function add(relay: Relay): () => void {
    const entry = { relay, place: open.length }
    open.push(entry)
    return () => {
      const last = open.pop()!
      if (last !== entry) {
        open[entry.place] = last
        last.place = entry.place
      }
      if (open.length === 0) onEmpty?.()
    }
  }

  async function drain(ms: number): Promise<void> {
    const empty = new Promise<void>((resolve) => {
      onEmpty = resolve
    })
    if (open.length === 0) return
    const timer = setTimeout(() => {
      for (const { relay } of open.slice()) relay.stop()
    }, ms)
    await empty
    clearTimeout(timer)
  }
}
