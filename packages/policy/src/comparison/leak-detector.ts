import type { AnswerResidue } from '../answer-residue.ts'
import { AnswerCode } from '../text/answer-code.ts'
import { commonDelimiters, readyDelimiters, type ReadyDelimiters, type StructuralDelimiter } from '../text/delimiters.ts'
import { closeGrams, hasGram } from './gram-set.ts'
import type { LeakReason } from '../ledger.ts'
import { collapsed, holds, lowered } from '../text/normalise.ts'
import { newReasoningMemory, prefixLength, type ReasoningMemory } from './reasoning-memory.ts'
import { breakGrams, endGrams, grams as read, maxUnits, newGramReader, readGrams, type GramReader } from './gram-reader.ts'

/** A finding in the answer. `excerpt` is a delimiter, never reasoning. */
export interface LeakFinding {
  reason: Extract<LeakReason, 'mixed_channel_fragment' | 'prefix_reappeared' | 'ngram_overlap'> | AnswerResidue
  excerpt?: string
}

export interface LeakDetectorOptions {
  /** Exact spellings. A string is a delimiter of reasoning. Default: `commonDelimiters`. */
  delimiters?: readonly (string | StructuralDelimiter)[]
  /** Minimum share of the answer's 8-word runs that counts as a leak, 0 to 1. Default 0.35. */
  threshold?: number
  /** A grammar binds the answer to JSON. Default false. */
  isJson?: boolean
  /** Minimum number of 8-word runs in an answer that is judged by their share. Default 16. */
  minGrams?: number
}

/**
 * Compares the answer with the reasoning before it, both in pieces. Linear, with bounded memory (`ReasoningMemory`). Functions over a record instead of
 * closures, because each answer has a detector.
 */
export interface LeakDetector {
  readonly delimiters: ReadyDelimiters
  readonly threshold: number
  readonly minGrams: number
  readonly code: AnswerCode
  readonly memory: ReasoningMemory
  readonly reader: GramReader
  /** The answer's runs of words so far, and how many of them also occur in the reasoning. */
  grams: number
  common: number
  /** The overlap was reported. */
  overlapped: boolean
  /** Text that was not examined yet. */
  batch: string
  /** Text that may become a delimiter. */
  tail: string
  /** Channels with markup in the current line, and whether that was reported. */
  channels: Set<string> | undefined
  mixed: boolean
  /** The preceding text in lower case, because the beginning of a block may continue from it. */
  before: string
  repeated: Set<string> | undefined
  findings: LeakFinding[] | undefined
}

export const defaultThreshold = 0.35
export const defaultMinGrams = 16

/** Examining this many characters costs about as much as examining four. */
const batchUnits = 256

const nothing: readonly LeakFinding[] = []

export const newLeakDetector = ({
  delimiters = commonDelimiters,
  threshold = defaultThreshold,
  minGrams = defaultMinGrams,
  isJson = false,
}: LeakDetectorOptions = {}): LeakDetector => ({
  delimiters: readyDelimiters(delimiters),
  threshold,
  minGrams,
  code: new AnswerCode(isJson),
  memory: newReasoningMemory(),
  reader: newGramReader(),
  grams: 0,
  common: 0,
  overlapped: false,
  batch: '',
  tail: '',
  channels: undefined,
  mixed: false,
  before: '',
  repeated: undefined,
  findings: undefined,
})

/** Reads answer text. @returns Findings, mostly none. Collects short pieces and examines them together, at most `batchUnits` later. */
export function readAnswer(detector: LeakDetector, text: string): readonly LeakFinding[] {
  detector.batch = detector.batch === '' ? text : detector.batch + text
  if (detector.batch.length < batchUnits) return nothing
  look(detector)
  return take(detector)
}

export function endAnswerBlock(detector: LeakDetector): readonly LeakFinding[] {
  look(detector)
  endRun(detector)
  breakGrams(detector.reader)
  detector.before = ''
  if (detector.delimiters.list.length > 0) {
    residue(detector, '', true)
    detector.code.restart()
    detector.channels = undefined
    detector.mixed = false
  }
  return take(detector)
}

