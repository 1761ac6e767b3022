import type { BlockStartPart, DeltaPart, Part, Stage } from '@reason/core'
import { defaultMaskText, isAnswerText } from './answer-text.ts'
import { createLedger, leakReasons, type Ledger } from './ledger.ts'
import { createLeakDetector, type LeakDetector, type LeakDetectorOptions, type LeakFinding } from './leak-detector.ts'
import { finalGuardStep } from './final-guard.ts'
import { maskOverlapStep, maskPrefixStep } from './mask.ts'
import { createStage, watchingStep, type Emit, type MakeStep, type OfChoice } from './step.ts'
import { wholeCharacters } from './whole-characters.ts'

export interface LeakGuardOptions extends LeakDetectorOptions {
  /**
   * `report` (default): warnings, nothing is delayed or changed.
   * `mask`: what is found is replaced as it comes; text is held while it may be a delimiter or the beginning of the reasoning.
   * `hold`: the answer waits until it is judged, and is withheld as a whole if something was found.
   */
  action?: 'report' | 'mask' | 'hold'
  /** Most UTF-16 units of an answer that wait under `hold`. A longer one is judged by its beginning; what follows a clean one is only reported. Default 65,536. */
  maxHeldChars?: number
  /** Stands for what was masked or withheld. Default `[…]`. */
  maskText?: string
}

const defaultMaxHeldChars = 65_536

/** Looks for reasoning in the answer: its delimiters, its beginning, long runs of its words. */
export const guardLeaks = (options: LeakGuardOptions = {}): Stage => {
  const { remember, guard } = leakGuardSteps(options, createLedger())
  return createStage(remember, ...guard)
}

/** `remember` stands where all the reasoning passes, `guard` behind what changes the answer. */
export function leakGuardSteps(options: LeakGuardOptions, ledger: Ledger): { remember: MakeStep; guard: MakeStep[] } {
  const detectors = new Map<number, LeakDetector>()
  const detectorOf = ({ choice = 0 }: OfChoice): LeakDetector => {
    let detector = detectors.get(choice)
    if (detector === undefined) detectors.set(choice, (detector = createLeakDetector(options)))
    return detector
  }
  return {
    remember: rememberStep(detectorOf),
    guard: [
      options.action === 'hold' ? holdStep(detectorOf, options, ledger) : reportStep(detectorOf, ledger),
      ...(options.action === 'mask' ? [maskPrefixStep(detectorOf, options, ledger), maskOverlapStep(detectorOf, options, ledger)] : []),
      ...(options.action === 'mask' || options.action === 'hold' ? [finalGuardStep(options, ledger)] : []),
    ],
  }
}

const rememberStep = (detectorOf: (of: OfChoice) => LeakDetector): MakeStep =>
  watchingStep((emit, of) => {
    const { memory } = detectorOf(of)
    return (part) => {
      if (part.type === 'delta') {
        if (part.channel === 'reasoning' && part.inserted !== true) memory.push(part.text)
        else memory.look()
      } else if (part.type === 'block-end' && part.channel === 'reasoning') memory.end()
      emit(part)
    }
  })

/** Says what was found, and once in a block of each kind. */
function createSpeaker(emit: Emit, of: OfChoice, ledger: Ledger) {
  let said: Set<string> | undefined
  return {
    reset: () => void (said = undefined),
    say(findings: readonly LeakFinding[], block?: number): void {
      for (const { reason, excerpt } of findings) {
        ledger.leak(reason)
        const key = `${reason} ${excerpt ?? ''}`
        if (said?.has(key) === true) continue
        said ??= new Set()
        said.add(key)
        emit({
          type: 'warning',
          code: leakReasons[reason],
          message: messages[reason],
          ...(block !== undefined && { block }),
          ...(excerpt !== undefined && { excerpt }),
          ...of,
        })
      }
    },
  }
}

