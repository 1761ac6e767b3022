import type { KeptWarm, Relay } from '@reason/gateway/host'

/**
 * Keeps one finished answer of each kind for a while, and with it the code that V8 compiled. Compiled code lives as long as a closure of its function. Without
 * this, a garbage collection in a pause would drop the code. The next thousands of requests would then cost two to four times as much.
 */
export interface KeptAnswers extends KeptWarm {
  all(): Relay[]
}

/** Exchanges larger than this (request + answer bytes) are not retained. */
const mostBytes = 65_536
/** Milliseconds before another answer of a kind replaces the last one. Kept answers become old objects, whose garbage is expensive. */
const notBeforeMs = 10_000

/** @param forMs - Milliseconds after which the last answers are dropped. Default ten minutes: no answer stays in memory for ever. */
export function createKeptWarm(forMs = 600_000): KeptAnswers {
  const streams = new Map<string, { relay: Relay; since: number }>()
  const wholes: typeof streams = new Map()
  let timer: NodeJS.Timeout | undefined
  return { keep, all: () => [...streams.values(), ...wholes.values()].map(({ relay }) => relay), letGo }

  function keep(relay: Relay): void {
    const now = performance.now()
    const kept = relay.isStream ? streams : wholes
    const before = kept.get(relay.api)
    if (before !== undefined && now - before.since < notBeforeMs) return
    if (relay.size() > mostBytes) return
    kept.set(relay.api, { relay, since: now })
    clearTimeout(timer)
    timer = setTimeout(letGo, forMs).unref()
  }

  function letGo(): void {
    clearTimeout(timer)
    streams.clear()
    wholes.clear()
  }
}
