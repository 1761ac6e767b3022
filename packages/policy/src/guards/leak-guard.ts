import type { Part, Stage } from '@reason/core'
import type { BlockStartPart, DeltaPart } from '@reason/core/parts'
import type { WarningCode } from '@reason/core/warnings'
import { residueWarnings } from '../answer-residue.ts'
import { defaultMaskText, isAnswerText } from '../chain/answer-text.ts'
import { isLeak, leakReasons, noteLeak, noteScore } from '../ledger.ts'
import { closeDetector, endAnswer, endAnswerBlock, newLeakDetector, overlapOf, readAnswer } from '../comparison/leak-detector.ts'
import type { LeakDetectorOptions, LeakFinding } from '../comparison/leak-detector.ts'
import { finalGuardStep } from './final-guard.ts'
import { maskOverlapStep, maskPrefixStep, type DetectorOf } from './mask.ts'
import { endReasoning, lookAtReasoning, readReasoning } from '../comparison/reasoning-memory.ts'
import { strayDelimiterStep } from './stray-delimiters.ts'
import { createStage, watchingStep, type Emit, type MakeStep, type Shared } from '../chain/step.ts'
import { wholeCharacters } from '../text/whole-characters.ts'

export interface LeakGuardOptions extends LeakDetectorOptions {
  /**
   * Reaction to a finding. Default `report`.
   * - `report`: emits warnings, and delays and changes nothing.
   * - `mask`: replaces findings as they come. Text is held while it may be a delimiter or the beginning of the reasoning.
   * - `hold`: holds the answer until it is judged, and withholds all of it if there is a finding.
   */
  action?: 'report' | 'mask' | 'hold'
  /**
   * Treatment of delimiters under `report`. `report` (default): none. `remove`: delimiters are removed, and text between a pair becomes reasoning again.
   * Text is held while it may be a delimiter, and after an opener up to its closer.
   */
  residue?: 'report' | 'remove'
  /**
   * Limit of held answer text, in UTF-16 units. Under `hold`, a longer answer is judged by its beginning, and the rest of a clean one is only reported.
   * Also limits text after an opener. Default 65,536.
   */
  maxHeldChars?: number
  /** Replaces masked or withheld text. Default `[…]`. */
  maskText?: string
}

const defaultMaxHeldChars = 65_536

/** Finds reasoning in the answer: its delimiters, its beginning, long runs of its words. */
export const guardLeaks = (options: LeakGuardOptions = {}): Stage => {
  const { remember, guard } = leakGuardSteps(options)
  return createStage([remember, ...guard])
}

/** `remember` belongs where all reasoning passes, `guard` after the steps that change the answer. */
export function leakGuardSteps(options: LeakGuardOptions): { remember: MakeStep; guard: MakeStep[] } {
  const detectorOf: DetectorOf = (shared) => (shared.detector ??= newLeakDetector({ ...options, isJson: shared.isJson }))
  const { action = 'report', residue = 'report', delimiters, maxHeldChars = defaultMaxHeldChars } = options
  return {
    remember: rememberStep(detectorOf),
    guard: [
      action === 'hold' ? holdStep(detectorOf, options) : reportStep(detectorOf),
      ...(action === 'mask' ? [maskPrefixStep(detectorOf, options), maskOverlapStep(detectorOf, options)] : []),
      ...(action !== 'report' ? [finalGuardStep(options)] : []),
      ...(action === 'report' && residue === 'remove' ? [strayDelimiterStep({ maxHeldChars, ...(delimiters && { delimiters }) })] : []),
    ],
  }
}

const rememberStep = (detectorOf: DetectorOf): MakeStep =>
  watchingStep((emit, shared) => {
    const { memory } = detectorOf(shared)
    return (part) => {
      if (part.type === 'delta') {
        if (part.channel === 'reasoning' && part.inserted !== true) readReasoning(memory, part.text)
        else lookAtReasoning(memory)
      } else if (part.type === 'block-end' && part.channel === 'reasoning') endReasoning(memory)
      emit(part)
    }
  })

/** Emits warnings for the findings in a block, once per kind. */
function createSpeaker(emit: Emit, { of, ledger }: Shared) {
  const said = new Set<string>()
  return (findings: readonly LeakFinding[], block?: number): void => {
    for (const { reason, excerpt } of findings) {
      if (isLeak(reason)) noteLeak(ledger, reason)
      const key = `${reason} ${excerpt ?? ''}`
      if (said.has(key)) continue
      said.add(key)
      emit({
        type: 'warning',
        ...warnings[reason],
        ...(block !== undefined && { block }),
        ...(excerpt !== undefined && { excerpt }),
        ...of,
      })
    }
  }
}

