/**
 * A set of 30-bit numbers with a maximum size, beyond which additions are ignored. Functions over a record instead of closures, because each answer has
 * a set and hardly queries it.
 */
export interface GramSet {
  readonly maxSize: number
  /** Pairs of a number and the round of its addition. Entries of an earlier round are free. At most half full. */
  table: Int32Array<ArrayBuffer>
  /** Bit mask of the slots in use, so that a small set does not spread over a large table. */
  mask: number
  round: number
  size: number
}

const smallest = 256
const none = new Int32Array(0)

/** Tables of closed sets. Allocating and freeing a table costs more than all that a short answer does with it. */
const spare: Int32Array<ArrayBuffer>[] = []
const mostSpare = 32
const longestSpare = 8192

/** Shared by all sets, so that entries of another set in a reused table are of an earlier round. */
let rounds = 0

function nextRound(): number {
  if (rounds === 0x7ffffffe) {
    rounds = 0
    spare.length = 0
  }
  return ++rounds
}

export const newGramSet = (maxSize: number): GramSet => ({ maxSize, table: none, mask: -1, round: nextRound(), size: 0 })

/** Adds the first `count` numbers of a list, except negative ones. */
export function addGrams(set: GramSet, grams: Int32Array, count: number): void {
  const { maxSize } = set
  reserve(set, Math.min(maxSize, set.size + count))
  for (let index = 0; index < count && set.size < maxSize; index++) {
    const gram = grams[index]!
    if (gram >= 0 && insert(set, gram)) set.size++
  }
}

export const hasGram = (set: GramSet, gram: number): boolean => set.size > 0 && set.table[slotOf(set, gram) + 1] === set.round

export function clearGrams(set: GramSet): void {
  set.size = 0
  set.mask = -1
  begin(set)
}

/** Clears the set, and passes its table on to the next set. */
export function closeGrams(set: GramSet): void {
  clearGrams(set)
  const { table } = set
  if (table.length > 0 && table.length <= longestSpare && spare.length < mostSpare) spare.push(table)
  set.table = none
}

/** Slot of a number, or the slot where it would be inserted. */
function slotOf({ table, mask, round }: GramSet, gram: number): number {
  let slot = (gram & mask) << 1
  while (table[slot + 1] === round && table[slot] !== gram) slot = (slot + 2) & ((mask << 1) | 1)
  return slot
}

function insert(set: GramSet, gram: number): boolean {
  const { table, round } = set
  const slot = slotOf(set, gram)
  if (table[slot + 1] === round) return false
  table[slot] = gram
  table[slot + 1] = round
  return true
}

/** Makes room for `most` numbers, so that adding a whole text does not grow the table repeatedly. */
function reserve(set: GramSet, most: number): void {
  if (most * 2 <= set.mask) return
  let slots = Math.max(smallest, set.mask + 1)
  while (slots <= most * 2) slots *= slots < 8192 ? 4 : 2
  const old = set.size === 0 ? none : set.table.slice(0, (set.mask + 1) * 2)
  if (set.table.length === 0) set.table = spare.pop() ?? none
  if (set.table.length < slots * 2) set.table = new Int32Array(slots * 2)
  set.mask = slots - 1
  const before = set.round
  begin(set)
  for (let slot = 0; slot < old.length; slot += 2) if (old[slot + 1] === before) insert(set, old[slot]!)
}

function begin(set: GramSet): void {
  const next = nextRound()
  // The rounds restarted, so entries of the table may have any round.
  if (next <= set.round) set.table.fill(0)
  set.round = next
}