/** Ends the answer, or the part of it that is judged. */
export function endAnswer(detector: LeakDetector): readonly LeakFinding[] {
  look(detector)
  endRun(detector)
  if (!detector.overlapped && detector.grams >= detector.minGrams && overlapOf(detector) >= detector.threshold) {
    detector.overlapped = true
    find(detector, { reason: 'ngram_overlap' })
  }
  return take(detector)
}

/** Share of the answer's 8-word runs so far that also occur in the reasoning, 0 to 1. */
export const overlapOf = ({ grams, common }: LeakDetector): number => (grams === 0 ? 0 : common / grams)

/** Releases the detector's memory. */
export const closeDetector = ({ memory }: LeakDetector): void => closeGrams(memory.grams)

function take(detector: LeakDetector): readonly LeakFinding[] {
  const { findings } = detector
  if (findings === undefined) return nothing
  detector.findings = undefined
  return findings
}

function look(detector: LeakDetector): void {
  const { batch: text, memory, reader } = detector
  if (text === '') return
  detector.batch = ''
  if (detector.delimiters.list.length > 0) residue(detector, text, false)
  if (memory.prefixes.length > 0) prefixes(detector, text)
  if (memory.grams.size === 0) return
  for (let from = 0; from < text.length; from += maxUnits) {
    count(detector, readGrams(reader, text, from, Math.min(text.length, from + maxUnits)))
  }
}

function endRun(detector: LeakDetector): void {
  count(detector, endGrams(detector.reader))
}

function count(detector: LeakDetector, words: number): void {
  const known = detector.memory.grams
  for (let index = 0; index < words; index++) {
    const gram = read[index]!
    if (gram < 0) continue
    detector.grams++
    if (hasGram(known, gram)) detector.common++
  }
}

function find(detector: LeakDetector, finding: LeakFinding): void {
  if (detector.findings === undefined) detector.findings = [finding]
  else detector.findings.push(finding)
}

function residue(detector: LeakDetector, piece: string, final: boolean): void {
  const { list, literals } = detector.delimiters
  const text = detector.tail === '' ? piece : detector.tail + piece
  let from = 0
  for (;;) {
    const { found, at, end, index } = literals.search(text, from, final)
    plain(detector, text, from, at)
    if (!found) {
      detector.tail = at === text.length ? '' : text.slice(at)
      return
    }
    if (!detector.code.isCode()) report(detector, list[index]!)
    plain(detector, text, at, end)
    from = end
  }
}

function plain(detector: LeakDetector, text: string, from: number, to: number): void {
  if (from === to) return
  const piece = from === 0 && to === text.length ? text : text.slice(from, to)
  detector.code.add(piece)
  if (detector.channels !== undefined && piece.includes('\n')) {
    detector.channels = undefined
    detector.mixed = false
  }
}

function report(detector: LeakDetector, { text, channel }: StructuralDelimiter): void {
  find(detector, { reason: channel === 'commentary' ? 'commentary_in_final' : 'analysis_in_final', excerpt: text.slice(0, 64) })
  if (channel === undefined) return
  const channels = (detector.channels ??= new Set())
  channels.add(channel)
  if (channels.size < 2 || detector.mixed) return
  detector.mixed = true
  find(detector, { reason: 'mixed_channel_fragment', excerpt: text.slice(0, 64) })
}

function prefixes(detector: LeakDetector, text: string): void {
  const { before } = detector
  const all = before === '' ? lowered(text) : endOf(before) + lowered(text)
  detector.before = all
  for (const prefix of detector.memory.prefixes) {
    if (detector.repeated?.has(prefix.text) === true || !holds(all, prefix)) continue
    const repeated = (detector.repeated ??= new Set())
    repeated.add(prefix.text)
    find(detector, { reason: 'prefix_reappeared' })
  }
}

/** End of a text that may begin a repeated prefix. A few units suffice, unless they are mostly whitespace. */
function endOf(text: string): string {
  const last = collapsed(text.slice(-2 * prefixLength))
  return (last.length < prefixLength ? collapsed(text) : last).slice(1 - prefixLength)
}