const warnings: Record<LeakFinding['reason'], { code: WarningCode; message: string }> = {
  ...residueWarnings,
  mixed_channel_fragment: {
    code: leakReasons.mixed_channel_fragment,
    message: 'A line of the answer contains delimiters of several channels.',
  },
  prefix_reappeared: { code: leakReasons.prefix_reappeared, message: 'The answer repeats the beginning of the reasoning.' },
  ngram_overlap: { code: leakReasons.ngram_overlap, message: 'The answer repeats long passages of the reasoning.' },
}

const reportStep = (detectorOf: DetectorOf): MakeStep =>
  watchingStep((emit, shared) => {
    const detector = detectorOf(shared)
    let speaker: ReturnType<typeof createSpeaker> | undefined
    let open: BlockStartPart | undefined
    let over = false

    return (part) => {
      switch (part.type) {
        case 'delta':
          if (isAnswerText(part, open)) say(readAnswer(detector, part.text), part.block)
          return emit(part)
        case 'block-start':
          open = part
          speaker = undefined
          return emit(part)
        case 'block-end':
          if (part.channel === 'answer') say(endAnswerBlock(detector), part.block)
          return emit(part)
        case 'finish':
        case 'end':
          if (!over) {
            say(endAnswerBlock(detector), open?.block)
            say(endAnswer(detector), open?.block)
          }
          over = true
          noteScore(shared.ledger, overlapOf(detector))
          emit(part)
          if (part.type === 'end') closeDetector(detector)
          return
        default:
          return emit(part)
      }
    }

    function say(findings: readonly LeakFinding[], block: number | undefined): void {
      if (findings.length === 0) return
      speaker ??= createSpeaker(emit, shared)
      speaker(findings, block)
    }
  })

const holdStep =
  (detectorOf: DetectorOf, options: LeakGuardOptions): MakeStep =>
  (emit, shared) => {
    const { of, ledger } = shared
    const { maxHeldChars = defaultMaxHeldChars, maskText = defaultMaskText } = options
    const detector = detectorOf(shared)
    let state: 'holding' | 'clean' | 'withheld' = 'holding'
    let queue: Part[] = []
    let heldChars = 0
    let found = false
    let over = false
    let open: BlockStartPart | undefined
    const put: Emit = (part) => void (queue.length > 0 ? queue.push(part) : emit(part))
    let speaker = createSpeaker(put, shared)

    return (part) => {
      if (isAnswerText(part, open)) return answer(part)
      switch (part.type) {
        case 'block-start':
          open = part
          speaker = createSpeaker(put, shared)
          return put(part)
        case 'block-end':
          if (part.channel === 'answer') note(endAnswerBlock(detector), part.block)
          return put(part)
        case 'finish':
        case 'end':
          if (!over) {
            note(endAnswerBlock(detector), open?.block)
            note(endAnswer(detector), open?.block)
            if (state === 'holding') judge()
          }
          over = true
          noteScore(ledger, overlapOf(detector))
          emit(part)
          if (part.type === 'end') closeDetector(detector)
          return
        default:
          return put(part)
      }
    }

    function answer(part: DeltaPart): void {
      if (state === 'withheld') return emit({ type: 'markup', text: part.text, of: 'dropped', ...of })
      if (state === 'clean') {
        note(readAnswer(detector, part.text), part.block)
        return emit(part)
      }
      const at = part.text.length <= maxHeldChars - heldChars ? part.text.length : wholeCharacters(part.text, maxHeldChars - heldChars)
      const text = part.text.slice(0, at)
      heldChars += at
      if (at > 0) queue.push(at === part.text.length ? part : { ...part, text })
      note(readAnswer(detector, text), part.block)
      if (at === part.text.length) return
      note(endAnswer(detector), part.block)
      judge()
      answer({ ...part, text: part.text.slice(at) })
    }

    function note(findings: readonly LeakFinding[], block?: number): void {
      if (findings.length === 0) return
      if (state === 'holding') found = true
      speaker(findings, block)
    }

    function judge(): void {
      state = found ? 'withheld' : 'clean'
      const parts = queue
      queue = []
      let said = false
      for (const part of parts) {
        if (!found || part.type !== 'delta' || part.channel !== 'answer' || part.inserted === true) emit(part)
        else {
          if (!said) {
            said = true
            noteLeak(ledger, 'guard_block_final_token')
            emit({ type: 'warning', code: 'answer-guarded', message: 'The answer is withheld.', block: part.block, ...of })
            emit({ ...part, text: maskText, inserted: true })
          }
          emit({ type: 'markup', text: part.text, of: 'dropped', ...of })
        }
      }
    }
  }
