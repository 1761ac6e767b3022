/** A set of numbers of 30 bits that never grows beyond a bound: what comes after that is not taken up. */
export interface GramSet {
  size(): number
  /** Takes up the first `count` of a list, but for negative ones. */
  add(grams: Int32Array, count: number): void
  has(gram: number): boolean
  clear(): void
}

const smallest = 256
const none = new Int32Array(0)

export function createGramSet(maxSize: number): GramSet {
  /** Pairs of a number and the round in which it was added: what is of an earlier round is free. At most half full. */
  let table = none
  /** Of the slots in use: a table that was large once is not spread over for little. */
  let mask = -1
  let round = 1
  let size = 0

  return {
    size: () => size,
    add(grams, count) {
      reserve(Math.min(maxSize, size + count))
      for (let index = 0; index < count && size < maxSize; index++) {
        const gram = grams[index]!
        if (gram >= 0 && insert(gram)) size++
      }
    },
    has: (gram) => size > 0 && table[slotOf(gram) + 1] === round,
    clear() {
      size = 0
      mask = -1
      nextRound()
    },
  }

  /** Where a number is, or where it would be. */
  function slotOf(gram: number): number {
    let slot = (gram & mask) << 1
    while (table[slot + 1] === round && table[slot] !== gram) slot = (slot + 2) & ((mask << 1) | 1)
    return slot
  }

  function insert(gram: number): boolean {
    const slot = slotOf(gram)
    if (table[slot + 1] === round) return false
    table[slot] = gram
    table[slot + 1] = round
    return true
  }

  /** Room for so many, so that a whole text is taken up without growing on the way. */
  function reserve(most: number): void {
    if (most * 2 <= mask) return
    let slots = Math.max(smallest, mask + 1)
    while (slots <= most * 2) slots *= slots < 8192 ? 4 : 2
    const old = size === 0 ? none : table.slice(0, (mask + 1) * 2)
    if (table.length < slots * 2) table = new Int32Array(slots * 2)
    mask = slots - 1
    const before = round
    nextRound()
    for (let slot = 0; slot < old.length; slot += 2) if (old[slot + 1] === before) insert(old[slot]!)
  }

  function nextRound(): void {
    if (++round < 0x7fffffff) return
    table.fill(0)
    round = 1
  }
}
