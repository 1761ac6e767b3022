import { createGramSet, createGramWindow, createWordReader, type GramSet } from './words.ts'
import { createNormaliser } from './normalise.ts'

/** What is kept of the reasoning to recognise it in the answer: hashes and the beginning of each block, never all of it. */
export interface ReasoningMemory {
  /** The first characters of each block that has that many, normalised. */
  readonly prefixes: readonly string[]
  /** Runs of words. */
  readonly grams: GramSet
  push(text: string): void
  /** What was pushed counts from now on. Short pieces are looked at together. */
  look(): void
  /** A block is over. */
  end(): void
}

/** Characters of a block, whitespace and case aside, that are recognised as its beginning. */
export const prefixLength = 24
/** Words of a run. */
export const gramWords = 8
const batchUnits = 256
/** Most blocks whose beginning is kept. */
const maxPrefixes = 32
/** Most runs that are kept: the first 65,536 words of the reasoning, at most a megabyte. */
const maxGrams = 65_536

export function createReasoningMemory(): ReasoningMemory {
  const prefixes: string[] = []
  const grams = createGramSet(maxGrams)
  const window = createGramWindow(gramWords)
  const words = createWordReader((word) => {
    const gram = window.push(word)
    if (gram >= 0) grams.add(gram)
  })
  let normalise = createNormaliser()
  let batch = ''
  /** Beginning of the block; undefined when it is long enough. */
  let begin: string | undefined = ''

  return {
    prefixes,
    grams,
    push(text) {
      batch = batch === '' ? text : batch + text
      if (batch.length >= batchUnits) look()
    },
    look,
    end() {
      look()
      words.end()
      window.reset()
      normalise = createNormaliser()
      begin = ''
    },
  }

  function look(): void {
    const text = batch
    if (text === '') return
    batch = ''
    if (grams.size < maxGrams) words.push(text)
    if (begin === undefined) return
    // Little of a long text is needed, unless it begins with much whitespace.
    for (let from = 0; from < text.length && begin.length < prefixLength; from += 64) {
      begin = (begin + normalise(text.slice(from, from + 64))).trimStart()
    }
    if (begin.length < prefixLength) return
    const prefix = begin.slice(0, prefixLength)
    begin = undefined
    if (prefixes.length < maxPrefixes && !prefixes.includes(prefix)) prefixes.push(prefix)
  }
}
