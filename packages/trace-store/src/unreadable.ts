/** Damaged traces found so far. */
interface Unreadable {
  /** Counts each name once. @returns Number of names given, for the page that lacks them. */
  saw(names: readonly string[]): number
  count(): number
}

/** Most names that are remembered, to count each damaged row once. */
const mostRemembered = 10_000

export function createUnreadable(): Unreadable {
  const seen = new Set<string>()
  return {
    saw(names) {
      for (const name of names) if (seen.size < mostRemembered) seen.add(name)
      return names.length
    },
    count: () => seen.size,
  }
}

/** Lists of a trace are stored as JSON. Invalid JSON means damage. */
const isDamagedJson = (error: unknown): boolean => error instanceof SyntaxError

/** Maps the readable rows, and returns the names of the damaged ones. */
export function readRows<R extends { id: string }, T>(rows: readonly R[], map: (row: R) => T): { items: T[]; damaged: string[] } {
  const items: T[] = []
  const damaged: string[] = []
  for (const row of rows) {
    try {
      items.push(map(row))
    } catch (error) {
      if (!isDamagedJson(error)) throw error
      damaged.push(row.id)
    }
  }
  return { items, damaged }
}
