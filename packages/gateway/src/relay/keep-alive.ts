import { createPulse, type Pulse } from '../event-loop/pulse.ts'

/** A stream whose client gets a sign of life when nothing else comes. */
export interface Listener {
  /** Nothing was sent since the last beat. */
  isQuiet: boolean
  beat(): void
}

/** By their length in milliseconds. */
const pulses = new Map<number, Pulse>()

/**
 * Calls `beat` after `everyMs` of silence, and before twice that.
 *
 * @returns To be called once, when the stream is over: all that the stream knows would wait for the next beat with it.
 */
export function keepAlive(everyMs: number, listener: Listener): () => void {
  let pulse = pulses.get(everyMs)
  if (pulse === undefined) pulses.set(everyMs, (pulse = createPulse(everyMs)))
  return pulse.join(() => {
    if (listener.isQuiet) listener.beat()
    else listener.isQuiet = true
  })
}
