/**
 * Reads runs of words out of text that may be cut anywhere, as numbers. Words are letters and digits, case aside, everything else stands
 * between them. A sign of a script that writes no spaces is a word of its own.
 *
 * Functions over a record, and no closures: they see every unit of all answers and of their reasoning, and a function that is there once
 * is compiled for the very lists that it uses.
 */
export interface GramReader {
  /** The last words, the oldest first. */
  readonly last: number[]
  /** Of the last run. */
  sum: number
  /** Words that the first run still wants, less one. */
  missing: number
  /** The word so far; `noWord` between words. */
  open: number
}

/** Words of a run. */
const gramWords = 8

/** Most units that are read at once. */
export const maxUnits = 4096

/**
 * Of what was read last, by whichever reader: for each word that ended, the run that ends with it, 30 bits, or -1 where there are too few
 * words before it.
 */
export const grams = new Int32Array(maxUnits + 1)

/** The words before the text, and of it: one before the first unit, each unit one, and the one that is open. */
const words = new Int32Array(gramWords + maxUnits + 2)

/** The hash of no letters. */
const noWord = 0x811c9dc5 | 0
const prime = 0x01000193
const base = 0x9e3779b1 | 0
/** By how much the oldest word of a run has been multiplied. */
const power = Array.from({ length: gramWords - 1 }).reduce<number>((product) => Math.imul(product, base), 1)

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

export const newGramReader = (): GramReader => ({ last: [0, 0, 0, 0, 0, 0, 0, 0], sum: 0, missing: gramWords - 1, open: noWord })

/** @returns How many words ended, and so how many `grams` there are. */
export function readGrams(reader: GramReader, text: string, from: number, to: number): number {
  // "| 0": what comes from outside could be any number, and all of the loop would be reckoned in floating point.
  let word = reader.open | 0
  let next = gramWords
  for (let index = from; index < to; index++) {
    const unit = text.charCodeAt(index)
    const sign = unit < plainEnd ? plainUnits[unit]! : otherUnit(unit)
    if (sign === single) {
      if (word !== noWord) words[next++] = word
      words[next++] = Math.imul(noWord ^ unit, prime)
      word = noWord
      continue
    }
    // Branch-free, as a CPU cannot predict where words end: the word is written each time, and `next` moves on only at an end.
    words[next] = word
    const isBetween = (sign - 1) >> 31
    const letters = word ^ noWord
    next += isBetween & ((letters | -letters) >>> 31)
    word = (Math.imul(word ^ sign, prime) & ~isBetween) | (noWord & isBetween)
  }
  reader.open = word
  return toGrams(reader, next - gramWords)
}

/** The text is over, and with it the word. @returns How many words ended. */
export function endGrams(reader: GramReader): number {
  if (reader.open === noWord) return 0
  words[gramWords] = reader.open
  reader.open = noWord
  return toGrams(reader, 1)
}

/** No run goes on behind this place. */
export function breakGrams(reader: GramReader): void {
  for (let index = 0; index < gramWords; index++) reader.last[index] = 0
  reader.sum = 0
  reader.missing = gramWords - 1
}

/** Each word enters the run, and the one that is `gramWords` before it leaves. */
function toGrams(reader: GramReader, count: number): number {
  if (count === 0) return 0
  const { last } = reader
  for (let index = 0; index < gramWords; index++) words[index] = last[index]!
  let sum = reader.sum | 0
  for (let index = 0; index < count; index++) {
    sum = (Math.imul((sum - Math.imul(words[index]!, power)) | 0, base) + words[index + gramWords]!) | 0
    // Mixed, as the lower bits are what a table looks at.
    grams[index] = Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d) >>> 2
  }
  reader.sum = sum
  for (let index = 0; index < gramWords; index++) last[index] = words[count + index]!
  if (reader.missing > 0) {
    const few = Math.min(reader.missing, count)
    for (let index = 0; index < few; index++) grams[index] = -1
    reader.missing -= few
  }
  return count
}

/** Whole ranges: a regular expression for each unit would cost more than all the rest. */
function otherUnit(unit: number): number {
  if (unit >= 0x2000 && unit <= 0x206f) return 0
  if (unit >= 0x3000 && unit <= 0x303f) return 0
  if ((unit >= 0x3040 && unit <= 0x30ff) || (unit >= 0x3400 && unit <= 0x9fff)) return single
  if (unit >= 0xff00 && unit <= 0xff0f) return 0
  return unit
}
