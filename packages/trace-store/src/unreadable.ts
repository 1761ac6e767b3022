/** Stored traces that were found to be damaged. */
interface Unreadable {
  /** Remembers each once. @returns How many were given, for the page that lacks them. */
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

/** Lists of a trace are stored as JSON: what is none was damaged. */
const isDamagedJson = (error: unknown): boolean => error instanceof SyntaxError

/** What can be made of rows, and the names of those that are damaged. */
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
