/** A collection of things that live as long as a request. */
export interface Bag<T> {
  /** @returns Removes the entry. Call it once. */
  add(one: T): () => void
  /** The current entries. */
  all(): T[]
  size(): number
}

/**
 * An array whose last element fills the gap of a removed one. A `Set` would grow and shrink with every request. Its old tables, each of
 * which references the next one, would keep every finished request from the young generation's collector. That doubled the cost of a whole
 * answer, and the memory.
 */
export function createBag<T>(): Bag<T> {
  const entries: { one: T; place: number }[] = []

  return { add, all: () => entries.map(({ one }) => one), size: () => entries.length }

  function add(one: T): () => void {
    const entry = { one, place: entries.length }
    entries.push(entry)
    return () => {
      const last = entries.pop()!
      if (last === entry) return
      entries[entry.place] = last
      last.place = entry.place
    }
  }
}
