import { createBag } from './bag.ts'
import { createKeptWarm } from './kept-warm.ts'
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

/** @param warm - What answers that are over leave behind. */
export function createOpenAnswers(warm = createKeptWarm()): OpenAnswers {
  const open = createBag<Relay>()
  let onEmpty: (() => void) | undefined

  return { add, isDraining: () => onEmpty !== undefined, drain }

  function add(relay: Relay): () => void {
    const leave = open.add(relay)
    return () => {
      leave()
      if (onEmpty === undefined) warm.keep(relay)
      if (open.size() === 0) onEmpty?.()
    }
  }

  async function drain(ms: number): Promise<void> {
    warm.letGo()
    const empty = new Promise<void>((resolve) => {
      onEmpty = resolve
    })
    if (open.size() === 0) return
    const timer = setTimeout(() => {
      for (const relay of open.all()) relay.stop()
    }, ms)
    await empty
    clearTimeout(timer)
  }
}
