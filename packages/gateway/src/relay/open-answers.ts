import { shuttingDown, type ApiError } from '../errors/api-error.ts'
import { createBag } from '../structures/bag.ts'
import type { Relay } from './relay-contract.ts'

/** Tracks open answers, so that a shutdown lets them finish or ends them with an error. */
export interface OpenAnswers {
  /** @returns Call it once when the answer is over. */
  add(relay: Relay): () => void
  /**
   * Registers a request that waits in the queue. A shutdown calls `stop`, and the request is not begun.
   *
   * @returns Call it once when the client has its error, or the answer was added.
   */
  wait(stop: () => void): () => void
  /** The gateway is stopping: connections are closed after their current request. */
  isDraining(): boolean
  /** Waits until all answers are over. After `ms`, ends the remaining ones with an error. */
  drain(ms: number): Promise<void>
}

/** Retains one finished answer of each kind. */
export interface KeptWarm {
  /** Called when an answer is over. */
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
