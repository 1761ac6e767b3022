import type { BlockStartPart, DeltaPart } from '@reason/core/parts'
import { defaultMaskText, isAnswerText } from '../chain/answer-text.ts'
import { createCutter } from '../chain/cutter.ts'
import { noteLeak } from '../ledger.ts'
import { hasGram } from '../comparison/gram-set.ts'
import { defaultMinGrams, defaultThreshold, type LeakDetector, type LeakDetectorOptions } from '../comparison/leak-detector.ts'
import { lowered } from '../text/normalise.ts'
import { endsText, type MakeStep, type Shared } from '../chain/step.ts'
import { endGrams, grams as read, newGramReader, readGrams } from '../comparison/gram-reader.ts'

export type DetectorOf = (shared: Shared) => LeakDetector
type MaskOptions = LeakDetectorOptions & { maskText?: string }

interface Masker {
  /** Reads a character of the answer's text, and keeps or masks decided text. */
  read(sign: string): void
  /** Decides held text as it is. */
  flush(): void
}

/** Creates a step that reads the answer character by character and decides with a short delay which text stays. */
const maskStep =
  (
    { maskText = defaultMaskText }: MaskOptions,
    make: (shared: Shared, keep: (text: string) => void, mask: (text: string) => void) => Masker,
  ): MakeStep =>
  (emit, shared) => {
    const { of, ledger } = shared
    const cutter = createCutter(emit, of, 'dropped', maskText)
    let block: DeltaPart | undefined
    let open: BlockStartPart | undefined
    let warned = false
    const masker = make(shared, cutter.keep, (text) => {
      if (!warned) {
        warned = true
        noteLeak(ledger, 'guard_block_final_token')
        cutter.say({ type: 'warning', code: 'answer-guarded', message: 'Text of the answer is masked.', block: block!.block, ...of })
      }
      cutter.take(text)
    })

    return (part) => {
      if (isAnswerText(part, open)) {
        block = part
        cutter.begin(part)
        for (const sign of part.text) masker.read(sign)
        return cutter.send()
      }
      if (part.type === 'block-start') {
        open = part
        warned = false
      } else if (block !== undefined && (part.type === 'delta' || endsText.has(part.type))) {
        masker.flush()
        cutter.send()
      }
      emit(part)
    }
  }

/** Masks the beginnings of reasoning blocks. Holds at most one beginning's length. */
export const maskPrefixStep = (detectorOf: DetectorOf, options: MaskOptions): MakeStep =>
  maskStep(options, (shared, keep, mask) => {
    const { prefixes } = detectorOf(shared).memory
    /** The held units, grouped by the character of `plain` that they stand for. */
    let held: string[] = []
    let plain = ''
    let afterSpace = false

    return { read, flush }

    function read(sign: string): void {
      const lower = /\s/.test(sign) ? ' ' : lowered(sign)
      if (lower === ' ' && afterSpace) {
        if (held.length === 0) keep(sign)
        else held[held.length - 1] += sign
        return
      }
      afterSpace = lower === ' '
      held.push(sign)
      // A letter whose lower case has two units.
      for (let more = 1; more < lower.length; more++) held.push('')
      plain += lower
      while (plain !== '' && !prefixes.some(({ text }) => text.startsWith(plain))) {
        keep(held.shift()!)
        plain = plain.slice(1)
      }
      if (plain === '' || !prefixes.some(({ text }) => text === plain)) return
      mask(held.join(''))
      held = []
      plain = ''
    }

    function flush(): void {
      keep(held.join(''))
      held = []
      plain = ''
      afterSpace = false
    }
  })

/** Limit of a word's length. Longer words pass without a check. */
const maxWordUnits = 1024

/**
 * Masks words that end a run which also occurs in the reasoning, while the share of such runs is too high. Uses the share so far, because the rest of
 * the answer is unknown. Holds one word.
 */
export const maskOverlapStep = (detectorOf: DetectorOf, options: MaskOptions): MakeStep =>
  maskStep(options, (shared, keep, mask) => {
    const { threshold = defaultThreshold, minGrams = defaultMinGrams } = options
    const { grams: known } = detectorOf(shared).memory
    const reader = newGramReader()
    let grams = 0
    let common = 0
    let ended = false
    let masks = false
    /** Text before the word, and the word. */
    let held = ''

    return {
      read(sign) {
        judge(readGrams(reader, sign, 0, sign.length))
        if (ended || held.length >= maxWordUnits) decide()
        held += sign
      },
      flush() {
        judge(endGrams(reader))
        decide()
      },
    }

    function judge(words: number): void {
      for (let index = 0; index < words; index++) {
        ended = true
        const gram = read[index]!
        if (gram < 0) continue
        grams++
        if (!hasGram(known, gram)) continue
        common++
        masks ||= grams >= minGrams && common / grams >= threshold
      }
    }

    function decide(): void {
      if (masks) mask(held)
      else keep(held)
      held = ''
      ended = false
      masks = false
    }
  })
