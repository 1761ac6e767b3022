import type { Governor } from '@reason/core'

export interface LatencyCapOptions {
  /** Most milliseconds from the first part of the reasoning on. */
  maxReasoningMs: number
  /** Milliseconds. Default: `Date.now`. */
  now?: () => number
}

/**
 * Asks for an answer when thinking has taken too long (`stop-reasoning`, with a `reasoning-capped` warning), once a choice. It acts when a
 * part comes: while an upstream is silent nothing can.
 */
export function latencyCap({ maxReasoningMs, now = Date.now }: LatencyCapOptions): Governor {
  /** By choice: when its reasoning began. Negative infinity: it is decided. */
  const since = new Map<number, number>()
  return {
    id: 'reasoning-latency',
    onPart(part) {
      if (!('channel' in part) || part.channel !== 'reasoning' || part.type === 'native') return 'continue'
      const choice = part.choice ?? 0
      const begun = since.get(choice)
      if (begun === undefined) {
        since.set(choice, now())
        return 'continue'
      }
      if (begun === Number.POSITIVE_INFINITY || part.type === 'block-end' || now() - begun <= maxReasoningMs) return 'continue'
      since.set(choice, Number.POSITIVE_INFINITY)
      return {
        verdict: 'stop-reasoning',
        warning: { code: 'reasoning-capped', message: `The reasoning took more than ${maxReasoningMs} ms and is stopped.` },
      }
    },
  }
}
