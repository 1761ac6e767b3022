import { createPulse, type Pulse } from '../../event-loop/pulse.ts'

/** A stream that needs a keep-alive when it is silent. */
export interface Listener {
  /** True if nothing was sent since the last beat. */
  isQuiet: boolean
  beat(): void
}

/** Pulses by interval in milliseconds. */
const pulses = new Map<number, Pulse>()

/**
 * Calls `beat` after `everyMs` of silence, at the latest after twice that time.
 *
 * @returns Call it once when the stream is over. Until then the pulse keeps the stream's state in memory.
 */
export function keepAlive(everyMs: number, listener: Listener): () => void {
  let pulse = pulses.get(everyMs)
  if (pulse === undefined) pulses.set(everyMs, (pulse = createPulse(everyMs)))
  return pulse.join(() => {
    if (listener.isQuiet) listener.beat()
    else listener.isQuiet = true
  })
}
