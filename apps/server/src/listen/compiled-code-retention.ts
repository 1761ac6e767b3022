import type { KeptWarm, Relay } from '@reason/gateway/host'

/**
 * An answer of each kind that is over, held on to for a while. What V8 has compiled of a function lives as long as one of its closures does, and those
 * of an answer go with it: garbage that is collected while nobody asks would take the code along, and the first thousands of requests after a pause
 * would cost two to four times as much as before it.
 */
export interface KeptAnswers extends KeptWarm {
  /** Those that are held. */
  all(): Relay[]
}

/** What is longer, in bytes of request and answer, would take more room than it is worth. */
const mostBytes = 65_536
/** One of a kind for so long, in milliseconds: what changes with each request is moved to where old objects are, and made garbage there. */
const notBeforeMs = 10_000

/** @param forMs - How long the last one is held, in milliseconds. Default ten minutes: nothing of an answer stays in memory for ever. */
export function createKeptWarm(forMs = 600_000): KeptAnswers {
  const kept = new Map<string, { relay: Relay; since: number }>()
  let timer: NodeJS.Timeout | undefined
  return { keep, all: () => Array.from(kept.values(), ({ relay }) => relay), letGo }

  function keep(relay: Relay): void {
    const now = performance.now()
    const before = kept.get(relay.kind)
    if (before !== undefined && now - before.since < notBeforeMs) return
    if (relay.size() > mostBytes) return
    kept.set(relay.kind, { relay, since: now })
    clearTimeout(timer)
    timer = setTimeout(letGo, forMs).unref()
  }

  function letGo(): void {
    clearTimeout(timer)
    kept.clear()
  }
}
