/** Things that come and go with requests. */
export interface Bag<T> {
  /** @returns Takes it out again. To be called once. */
  add(one: T): () => void
  /** Those that are in it now. */
  all(): T[]
  size(): number
}

/**
 * An array whose last element fills the gap of one that goes. A `Set` would grow and shrink with every request, and its
 * old tables, each of which knows the next one, keep every finished request from the young generation's collector: that
 * doubled the cost of a whole answer, and the memory.
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
