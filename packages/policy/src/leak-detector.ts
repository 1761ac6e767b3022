import { createDelimiters } from '@reason/core'
import { createCodeTracker } from './code-tracker.ts'
import { commonDelimiters, delimiterOf, type StructuralDelimiter } from './delimiters.ts'
import type { LeakReason } from './ledger.ts'
import { createNormaliser } from './normalise.ts'
import { createReasoningMemory, gramWords, prefixLength, type ReasoningMemory } from './reasoning-memory.ts'
import { createGramWindow, createWordReader } from './words.ts'

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
  /** The answer is over. */
  end(): readonly LeakFinding[]
  /** Share of the answer's 8-word runs so far that also stand in the reasoning, 0 to 1. */
  score(): number
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
  const window = createGramWindow(gramWords)
  let grams = 0
  let common = 0
  const words = createWordReader((word) => {
    const gram = window.push(word)
    if (gram < 0) return
    grams++
    if (memory.grams.has(gram)) common++
  })
  /** Text that was not looked at yet. */
  let batch = ''
  let code = createCodeTracker()
  /** May become a delimiter. */
  let tail = ''
  /** Channels whose markup stands in this line, and whether that was said. */
  let channels = new Set<string>()
  let mixed = false
  let normalise = createNormaliser()
  let recent = ''
  const repeated = new Set<string>()
  let findings: LeakFinding[] | undefined = undefined as LeakFinding[] | undefined

  return {
    memory,
    answer(text) {
      batch = batch === '' ? text : batch + text
      if (batch.length < batchUnits) return nothing
      findings = undefined
      look()
      return findings ?? nothing
    },
    endBlock() {
      findings = undefined
      look()
      words.end()
      window.reset()
      residue('', true)
      code = createCodeTracker()
      channels.clear()
      mixed = false
      normalise = createNormaliser()
      recent = ''
      return findings ?? nothing
    },
    end() {
      findings = undefined
      look()
      words.end()
      if (grams >= minGrams && score() >= threshold) find({ reason: 'ngram_overlap' })
      return findings ?? nothing
    },
    score,
  }

  function score(): number {
    return grams === 0 ? 0 : common / grams
  }

  function look(): void {
    const text = batch
    if (text === '') return
    batch = ''
    if (list.length > 0) residue(text, false)
    if (memory.prefixes.length > 0) prefixes(text)
    if (memory.grams.size > 0) words.push(text)
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
      if (!code.isCode()) report(list[index]!)
      plain(text, at, end)
      from = end
    }
  }

  function plain(text: string, from: number, to: number): void {
    if (from === to) return
    const piece = from === 0 && to === text.length ? text : text.slice(from, to)
    code.seeAll(piece)
    if (channels.size > 0 && piece.includes('\n')) {
      channels = new Set()
      mixed = false
    }
  }

  function report({ text, channel }: StructuralDelimiter): void {
    find({ reason: 'analysis_in_final', excerpt: text.slice(0, 64) })
    if (channel === undefined) return
    channels.add(channel)
    if (channels.size < 2 || mixed) return
    mixed = true
    find({ reason: 'mixed_channel_fragment', excerpt: text.slice(0, 64) })
  }

  function prefixes(text: string): void {
    const all = recent + normalise(text)
    for (const prefix of memory.prefixes) {
      if (repeated.has(prefix) || !all.includes(prefix)) continue
      repeated.add(prefix)
      find({ reason: 'prefix_reappeared' })
    }
    recent = all.slice(-prefixLength + 1)
  }
}