const messages: Record<LeakFinding['reason'], string> = {
  analysis_in_final: 'The answer holds a delimiter of reasoning.',
  mixed_channel_fragment: 'A line of the answer holds markup of several channels.',
  prefix_reappeared: 'The beginning of the reasoning comes again in the answer.',
  ngram_overlap: 'Long runs of the reasoning come again in the answer.',
}

const reportStep = (detectorOf: (of: OfChoice) => LeakDetector, ledger: Ledger): MakeStep =>
  watchingStep((emit, of) => {
    const detector = detectorOf(of)
    const speaker = createSpeaker(emit, of, ledger)
    let open: BlockStartPart | undefined
    let over = false

    return (part) => {
      switch (part.type) {
        case 'delta': {
          if (isAnswerText(part, open)) {
            const findings = detector.answer(part.text)
            if (findings.length > 0) speaker.say(findings, part.block)
          }
          return emit(part)
        }
        case 'block-start':
          open = part
          speaker.reset()
          return emit(part)
        case 'block-end':
          if (part.channel === 'answer') speaker.say(detector.endBlock(), part.block)
          return emit(part)
        case 'finish':
        case 'end':
          if (!over) speaker.say([...detector.endBlock(), ...detector.end()], open?.block)
          over = true
          ledger.score(detector.score())
          emit(part)
          if (part.type === 'end') detector.close()
          return
        default:
          return emit(part)
      }
    }
  })

const holdStep =
  (detectorOf: (of: OfChoice) => LeakDetector, options: LeakGuardOptions, ledger: Ledger): MakeStep =>
  (emit, of) => {
    const { maxHeldChars = defaultMaxHeldChars, maskText = defaultMaskText } = options
    const detector = detectorOf(of)
    let state: 'holding' | 'clean' | 'withheld' = 'holding'
    let queue: Part[] = []
    let heldChars = 0
    let found = false
    let over = false
    let open: BlockStartPart | undefined
    const put: Emit = (part) => void (queue.length > 0 ? queue.push(part) : emit(part))
    const speaker = createSpeaker(put, of, ledger)

    return (part) => {
      if (isAnswerText(part, open)) return answer(part)
      switch (part.type) {
        case 'block-start':
          open = part
          speaker.reset()
          return put(part)
        case 'block-end':
          if (part.channel === 'answer') note(detector.endBlock(), part.block)
          return put(part)
        case 'finish':
        case 'end':
          if (!over) {
            note([...detector.endBlock(), ...detector.end()], open?.block)
            if (state === 'holding') judge()
          }
          over = true
          ledger.score(detector.score())
          emit(part)
          if (part.type === 'end') detector.close()
          return
        default:
          return put(part)
      }
    }

    function answer(part: DeltaPart): void {
      if (state === 'withheld') return emit({ type: 'markup', text: part.text, of: 'dropped', ...of })
      if (state === 'clean') {
        note(detector.answer(part.text), part.block)
        return emit(part)
      }
      const at = part.text.length <= maxHeldChars - heldChars ? part.text.length : wholeCharacters(part.text, maxHeldChars - heldChars)
      const text = part.text.slice(0, at)
      heldChars += at
      if (at > 0) queue.push(at === part.text.length ? part : { ...part, text })
      note(detector.answer(text), part.block)
      if (at === part.text.length) return
      note(detector.end(), part.block)
      judge()
      answer({ ...part, text: part.text.slice(at) })
    }

    function note(findings: readonly LeakFinding[], block?: number): void {
      if (findings.length === 0) return
      if (state === 'holding') found = true
      speaker.say(findings, block)
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
            ledger.leak('guard_block_final_token')
            emit({ type: 'warning', code: 'answer-guarded', message: 'The answer is withheld.', block: part.block, ...of })
            emit({ ...part, text: maskText, inserted: true })
          }
          emit({ type: 'markup', text: part.text, of: 'dropped', ...of })
        }
      }
    }
  }
