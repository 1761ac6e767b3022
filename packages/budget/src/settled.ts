/**
 * Reservations that were settled, each until its time. Whoever settles in the memory of its own process hears of it at once, and has no
 * reason to do it again much later: the last of them are enough, and memory stays flat under any load.
 */
export interface Settled {
  add(name: string, until: number): void
  has(name: string, now: number): boolean
  /** Forgets those whose time is over. */
  sweep(now: number): void
  size(): number
}

/** So many are remembered at least, and twice as many at most. */
const remembered = 10_000

/** Two tables, of which the older one goes as a whole: one that loses an entry for each that comes is rebuilt again and again. */
export function createSettled(): Settled {
  let recent = new Map<string, number>()
  let older = new Map<string, number>()

  return {
    add(name, until) {
      if (recent.size >= remembered) {
        older = recent
        recent = new Map()
      }
      recent.set(name, until)
    },
    has(name, now) {
      const until = recent.get(name) ?? older.get(name)
      return until !== undefined && until > now
    },
    sweep(now) {
      for (const table of [older, recent]) {
        for (const [name, until] of table) {
          // They stand in the order of settling.
          if (until > now) break
          table.delete(name)
        }
      }
    },
    size: () => recent.size + older.size,
  }
}
