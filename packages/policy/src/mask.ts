import type { BlockStartPart, DeltaPart } from '@reason/core'
import { defaultMaskText, isAnswerText } from './answer-text.ts'
import { createCutter } from './cutter.ts'
import type { Ledger } from './ledger.ts'
import { defaultMinGrams, defaultThreshold, type LeakDetector, type LeakDetectorOptions } from './leak-detector.ts'
import { gramWords } from './reasoning-memory.ts'
import type { Emit, MakeStep, OfChoice } from './step.ts'
import { createGramWindow, createWordReader } from './words.ts'

type DetectorOf = (of: OfChoice) => LeakDetector
type MaskOptions = LeakDetectorOptions & { maskText?: string }

interface Masker {
  /** Takes a unit of the answer's text; says what is decided. */
  unit(sign: string): void
  /** What is held is decided as it stands. */
  flush(): void
}

/** A step that reads the answer unit by unit and decides, a little later, what of it stays. */
const maskStep =
  (
    { maskText = defaultMaskText }: MaskOptions,
    ledger: Ledger,
    make: (of: OfChoice, keep: (text: string) => void, mask: (text: string) => void) => Masker,
  ): MakeStep =>
  (emit: Emit, of: OfChoice) => {
    const cutter = createCutter(emit, of, 'dropped', maskText)
    let block: DeltaPart | undefined
    let open: BlockStartPart | undefined
    let warned = false
    const masker = make(of, cutter.keep, (text) => {
      if (!warned) {
        warned = true
        ledger.leak('guard_block_final_token')
        cutter.say({ type: 'warning', code: 'answer-guarded', message: 'Text of the answer is masked.', block: block!.block, ...of })
      }
      cutter.take(text)
    })

    return (part) => {
      if (isAnswerText(part, open)) {
        block = part
        cutter.begin(part)
        for (let index = 0; index < part.text.length; index++) masker.unit(part.text.charAt(index))
        return cutter.send()
      }
      switch (part.type) {
        case 'delta':
        case 'markup':
        case 'block-end':
        case 'tool-call-start':
        case 'tool-call-delta':
        case 'finish':
        case 'end':
          if (block !== undefined) {
            masker.flush()
            cutter.send()
          }
          break
        case 'block-start':
          open = part
          warned = false
          break
      }
      emit(part)
    }
  }

/** Masks the beginnings of reasoning blocks: at most as many characters are held as one has. */
export const maskPrefixStep = (detectorOf: DetectorOf, options: MaskOptions, ledger: Ledger): MakeStep =>
  maskStep(options, ledger, (of, keep, mask) => {
    const { prefixes } = detectorOf(of).memory
    /** The units that are held, by the character of the comparison that they are of. */
    let held: string[] = []
    let plain = ''
    let afterSpace = false

    return { unit, flush }

    function unit(sign: string): void {
      const lower = /\s/.test(sign) ? ' ' : sign.toLowerCase().replace('ς', 'σ')
      if (lower === ' ' && afterSpace) {
        if (held.length === 0) keep(sign)
        else held[held.length - 1] += sign
        return
      }
      afterSpace = lower === ' '
      held.push(sign)
      // A letter whose small form is two characters.
      for (let more = 1; more < lower.length; more++) held.push('')
      plain += lower
      while (plain !== '' && !prefixes.some((prefix) => prefix.startsWith(plain))) {
        keep(held.shift()!)
        plain = plain.slice(1)
      }
      if (plain === '' || !prefixes.includes(plain)) return
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

/** Longer words are let go unjudged. */
const maxWordUnits = 1024

/**
 * Masks words that end a run which also stands in the reasoning, while the answer so far has too many such runs: the running share decides,
 * as nobody knows yet what will follow. One word is held.
 */
export const maskOverlapStep = (detectorOf: DetectorOf, options: MaskOptions, ledger: Ledger): MakeStep =>
  maskStep(options, ledger, (of, keep, mask) => {
    const { threshold = defaultThreshold, minGrams = defaultMinGrams } = options
    const { grams: known } = detectorOf(of).memory
    const window = createGramWindow(gramWords)
    let grams = 0
    let common = 0
    let ended = false
    let masks = false
    /** What stands before the word, and the word. */
    let held = ''
    const words = createWordReader((word) => {
      ended = true
      const gram = window.push(word)
      if (gram < 0) return
      grams++
      if (!known.has(gram)) return
      common++
      masks ||= grams >= minGrams && common / grams >= threshold
    })

    return {
      unit(sign) {
        words.push(sign)
        if (ended || held.length >= maxWordUnits) decide()
        held += sign
      },
      flush() {
        words.end()
        decide()
      },
    }

    function decide(): void {
      if (masks) mask(held)
      else keep(held)
      held = ''
      ended = false
      masks = false
    }
  })
