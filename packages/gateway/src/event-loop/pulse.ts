import { createBag, type Bag } from '../structures/bag.ts'
import { timersAreShared } from './shared-timers.ts'

/** Calls its members at intervals. */
export interface Pulse {
  /** @returns Call it once when the member leaves. */
  join(beat: () => void): () => void
  stop(): void
}

/**
 * Creates a pulse with one timer for all members, which runs only while there are members. A timer for each would cost more than most
 * answers. If requests may not share timers, each member has its own.
 */
export function createPulse(everyMs: number, areShared: boolean = timersAreShared): Pulse {
  const timers = new Set<NodeJS.Timeout>()
  let members: Bag<() => void> | undefined
  return {
    join: areShared ? joinAll : repeat,
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }

  function joinAll(beat: () => void): () => void {
    members ??= beatAll()
    return members.add(beat)
  }

  function beatAll(): Bag<() => void> {
    const all = createBag<() => void>()
    const end = repeat(() => {
      for (const beat of all.all()) beat()
      if (all.size() > 0) return
      end()
      members = undefined
    })
    return all
  }

  function repeat(work: () => void): () => void {
    const timer = setInterval(work, everyMs).unref()
    timers.add(timer)
    return () => {
      clearInterval(timer)
      timers.delete(timer)
    }
  }
}
