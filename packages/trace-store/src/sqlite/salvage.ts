/** A part of the file is damaged; others can be read all the same. */
export const isCorrupt = (error: unknown): boolean =>
  String((error as { code?: unknown }).code).startsWith('SQLITE_CORRUPT') || isDamagedJson(error)

/** A row can be read, and what stands in it is no JSON. */
export const isDamagedJson = (error: unknown): boolean => (error as { message?: unknown } | null)?.message === 'malformed JSON'

interface Salvage<R extends object> {
  /** Keys behind the last one that was seen, in the order of the page, from an index: they do not touch the rows. None: there are no more. */
  keys(after: number | undefined): Promise<readonly number[]>
  /** Undefined: the row does not fit, or is gone. */
  read(key: number): Promise<R | undefined>
  /** Most rows, and about the most characters of them. */
  limit: number
  maxChars: number
  charsOf(row: object): number
}

interface Salvaged<R> {
  rows: R[]
  /** Keys of rows that could not be read: nothing says whether they fit. */
  damaged: number[]
  /** The last key that was looked at. Absent: there are no more. */
  last?: number
}

/** A page ends behind so many: of a file that is damaged at its root every row is. */
const mostDamaged = 1_000

/** A page, read one row at a time where it cannot be read at once: what can be read is read, and what cannot is counted. */
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
