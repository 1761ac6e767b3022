/** A set of numbers of 30 bits that never grows beyond a bound: what comes after that is not taken up. */
export interface GramSet {
  size(): number
  /** Takes up the first `count` of a list, but for negative ones. */
  add(grams: Int32Array, count: number): void
  has(gram: number): boolean
  clear(): void
  /** The same, and what it takes room in goes to the next set. */
  close(): void
}

const smallest = 256
const none = new Int32Array(0)

/** Tables of sets that were closed. To get one from the system, and to give it back, costs more than all that a short answer does with it. */
const spare: Int32Array<ArrayBuffer>[] = []
const mostSpare = 32
const longestSpare = 8192

/** Of all sets: in a table of another one nothing is of this round. */
let rounds = 0

function nextRound(): number {
  if (rounds === 0x7ffffffe) {
    rounds = 0
    spare.length = 0
  }
  return ++rounds
}

export function createGramSet(maxSize: number): GramSet {
  /** Pairs of a number and the round in which it was added: what is of an earlier round is free. At most half full. */
  let table = none
  /** Of the slots in use: a table that was large once is not spread over for little. */
  let mask = -1
  let round = nextRound()
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
    clear,
    close() {
      clear()
      if (table.length > 0 && table.length <= longestSpare && spare.length < mostSpare) spare.push(table)
      table = none
    },
  }

  function clear(): void {
    size = 0
    mask = -1
    begin()
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
    if (table.length === 0) table = spare.pop() ?? none
    if (table.length < slots * 2) table = new Int32Array(slots * 2)
    mask = slots - 1
    const before = round
    begin()
    for (let slot = 0; slot < old.length; slot += 2) if (old[slot + 1] === before) insert(old[slot]!)
  }

  function begin(): void {
    const next = nextRound()
    // They began anew: what is in the table may be of any of them.
    if (next <= round) table.fill(0)
    round = next
  }
}
