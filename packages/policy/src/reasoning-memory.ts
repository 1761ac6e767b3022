import { addGrams, newGramSet, type GramSet } from './gram-set.ts'
import { collapsed, lowered, wantedOf, type Wanted } from './normalise.ts'
import { wholeCharacters } from './whole-characters.ts'
import { breakGrams, endGrams, grams as read, maxUnits, newGramReader, readGrams, type GramReader } from './words.ts'

/** What is kept of the reasoning to recognise it in the answer: hashes and the beginning of each block, never all of it. */
export interface ReasoningMemory {
  /** The first characters of each block that has that many. */
  readonly prefixes: Wanted[]
  /** Runs of words. */
  readonly grams: GramSet
  readonly reader: GramReader
  /** What was not looked at yet. */
  batch: string
  /** Beginning of the block; undefined when it is long enough. */
  begin: string | undefined
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

export const newReasoningMemory = (): ReasoningMemory => ({
  prefixes: [],
  grams: newGramSet(maxGrams),
  reader: newGramReader(),
  batch: '',
  begin: '',
})

export function readReasoning(memory: ReasoningMemory, text: string): void {
  memory.batch = memory.batch === '' ? text : memory.batch + text
  if (memory.batch.length >= batchUnits) lookAtReasoning(memory)
}

/** What was pushed counts from now on. Short pieces are looked at together. */
export function lookAtReasoning(memory: ReasoningMemory): void {
  const { batch: text, grams, reader, begin } = memory
  if (text === '') return
  memory.batch = ''
  for (let from = 0; from < text.length && grams.size < maxGrams; from += maxUnits) {
    addGrams(grams, read, readGrams(reader, text, from, Math.min(text.length, from + maxUnits)))
  }
  if (begin !== undefined) readBegin(memory, begin, text)
}

/** Little of a long text is needed, unless it begins with much whitespace. */
function readBegin(memory: ReasoningMemory, begin: string, text: string): void {
  let plain = begin
  for (let from = 0; from < text.length && plain.length < prefixLength;) {
    const to = Math.min(text.length, from + wholeCharacters(text.slice(from, from + beginUnits), beginUnits))
    plain = collapsed(plain + lowered(text.slice(from, to))).trimStart()
    from = to
  }
  memory.begin = plain.length < prefixLength ? plain : undefined
  if (memory.begin !== undefined || memory.prefixes.length >= maxPrefixes) return
  const prefix = plain.slice(0, wholeCharacters(plain, prefixLength))
  if (!memory.prefixes.some(({ text: known }) => known === prefix)) memory.prefixes.push(wantedOf(prefix))
}

/** A block is over. */
export function endReasoning(memory: ReasoningMemory): void {
  lookAtReasoning(memory)
  addGrams(memory.grams, read, endGrams(memory.reader))
  breakGrams(memory.reader)
  memory.begin = ''
}
