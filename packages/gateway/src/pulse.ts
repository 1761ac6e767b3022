import { createBag, type Bag } from './bag.ts'
import { timersAreShared } from './shared-timers.ts'

/** Calls its members at intervals. */
export interface Pulse {
  /** @returns To be called once, when the member leaves. */
  join(beat: () => void): () => void
}

/**
 * One timer for all members, as long as there are any: one for each would cost more than most answers do. Where requests may not share a timer, each
 * member has one.
 */
export function createPulse(everyMs: number, areShared: boolean = timersAreShared): Pulse {
  let members: Bag<() => void> | undefined
  return { join: areShared ? joinAll : joinAlone }

  function joinAlone(beat: () => void): () => void {
    const timer = setInterval(beat, everyMs).unref()
    return () => clearInterval(timer)
  }

  function joinAll(beat: () => void): () => void {
    members ??= beatAll()
    return members.add(beat)
  }

  function beatAll(): Bag<() => void> {
    const all = createBag<() => void>()
    const timer = setInterval(() => {
      for (const beat of all.all()) beat()
      if (all.size() > 0) return
      clearInterval(timer)
      members = undefined
    }, everyMs).unref()
    return all
  }
}
