/** A stream whose client is told now and then that somebody is still there. */
export interface Listener {
  /** Nothing was sent since the last beat. */
  isQuiet: boolean
  beat(): void
  /** It has left by itself then. */
  isOver(): boolean
}

/** By their length in milliseconds: one timer for all streams, as one for each would cost more than what most of them send. */
const pulses = new Map<number, Set<Listener>>()

/** From now on it is told after `everyMs` of silence, and before twice that. */
export function listenTo(everyMs: number, listener: Listener): void {
  let listeners = pulses.get(everyMs)
  if (listeners === undefined) {
    pulses.set(everyMs, (listeners = new Set()))
    beatEvery(everyMs, listeners)
  }
  listeners.add(listener)
}

function beatEvery(ms: number, listeners: Set<Listener>): void {
  const timer = setInterval(() => {
    for (const listener of listeners) {
      if (listener.isOver()) listeners.delete(listener)
      else if (listener.isQuiet) listener.beat()
      else listener.isQuiet = true
    }
    if (listeners.size > 0) return
    clearInterval(timer)
    pulses.delete(ms)
  }, ms).unref()
}
