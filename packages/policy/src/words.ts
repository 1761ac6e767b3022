/**
 * Reads words out of text that may be cut anywhere, as numbers: letters and digits, case aside, everything else between them. A sign of a
 * script that writes no spaces is a word of its own.
 */
export interface WordReader {
  push(text: string): void
  /** The text is over, and with it the word. */
  end(): void
}

const offset = 0x811c9dc5
const prime = 0x01000193

/** 0: stands between words. 1: a word of its own. Else the unit, in lower case. */
const plainUnits = Uint16Array.from({ length: 0x590 }, (_, unit) => {
  const lower = String.fromCharCode(unit).toLowerCase()
  // The last sigma of a word is written in another way, which depends on what follows.
  const sign = lower === 'ς' ? 'σ' : lower
  return /^[\p{L}\p{N}\p{M}]$/u.test(sign) ? sign.charCodeAt(0) : 0
})

export function createWordReader(onWord: (hash: number) => void): WordReader {
  let hash = offset
  let inWord = false

  return { push, end }

  function push(text: string): void {
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      const sign = unit < 0x590 ? plainUnits[unit]! : otherUnit(unit)
      if (sign > 1) {
        hash = Math.imul(hash ^ sign, prime)
        inWord = true
      } else {
        if (inWord) end()
        if (sign === 1) {
          hash = Math.imul(hash ^ unit, prime)
          inWord = true
          end()
        }
      }
    }
  }

  function end(): void {
    if (!inWord) return
    const word = hash
    hash = offset
    inWord = false
    onWord(word)
  }
}

/** Whole ranges: a regular expression for each unit would cost more than all the rest. */
function otherUnit(unit: number): number {
  if (unit >= 0x2000 && unit <= 0x206f) return 0
  if (unit >= 0x3000 && unit <= 0x303f) return 0
  if ((unit >= 0x3040 && unit <= 0x30ff) || (unit >= 0x3400 && unit <= 0x9fff)) return 1
  if (unit >= 0xff00 && unit <= 0xff0f) return 0
  return unit
}

/** The last words as one number, so that runs of words can be looked up. */
export interface GramWindow {
  /** @returns The run that ends with this word, 30 bits, or -1 while there are too few. */
  push(word: number): number
  reset(): void
}

const base = 0x9e3779b1 | 0

export function createGramWindow(size: number): GramWindow {
  const last = new Int32Array(size)
  let power = 1
  for (let index = 1; index < size; index++) power = Math.imul(power, base)
  let sum = 0
  let count = 0
  let at = 0

  return {
    push(word) {
      const oldest = last[at]!
      last[at] = word
      at = at + 1 === size ? 0 : at + 1
      sum = (Math.imul((sum - Math.imul(oldest, power)) | 0, base) + word) | 0
      if (count < size) count++
      if (count < size) return -1
      // Mixed, as the lower bits are what a table looks at.
      return Math.imul(sum ^ (sum >>> 15), 0x2c1b3c6d) >>> 2
    },
    reset() {
      last.fill(0)
      sum = 0
      count = 0
      at = 0
    },
  }
}

/** A set of numbers of 30 bits that never grows beyond a bound: what comes after that is not taken up. */
export interface GramSet {
  readonly size: number
  add(gram: number): void
  has(gram: number): boolean
}

export function createGramSet(maxSize: number): GramSet {
  /** Numbers plus one, 0 is free. At most half full. */
  let table = new Int32Array(0)
  let mask = 0
  let size = 0

  return {
    get size() {
      return size
    },
    add(gram) {
      if (size >= maxSize) return
      if (size * 2 >= table.length) grow()
      if (insert(gram)) size++
    },
    has(gram) {
      if (size === 0) return false
      for (let slot = gram & mask; table[slot] !== 0; slot = (slot + 1) & mask) if (table[slot] === gram + 1) return true
      return false
    },
  }

  function insert(gram: number): boolean {
    let slot = gram & mask
    for (; table[slot] !== 0; slot = (slot + 1) & mask) if (table[slot] === gram + 1) return false
    table[slot] = gram + 1
    return true
  }

  function grow(): void {
    const old = table
    table = new Int32Array(Math.max(256, old.length * (old.length < 8192 ? 4 : 2)))
    mask = table.length - 1
    for (const one of old) if (one !== 0) insert(one - 1)
  }
}
