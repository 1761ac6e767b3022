import type { Stage } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'
import { createCodeTracker } from '../text/code-tracker.ts'
import { createCutter } from '../chain/cutter.ts'
import { createStage, endsText, type MakeStep } from '../chain/step.ts'

export interface NgramOptions {
  /** Minimum number of words in a repeated run. Integer, 1 or more. Default 3. */
  n?: number
  /** Number of words that are compared. A run and its copy have to fit, so a run has at most half as many. Default 128. */
  window?: number
}

/**
 * Suppresses runs of words that are repeated immediately:
 *
 *     we go home now. we go home now. we go home now. Then
 *     ^^^^^^^^^^^^^^^ stays            the copies go on as markup
 *
 * A copy is complete, directly follows the run, and equals it exactly, except for whitespace between words. Repeats that are further apart, incomplete,
 * or shorter than `n` words stay. Code (fenced, indented, inline), table rows that begin with `|` and tool text stay unchanged, and end a run. Identical
 * refrains on consecutive lines are suppressed, because models in a loop write them.
 *
 * Each repeated run causes one `repetition-suppressed` warning. Copies are counted. Text is held while it may be a copy: at most half the window.
 */
export const suppressRepeats = (options: NgramOptions = {}): Stage => createStage([ngramStep(options)])

/** Limit of words and gaps, in UTF-16 units. Longer ones pass and end a run. */
const maxUnits = 256

export function ngramStep({ n = 3, window = 128 }: NgramOptions): MakeStep {
  const longest = Math.floor(window / 2)

  return (emit, { of, ledger }) => {
    const cutter = createCutter(emit, of, 'dropped')
    const { keep, take, send } = cutter
    let block: DeltaPart | undefined
    let skips = false
    let code = createCodeTracker()
    let gap = ''
    let word = ''
    /** The last words, including held ones, and their hashes, which are faster to compare. */
    let words: string[] = []
    let hashes: number[] = []
    /** By length of a run: how many of the last words equal the words that far before them. */
    const runs = new Int32Array(longest + 1)
    /** The last words that may belong to a copy, with the whitespace before them. */
    let held: string[] = []
    /** The last action was a suppression. */
    let repeating = false
    let lineIsBlank = true
    let inTable = false

    return (part) => {
      switch (part.type) {
        case 'block-start':
          skips = part.kind !== undefined && part.kind !== 'raw' && part.kind !== 'summary'
          code = createCodeTracker()
          lineIsBlank = true
          inTable = false
          return emit(part)
        case 'delta':
          if (skips) return emit(part)
          if (part.inserted === true) {
            settle()
            follow(part.text)
            return emit(part)
          }
          block = part
          cutter.begin(part)
          return read(part)
        default:
          if (endsText.has(part.type)) settle()
          return emit(part)
      }
    }

    /** Tracks inserted text, which is never removed, because later text may be in the same line. */
    function follow(text: string): void {
      code.seeAll(text)
      if (!text.endsWith('\n')) return
      lineIsBlank = true
      inTable = false
    }

    function read(part: DeltaPart): void {
      const { text } = part
      // Units of one kind are copied as one piece.
      let from = 0
      let kind: 'gap' | 'word' | 'other' = 'other'
      for (let index = 0; index < text.length; index++) {
        const unit = text.charCodeAt(index)
        const isCode = code.see(unit)
        const isGap = unit === 32 || (unit >= 9 && unit <= 13) || unit === 0xa0 || unit === 0x3000
        if (unit === 10) lineIsBlank = true
        else if (lineIsBlank && !isGap) {
          lineIsBlank = false
          inTable = unit === 124
        }
        const next = isCode || (inTable && unit !== 10) ? 'other' : isGap ? 'gap' : 'word'
        if (unit === 10) inTable = false
        if (next !== kind || (next !== 'other' && index - from + (next === 'gap' ? gap : word).length > maxUnits)) {
          copy(kind, text, from, index)
          from = index
          kind = next
          if (next === 'other') barrier()
          else if (next === 'gap') {
            if (word !== '') complete()
            if (gap.length > maxUnits) barrier()
          } else if (word.length > maxUnits) barrier()
        }
      }
      copy(kind, text, from, text.length)
      send()
    }

    function copy(kind: 'gap' | 'word' | 'other', text: string, from: number, to: number): void {
      if (from === to) return
      const piece = from === 0 && to === text.length ? text : text.slice(from, to)
      if (kind === 'gap') gap += piece
      else if (kind === 'word') word += piece
      else {
        barrier()
        keep(piece)
      }
    }

    function complete(): void {
      const next = word
      held.push(gap + next)
      gap = ''
      word = ''
      const hash = hashOf(next)
      const end = words.length
      let longestRun = 0
      let copied = 0
      for (let period = Math.min(longest, end); period >= n; period--) {
        if (hashes[end - period] !== hash || words[end - period] !== next) {
          runs[period] = 0
          continue
        }
        const run = ++runs[period]!
        if (run > longestRun) longestRun = run
        if (run === period) copied = period
      }
      words.push(next)
      hashes.push(hash)
      if (copied > 0) suppress(copied)
      else if (held.length > longestRun) show(held.length - longestRun)
      if (words.length <= 4 * window) return
      words = words.slice(-2 * window)
      hashes = hashes.slice(-2 * window)
    }

    function suppress(count: number): void {
      if (held.length > count) show(held.length - count)
      const { channel, block: number } = block!
      if (!repeating) {
        repeating = true
        const message = `The ${channel} repeated ${count} words at once; the repetition was left out.`
        cutter.say({ type: 'warning', code: 'repetition-suppressed', message, block: number, ...of })
      }
      ledger.suppressions[channel]++
      take(held.join(''))
      held = []
      words.length -= count
      hashes.length -= count
      runs.fill(0)
    }

    function show(count: number): void {
      repeating = false
      keep(count === held.length ? held.join('') : held.slice(0, count).join(''))
      held = count === held.length ? [] : held.slice(count)
    }

    /** Emits all held text, and forgets all earlier words. */
    function barrier(): void {
      if (held.length > 0) show(held.length)
      if (gap !== '' || word !== '') {
        keep(gap + word)
        gap = ''
        word = ''
      }
      if (words.length > 0) {
        words = []
        hashes = []
        runs.fill(0)
      }
      repeating = false
    }

    function settle(): void {
      if (block === undefined) return
      if (word !== '') complete()
      barrier()
      send()
    }
  }
}

function hashOf(word: string): number {
  let hash = 0
  for (let index = 0; index < word.length; index++) hash = Math.imul(hash ^ word.charCodeAt(index), 0x01000193)
  return hash >>> 2
}
