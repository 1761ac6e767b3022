/**
 * Reads runs of words out of text that may be cut anywhere, as numbers. Words are letters and digits, case aside, everything else stands
 * between them. A sign of a script that writes no spaces is a word of its own.
 */
export interface GramReader {
  /**
   * For each word that ended, the run that ends with it, 30 bits, or -1 while there are too few. Valid until a reader reads again: all
   * share one list.
   */
  readonly grams: Int32Array
  /** Reads at most `maxUnits` units. @returns How many words ended, and so how many `grams` there are. */
  read(text: string, from: number, to: number): number
  /** The text is over, and with it the word. @returns How many words ended. */
  end(): number
  /** No run goes on behind this place. */
  reset(): void
}

/** Most units of one `read`. */
export const maxUnits = 4096

/** The hash of no letters. */
const noWord = 0x811c9dc5 | 0
const prime = 0x01000193
const base = 0x9e3779b1 | 0

/** Most words of a run. */
const maxSize = 8
/** Those before the text, and of it: one before the first unit, each unit one, and one that is not kept. */
const words = new Int32Array(maxSize + maxUnits + 2)
const grams = new Int32Array(maxUnits + 1)

/** Below it a table knows each unit. */
const plainEnd = 0x590
/** Of a unit that is a word of its own; 0: it stands between words; others: the unit, in lower case. */
const single = 1
const plainUnits = Uint16Array.from({ length: plainEnd }, (_, unit) => {
  const lower = String.fromCharCode(unit).toLowerCase()
  // The last sigma of a word is written in another way, which depends on what follows.
  const sign = lower === 'ς' ? 'σ' : lower
  return /^[\p{L}\p{N}\p{M}]$/u.test(sign) ? sign.charCodeAt(0) : 0
})

/** @param size - Words of a run, at most 8. */
export function createGramReader(size: number): GramReader {
  /** The last words, the oldest first. */
  const last = new Int32Array(size)
  let power = 1
  for (let index = 1; index < size; index++) power = Math.imul(power, base)
  let sum = 0
  let missing = size - 1
  /** Of the word so far; `noWord` between words. */
  let open = noWord

  return { grams, read, end, reset }

  function read(text: string, from: number, to: number): number {
    const count = readWords(text, from, to, open, size)
    open = words[size + count]!
    return toGrams(count)
  }

  function end(): number {
    if (open === noWord) return 0
    words[size] = open
    open = noWord
    return toGrams(1)
  }

  function toGrams(count: number): number {
    if (count === 0) return 0
    for (let index = 0; index < size; index++) words[index] = last[index]!
    sum = sumRuns(sum, count, size, power)
    for (let index = 0; index < size; index++) last[index] = words[count + index]!
    for (let index = 0; missing > 0 && index < count; index++, missing--) grams[index] = -1
    return count
  }

  function reset(): void {
    last.fill(0)
    sum = 0
    missing = size - 1
  }
}

// Loops that see every unit and every word of all answers and their reasoning: in functions that are there once, and so are compiled
// for the very lists that they use.

/**
 * Writes the words that end from `at` on, and behind them the one that is open.
 * @returns How many ended.
 */
function readWords(text: string, from: number, to: number, open: number, at: number): number {
  // "| 0": what comes from a variable outside could be any number, and all of the loop would be reckoned in floating point.
  let word = open | 0
  let next = at
  for (let index = from; index < to; index++) {
    const unit = text.charCodeAt(index)
    const sign = unit < plainEnd ? plainUnits[unit]! : otherUnit(unit)
    if (sign === single) {
      if (word !== noWord) words[next++] = word
      words[next++] = Math.imul(noWord ^ unit, prime)
      word = noWord
      continue
    }
    // Without a branch, as nobody can foretell where a word ends: written each time, and kept where one does.
    words[next] = word
    const isBetween = (sign - 1) >> 31
    const letters = word ^ noWord
    next += isBetween & ((letters | -letters) >>> 31)
    word = (Math.imul(word ^ sign, prime) & ~isBetween) | (noWord & isBetween)
  }
  words[next] = word
  return next - at
}

/** Each word enters the run, and the one that is `size` before it leaves. @returns The sum of the last run. */
function sumRuns(before: number, count: number, size: number, power: number): number {
  let sum = before | 0
  for (let index = 0; index < count; index++) {
    sum = (Math.imul((sum - Math.imul(words[index]!, power)) | 0, base) + words[index + size]!) | 0
    // Mixed, as the lower bits are what a table looks at.
    grams[index] = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d) >>> 2
  }
  return sum
}

/** Whole ranges: a regular expression for each unit would cost more than all the rest. */
function otherUnit(unit: number): number {
  if (unit >= 0x2000 && unit <= 0x206f) return 0
  if (unit >= 0x3000 && unit <= 0x303f) return 0
  if ((unit >= 0x3040 && unit <= 0x30ff) || (unit >= 0x3400 && unit <= 0x9fff)) return single
  if (unit >= 0xff00 && unit <= 0xff0f) return 0
  return unit
}
