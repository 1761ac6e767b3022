import { addGrams, newGramSet, type GramSet } from './gram-set.ts'
import { collapsed, lowered, wantedOf, type WantedPhrase } from '../text/normalise.ts'
import { wholeCharacters } from '../text/whole-characters.ts'
import { breakGrams, endGrams, grams as read, maxUnits, newGramReader, readGrams, type GramReader } from './gram-reader.ts'

/** Traces of the reasoning by which it is recognised in the answer: hashes and the beginning of each block, never all of it. */
export interface ReasoningMemory {
  /** The first characters of each sufficiently long block. */
  readonly prefixes: WantedPhrase[]
  /** Runs of words. */
  readonly grams: GramSet
  readonly reader: GramReader
  /** Text that was not examined yet. */
  batch: string
  /** Beginning of the block. Undefined once it is long enough. */
  begin: string | undefined
}

/** Number of characters that are recognised as the beginning of a block, ignoring whitespace and case. */
export const prefixLength = 24
const batchUnits = 256
/** Number of units per step when reading a beginning. */
const beginUnits = 32
/** Limit of blocks whose beginning is kept. */
const maxPrefixes = 32
/** Limit of kept runs: the first 65,536 words of the reasoning, at most a megabyte. */
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

/** Examines collected text, which counts from now on. Short pieces are examined together. */
export function lookAtReasoning(memory: ReasoningMemory): void {
  const { batch: text, grams, reader, begin } = memory
  if (text === '') return
  memory.batch = ''
  for (let from = 0; from < text.length && grams.size < maxGrams; from += maxUnits) {
    addGrams(grams, read, readGrams(reader, text, from, Math.min(text.length, from + maxUnits)))
  }
  if (begin !== undefined) readBegin(memory, begin, text)
}

/** Reads the beginning of a block. Needs little of a long text, unless the text begins with much whitespace. */
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

/** Ends a block. */
export function endReasoning(memory: ReasoningMemory): void {
  lookAtReasoning(memory)
  addGrams(memory.grams, read, endGrams(memory.reader))
  breakGrams(memory.reader)
  memory.begin = ''
}
