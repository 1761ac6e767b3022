/** Whether an error means that a part of the file is damaged. Other parts may still be readable. */
export const isCorrupt = (error: unknown): boolean =>
  String((error as { code?: unknown }).code).startsWith('SQLITE_CORRUPT') || isDamagedJson(error)

/** Whether a readable row contains invalid JSON. */
export const isDamagedJson = (error: unknown): boolean => (error as { message?: unknown } | null)?.message === 'malformed JSON'

interface Salvage<R extends object> {
  /** Keys after the last one, in the order of the page. They come from an index, without touching the rows. Empty at the end. */
  keys(after: number | undefined): Promise<readonly number[]>
  /** Undefined if the row does not match, or was deleted. */
  read(key: number): Promise<R | undefined>
  /** Maximum number of rows, and approximate maximum of their characters. */
  limit: number
  maxChars: number
  charsOf(row: object): number
}

interface Salvaged<R> {
  rows: R[]
  /** Keys of rows that could not be read. Whether they match is unknown. */
  damaged: number[]
  /** Last key that was checked. Absent at the end. */
  last?: number
}

/** Damaged rows after which a page ends. In a file that is damaged at its root, every row is damaged. */
const mostDamaged = 1_000

/** Reads a page row by row if it cannot be read at once. Skips and counts unreadable rows. */
export async function salvage<R extends object>({ keys, read, limit, maxChars, charsOf }: Salvage<R>): Promise<Salvaged<R>> {
  const rows: R[] = []
  const damaged: number[] = []
  let chars = 0
  for (let last: number | undefined; ;) {
    const some = await keys(last)
    if (some.length === 0) return { rows, damaged }
    for (const key of some) {
      last = key
      try {
        const row = await read(key)
        if (row === undefined) continue
        rows.push(row)
        chars += charsOf(row)
      } catch (error) {
        if (!isCorrupt(error)) throw error
        damaged.push(key)
      }
      if (rows.length === limit || chars >= maxChars || damaged.length === mostDamaged) return { rows, damaged, last }
    }
  }
}
