/**
 * Ids of settled reservations, each until it expires. In memory, settling succeeds at once, so a repetition much later does not occur.
 * Only the last ids are kept, so that memory stays flat under any load.
 */
export interface SettledReservations {
  add(name: string, until: number): void
  has(name: string, now: number): boolean
  /** Forgets expired ids. */
  sweep(now: number): void
  size(): number
}

/** Minimum number of remembered ids. The maximum is twice as many. */
const remembered = 10_000

/** Keeps two tables and drops the older one as a whole. A single table that loses an entry for each new one would often be rehashed. */
export function createSettled(): SettledReservations {
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
          // Ids are in the order of settling.
          if (until > now) break
          table.delete(name)
        }
      }
    },
    size: () => recent.size + older.size,
  }
}
