/**
 * Hashes runs of words in text that may be cut anywhere. Words are letters and digits, ignoring case. All other characters separate them. A character of
 * a script without spaces is a word.
 *
 * Functions over a record instead of closures, because they process every unit of all answers and reasoning. A function that exists once is compiled for
 * exactly the lists that it uses.
 */
export interface GramReader {
  /** The last words, the oldest first. */
  readonly last: number[]
  /** Hash of the last run. */
  sum: number
  /** Words that the first run still needs, less one. */
  missing: number
  /** Hash of the word so far. `noWord` between words. */
  open: number
}

/** Words per run. */
const gramWords = 8

/** Limit of units per call. */
export const maxUnits = 4096

/** Result of the last read by any reader, by ended word: a 30-bit hash of the run that the word ends, or -1 if fewer words precede it. */
export const grams = new Int32Array(maxUnits + 1)

/** Words before the text and in it: one before the first unit, one per unit, and the open one. */
const words = new Int32Array(gramWords + maxUnits + 2)

/** Hash of an empty word. */
const noWord = 0x811c9dc5 | 0
const prime = 0x01000193
const base = 0x9e3779b1 | 0
/** Factor of the oldest word in the hash of a run. */
const power = Array.from({ length: gramWords - 1 }).reduce<number>((product) => Math.imul(product, base), 1)

/** Units below this one are in a table. */
const plainEnd = 0x590
/** Table value of a unit that is a word by itself. 0: a separator. Other values: the unit in lower case. */
const single = 1
const plainUnits = Uint16Array.from({ length: plainEnd }, (_, unit) => {
  const lower = String.fromCharCode(unit).toLowerCase()
  // The final sigma of a word depends on the following text, so it is normalised.
  const sign = lower === 'ς' ? 'σ' : lower
  return /^[\p{L}\p{N}\p{M}]$/u.test(sign) ? sign.charCodeAt(0) : 0
})

export const newGramReader = (): GramReader => ({ last: [0, 0, 0, 0, 0, 0, 0, 0], sum: 0, missing: gramWords - 1, open: noWord })

/** @returns Number of ended words, and so of valid `grams`. */
export function readGrams(reader: GramReader, text: string, from: number, to: number): number {
  // `| 0` marks an integer. Without it, the engine would compute the whole loop in floating point.
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
    // Branch-free, because a CPU cannot predict where words end: the word is written each time, and `next` advances only at an end.
    words[next] = word
    const isBetween = (sign - 1) >> 31
    const letters = word ^ noWord
    next += isBetween & ((letters | -letters) >>> 31)
    word = (Math.imul(word ^ sign, prime) & ~isBetween) | (noWord & isBetween)
  }
  reader.open = word
  return toGrams(reader, next - gramWords)
}

/** Ends the text, and its last word. @returns Number of ended words. */
export function endGrams(reader: GramReader): number {
  if (reader.open === noWord) return 0
  words[gramWords] = reader.open
  reader.open = noWord
  return toGrams(reader, 1)
}

/** Ends the run: later words begin a new one. */
export function breakGrams(reader: GramReader): void {
  for (let index = 0; index < gramWords; index++) reader.last[index] = 0
  reader.sum = 0
  reader.missing = gramWords - 1
}

/** Adds each word to the rolling hash, and removes the word that is `gramWords` before it. */
function toGrams(reader: GramReader, count: number): number {
  if (count === 0) return 0
  const { last } = reader
  for (let index = 0; index < gramWords; index++) words[index] = last[index]!
  let sum = reader.sum | 0
  for (let index = 0; index < count; index++) {
    sum = (Math.imul((sum - Math.imul(words[index]!, power)) | 0, base) + words[index + gramWords]!) | 0
    // Mixes the bits, because tables use the lower bits.
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

/** Tests whole ranges, because a regular expression per unit would cost more than everything else. */
function otherUnit(unit: number): number {
  if (unit >= 0x2000 && unit <= 0x206f) return 0
  if (unit >= 0x3000 && unit <= 0x303f) return 0
  if ((unit >= 0x3040 && unit <= 0x30ff) || (unit >= 0x3400 && unit <= 0x9fff)) return single
  if (unit >= 0xff00 && unit <= 0xff0f) return 0
  return unit
}
