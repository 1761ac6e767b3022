import { shuttingDown, type ApiError } from '../errors/api-error.ts'
import { createBag } from '../structures/bag.ts'
import type { Relay } from './relay.ts'

/** Answers that are being sent, so that none is cut off without a word when the gateway stops. */
export interface OpenAnswers {
  /** @returns To be called once, when the answer is over. */
  add(relay: Relay): () => void
  /**
   * A request waits for its turn, which it does no longer when the gateway stops: what would come then is not begun.
   *
   * @returns To be called once, when its client was told, or its answer is one of those that are sent.
   */
  wait(stop: () => void): () => void
  /** The gateway is stopping: connections are not kept for another request. */
  isDraining(): boolean
  /** Waits until all are over; those that are not after `ms` are ended with an error. */
  drain(ms: number): Promise<void>
}

/** Holds on to an answer of each kind that is over. */
export interface KeptWarm {
  /** An answer is over. */
  keep(relay: Relay): void
  letGo(): void
}

export function createOpenAnswers(warm?: KeptWarm): OpenAnswers {
  const open = createBag<Relay>()
  const waiting = createBag<() => void>()
  let onEmpty: (() => void) | undefined

  return { add, wait, isDraining: () => onEmpty !== undefined, drain }

  function add(relay: Relay): () => void {
    const leave = open.add(relay)
    return () => {
      leave()
      if (onEmpty === undefined) warm?.keep(relay)
      if (isEmpty()) onEmpty?.()
    }
  }

  function wait(stop: () => void): () => void {
    const leave = waiting.add(stop)
    if (onEmpty !== undefined) stop()
    return () => {
      leave()
      if (isEmpty()) onEmpty?.()
    }
  }

  async function drain(ms: number): Promise<void> {
    warm?.letGo()
    const empty = new Promise<void>((resolve) => {
      onEmpty = resolve
    })
    for (const stop of waiting.all()) stop()
    if (isEmpty()) return
    const timer = setTimeout(() => {
      for (const relay of open.all()) relay.stop(cutShort)
    }, ms)
    await empty
    clearTimeout(timer)
  }

  function isEmpty(): boolean {
    return open.size() === 0 && waiting.size() === 0
  }
}

const cutShort: ApiError = { ...shuttingDown, message: 'The gateway was shut down before the answer was complete.' }
