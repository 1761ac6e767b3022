/**
 * A set of numbers of 30 bits that never grows beyond a bound: what comes after that is not taken up. Functions over a record, and no
 * closures: each answer has one, and hardly asks it anything.
 */
export interface GramSet {
  readonly maxSize: number
  /** Pairs of a number and the round in which it was added: what is of an earlier round is free. At most half full. */
  table: Int32Array<ArrayBuffer>
  /** Of the slots in use: a table that was large once is not spread over for little. */
  mask: number
  round: number
  size: number
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

export const newGramSet = (maxSize: number): GramSet => ({ maxSize, table: none, mask: -1, round: nextRound(), size: 0 })

/** Takes up the first `count` of a list, but for negative ones. */
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

/** The same, and what it takes room in goes to the next set. */
export function closeGrams(set: GramSet): void {
  clearGrams(set)
  const { table } = set
  if (table.length > 0 && table.length <= longestSpare && spare.length < mostSpare) spare.push(table)
  set.table = none
}

/** Where a number is, or where it would be. */
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

/** Room for so many, so that a whole text is taken up without growing on the way. */
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
  // They began anew: what is in the table may be of any of them.
  if (next <= set.round) set.table.fill(0)
  set.round = next
}
