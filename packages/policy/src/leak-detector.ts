import { createDelimiters } from '@reason/core'
import { createCodeTracker, type CodeTracker } from './code-tracker.ts'
import { commonDelimiters, delimiterOf, type StructuralDelimiter } from './delimiters.ts'
import type { LeakReason } from './ledger.ts'
import { collapsed, holds, lowered } from './normalise.ts'
import { createReasoningMemory, prefixLength, type ReasoningMemory } from './reasoning-memory.ts'
import { breakGrams, createGramReader, endGrams, grams as read, maxUnits, readGrams } from './words.ts'

/** What was found in the answer. `excerpt` is a delimiter, never reasoning. */
export interface LeakFinding {
  reason: Extract<LeakReason, 'analysis_in_final' | 'mixed_channel_fragment' | 'prefix_reappeared' | 'ngram_overlap'>
  excerpt?: string
}

export interface LeakDetectorOptions {
  /** Exact spellings; a string is one of reasoning. Default: `commonDelimiters`. */
  delimiters?: readonly (string | StructuralDelimiter)[]
  /** Share of the answer's 8-word runs from which on it is a leak, 0 to 1. Default 0.35. */
  threshold?: number
  /** Fewest 8-word runs of an answer that is judged by their share. Default 16. */
  minGrams?: number
}

/** Compares the answer with the reasoning before it, both in pieces. Linear; its memory is bounded (`ReasoningMemory`). */
export interface LeakDetector {
  readonly memory: ReasoningMemory
  /** @returns What was found; mostly nothing. Short pieces are looked at together, at most `batchUnits` later. */
  answer(text: string): readonly LeakFinding[]
  /** A block of the answer is over. */
  endBlock(): readonly LeakFinding[]
  /** The answer is over, or as much of it as is judged. */
  end(): readonly LeakFinding[]
  /** Share of the answer's 8-word runs so far that also stand in the reasoning, 0 to 1. */
  score(): number
  /** All is forgotten: another answer comes, and reasoning before it. */
  clear(): void
  /** Nothing comes any more. */
  close(): void
}

export const defaultThreshold = 0.35
export const defaultMinGrams = 16

/** A look costs about as much for this many characters as for four. */
const batchUnits = 256

const nothing: readonly LeakFinding[] = Object.freeze([])

function compile(delimiters: readonly (string | StructuralDelimiter)[]) {
  const list = delimiters.map(delimiterOf)
  return { list, literals: createDelimiters(list.map(({ text }) => text)) }
}

/** Made once, as a message may be shorter than the list. */
let compiled: ReturnType<typeof compile> | undefined

export function createLeakDetector(options: LeakDetectorOptions = {}): LeakDetector {
  const { delimiters = commonDelimiters, threshold = defaultThreshold, minGrams = defaultMinGrams } = options
  const { list, literals } = delimiters === commonDelimiters ? (compiled ??= compile(commonDelimiters)) : compile(delimiters)
  const memory = createReasoningMemory()
  const reader = createGramReader()
  let grams = 0
  let common = 0
  /** That was said. */
  let overlapped = false
  /** Text that was not looked at yet. */
  let batch = ''
  /** Made where a delimiter stands: hardly any answer has one. */
  let code: CodeTracker | undefined
  /** What the tracker has not seen yet: it is asked only where a delimiter stands. */
  let unseen = ''
  /** May become a delimiter. */
  let tail = ''
  /** Channels whose markup stands in this line, and whether that was said. */
  let channels: Set<string> | undefined
  let mixed = false
  /** The text before, in small letters: the beginning of a block may go on from it. */
  let before = ''
  let repeated: Set<string> | undefined
  let findings: LeakFinding[] | undefined = undefined as LeakFinding[] | undefined

  return { memory, answer, endBlock, end, score, clear, close: () => memory.grams.close() }

  function answer(text: string): readonly LeakFinding[] {
    batch = batch === '' ? text : batch + text
    if (batch.length < batchUnits) return nothing
    findings = undefined
    look()
    return findings ?? nothing
  }

  function endBlock(): readonly LeakFinding[] {
    findings = undefined
    look()
    count(endGrams(reader))
    breakGrams(reader)
    before = ''
    if (list.length === 0) return findings ?? nothing
    residue('', true)
    code = undefined
    unseen = ''
    channels = undefined
    mixed = false
    return findings ?? nothing
  }

  function end(): readonly LeakFinding[] {
    findings = undefined
    look()
    count(endGrams(reader))
    if (!overlapped && grams >= minGrams && score() >= threshold) {
      overlapped = true
      find({ reason: 'ngram_overlap' })
    }
    return findings ?? nothing
  }

  function score(): number {
    return grams === 0 ? 0 : common / grams
  }

  function clear(): void {
    endBlock()
    memory.clear()
    grams = 0
    common = 0
    overlapped = false
    repeated = undefined
    findings = undefined
  }

  function look(): void {
    const text = batch
    if (text === '') return
    batch = ''
    if (list.length > 0) residue(text, false)
    if (memory.prefixes.length > 0) prefixes(text)
    if (memory.grams.size() === 0) return
    for (let from = 0; from < text.length; from += maxUnits) count(readGrams(reader, text, from, Math.min(text.length, from + maxUnits)))
  }

  function count(words: number): void {
    for (let index = 0; index < words; index++) {
      const gram = read[index]!
      if (gram < 0) continue
      grams++
      if (memory.grams.has(gram)) common++
    }
  }

  function find(finding: LeakFinding): void {
    if (findings === undefined) findings = [finding]
    else findings.push(finding)
  }

  function residue(piece: string, final: boolean): void {
    const text = tail === '' ? piece : tail + piece
    let from = 0
    for (;;) {
      const { found, at, end, index } = literals.search(text, from, final)
      plain(text, from, at)
      if (!found) {
        tail = at === text.length ? '' : text.slice(at)
        return
      }
      if (!isCode()) report(list[index]!)
      plain(text, at, end)
      from = end
    }
  }

  function plain(text: string, from: number, to: number): void {
    if (from === to) return
    const piece = from === 0 && to === text.length ? text : text.slice(from, to)
    if (unseen !== '') see(unseen)
    unseen = piece
    if (channels !== undefined && piece.includes('\n')) {
      channels = undefined
      mixed = false
    }
  }

  function see(text: string): CodeTracker {
    code ??= createCodeTracker()
    code.seeAll(text)
    return code
  }

  function isCode(): boolean {
    const text = unseen
    unseen = ''
    return see(text).isCode()
  }

  function report({ text, channel }: StructuralDelimiter): void {
    find({ reason: 'analysis_in_final', excerpt: text.slice(0, 64) })
    if (channel === undefined) return
    channels ??= new Set()
    channels.add(channel)
    if (channels.size < 2 || mixed) return
    mixed = true
    find({ reason: 'mixed_channel_fragment', excerpt: text.slice(0, 64) })
  }

  function prefixes(text: string): void {
    const all = before === '' ? lowered(text) : endOf(before) + lowered(text)
    before = all
    for (const prefix of memory.prefixes) {
      if (repeated?.has(prefix.text) === true || !holds(all, prefix)) continue
      repeated ??= new Set()
      repeated.add(prefix.text)
      find({ reason: 'prefix_reappeared' })
    }
  }
}

/** As much of a text as may be the first part of a beginning. Mostly a few units are enough; much whitespace among them is little text. */
function endOf(text: string): string {
  const last = collapsed(text.slice(-2 * prefixLength))
  return (last.length < prefixLength ? collapsed(text) : last).slice(1 - prefixLength)
}
