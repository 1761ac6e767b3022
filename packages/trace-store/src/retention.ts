import type { Database } from './database.ts'
import type { TraceStoreConfig } from './options.ts'

export interface Retention {
  start(): void
  stop(): void
  /** Deletes by the retention rules. @returns Number of deleted traces. */
  prune(): Promise<number>
}

const dayMs = 86_400_000
/**
 * Difference between wall clock and steady clock that counts as a clock change. The new time may be wrong, so nothing is deleted until a later turn confirms
 * it.
 */
const jumpMs = 3_600_000

export function createRetention(
  { retention, now, monotonic }: Pick<TraceStoreConfig, 'retention' | 'now' | 'monotonic'>,
  database: Database,
  /** Stores records of the journal before pruning. */
  settle: () => Promise<void>,
): Retention {
  let timer: NodeJS.Timeout | undefined
  let last = { wall: now(), steady: monotonic() }
  /** Steady time from which the wall clock is trusted. */
  let trustedFrom = -Infinity

  return { start, stop: () => clearTimeout(timer), prune: () => prune() }

  function start(): void {
    if (retention === false) return
    const { everyMs } = retention
    // The first turn is soon after the start, because some processes are short-lived.
    timer = setTimeout(
      () => {
        void turn(everyMs)
        timer = setInterval(() => void turn(everyMs), everyMs)
        timer.unref()
      },
      Math.min(everyMs, 60_000),
    )
    timer.unref()
  }

  async function turn(everyMs: number): Promise<void> {
    const before = last
    last = { wall: now(), steady: monotonic() }
    const jumped = last.wall - before.wall - (last.steady - before.steady)
    // Half an interval, because the next turn may come a little early.
    if (Math.abs(jumped) > jumpMs) trustedFrom = last.steady + everyMs / 2
    if (last.steady < trustedFrom) return
    const { wall } = last
    try {
      await settle()
      await prune(wall)
    } catch {
      // The store is down, which `state()` says. The next turn comes.
    }
  }

  async function prune(at = now()): Promise<number> {
    if (retention === false) return 0
    const classes = Object.entries(retention.classes)
    let pruned = await database.prune({ before: at - retention.days * dayMs, exceptClasses: classes.map(([name]) => name) })
    for (const [name, days] of classes) pruned += await database.prune({ before: at - days * dayMs, class: name })
    return pruned
  }
}
