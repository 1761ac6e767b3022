import { isLoose, type Loose } from '../values/loose.ts'

/**
 * Creates a search for the first record whose field has a value, as `find` does it. It keeps an index for each long list, because a message may have
 * thousands of calls, each with a record.
 *
 * @returns Undefined if no object in the list has the value, or the value is no list. The list must not change later.
 */
export function createRecordFinder(field: string): (records: unknown, value: unknown) => Loose | undefined {
  const indexes = new WeakMap<readonly unknown[], ReadonlyMap<unknown, Loose>>()
  return (records, value) => {
    if (!Array.isArray(records)) return undefined
    if (records.length <= mostSearched) return records.find((one): one is Loose => isLoose(one) && one[field] === value)
    let index = indexes.get(records)
    if (index === undefined) indexes.set(records, (index = indexOf(records)))
    return index.get(value)
  }

  function indexOf(records: readonly unknown[]): ReadonlyMap<unknown, Loose> {
    const index = new Map<unknown, Loose>()
    for (const one of records) if (isLoose(one) && !index.has(one[field])) index.set(one[field], one)
    return index
  }
}

/** Maximum length of a list for a linear search. An index is not faster for so few. */
const mostSearched = 16
