import { createGramSet, type GramSet } from './gram-set.ts'
import { collapsed, lowered, wantedOf, type Wanted } from './normalise.ts'
import { wholeCharacters } from './whole-characters.ts'
import { breakGrams, createGramReader, endGrams, grams as read, maxUnits, readGrams } from './words.ts'

/** What is kept of the reasoning to recognise it in the answer: hashes and the beginning of each block, never all of it. */
export interface ReasoningMemory {
  /** The first characters of each block that has that many. */
  readonly prefixes: readonly Wanted[]
  /** Runs of words. */
  readonly grams: GramSet
  push(text: string): void
  /** What was pushed counts from now on. Short pieces are looked at together. */
  look(): void
  /** A block is over. */
  end(): void
  /** All is forgotten. */
  clear(): void
}

/** Characters of a block, whitespace and case aside, that are recognised as its beginning. */
export const prefixLength = 24
const batchUnits = 256
/** What is looked at for a beginning at a time. */
const beginUnits = 32
/** Most blocks whose beginning is kept. */
const maxPrefixes = 32
/** Most runs that are kept: the first 65,536 words of the reasoning, at most a megabyte. */
const maxGrams = 65_536

export function createReasoningMemory(): ReasoningMemory {
  const prefixes: Wanted[] = []
  const grams = createGramSet(maxGrams)
  const reader = createGramReader()
  let batch = ''
  /** Beginning of the block; undefined when it is long enough. */
  let begin: string | undefined = ''

  return { prefixes, grams, push, look, end, clear }

  function push(text: string): void {
    batch = batch === '' ? text : batch + text
    if (batch.length >= batchUnits) look()
  }

  function look(): void {
    const text = batch
    if (text === '') return
    batch = ''
    for (let from = 0; from < text.length && grams.size() < maxGrams; from += maxUnits) {
      grams.add(read, readGrams(reader, text, from, Math.min(text.length, from + maxUnits)))
    }
    if (begin !== undefined) readBegin(text)
  }

  /** Little of a long text is needed, unless it begins with much whitespace. */
  function readBegin(text: string): void {
    let plain = begin!
    for (let from = 0; from < text.length && plain.length < prefixLength;) {
      const to = Math.min(text.length, from + wholeCharacters(text.slice(from, from + beginUnits), beginUnits))
      plain = collapsed(plain + lowered(text.slice(from, to))).trimStart()
      from = to
    }
    begin = plain.length < prefixLength ? plain : undefined
    if (begin !== undefined || prefixes.length >= maxPrefixes) return
    const prefix = plain.slice(0, wholeCharacters(plain, prefixLength))
    if (!prefixes.some(({ text: known }) => known === prefix)) prefixes.push(wantedOf(prefix))
  }

  function end(): void {
    look()
    grams.add(read, endGrams(reader))
    breakGrams(reader)
    begin = ''
  }

  function clear(): void {
    end()
    prefixes.length = 0
    grams.clear()
  }
}
