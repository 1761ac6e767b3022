import { createBag, type Bag } from '../bag.ts'

/** A stream whose client is told now and then that somebody is still there. */
export interface Listener {
  /** Nothing was sent since the last beat. */
  isQuiet: boolean
  beat(): void
}

/** By their length in milliseconds: one timer for all streams, as one for each would cost more than what most of them send. */
const pulses = new Map<number, Bag<Listener>>()

/**
 * From now on it is told after `everyMs` of silence, and before twice that.
 *
 * @returns To be called once, when its stream is over: all that the stream knows would wait for the next beat with it.
 */
export function listenTo(everyMs: number, listener: Listener): () => void {
  let listeners = pulses.get(everyMs)
  if (listeners === undefined) {
    pulses.set(everyMs, (listeners = createBag()))
    beatEvery(everyMs, listeners)
  }
  return listeners.add(listener)
}

function beatEvery(ms: number, listeners: Bag<Listener>): void {
  const timer = setInterval(() => {
    for (const listener of listeners.all()) {
      if (listener.isQuiet) listener.beat()
      else listener.isQuiet = true
    }
    if (listeners.size() > 0) return
    clearInterval(timer)
    pulses.delete(ms)
  }, ms).unref()
}
