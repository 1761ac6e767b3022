import type { Stage } from '@reason/core'
import type { Channel, DeltaPart } from '@reason/core/parts'
import type { Governor } from '@reason/core/pipeline'
import { createBlockNumbers } from '../chain/block-numbers.ts'
import { charactersPerToken } from '../ledger.ts'
import { createStage, endsText, type MakeStep } from '../chain/step.ts'
import { wholeCharacters } from '../text/whole-characters.ts'
import { isGlued, isWordBoundary, longestWord } from '../text/word-boundary.ts'

export interface ReasoningCapOptions {
  /** Limit of reasoning tokens per generation, four characters each, so that chunk boundaries do not move the cut. Integer, 0 or more. */
  maxTokens: number
  /**
   * Treatment of the rest. `suppress`: hide it. `answer`: pass it on as answer, as programs with only a marker did. `answer` shows reasoning, so it has to
   * be chosen explicitly. The cut falls between two words if a word begins within 32 UTF-16 units before the cap. A blank line separates the reasoning
   * from the answer.
   */
  action: 'suppress' | 'answer'
}

/** Caps the model's own reasoning. A provider's summaries pass. The first cut causes a `reasoning-capped` warning. */
export function capReasoning(options: ReasoningCapOptions): Stage {
  // Checked at run time, because partial options from an untyped program would cap nothing.
  const { maxTokens, action } = Object(options) as Partial<ReasoningCapOptions>
  if (!Number.isInteger(maxTokens) || maxTokens! < 0 || (action !== 'suppress' && action !== 'answer'))
    throw new TypeError("capReasoning() takes { maxTokens, action }: a whole number, 0 or more, and 'suppress' or 'answer'.")
  return createStage([reasoningCapStep(options)])
}

/** @param warns - False if a governor emits the warning. */
export function reasoningCapStep({ maxTokens, action }: ReasoningCapOptions, warns = true): MakeStep {
  const maxCharacters = maxTokens * charactersPerToken
  const becomesAnswer = action === 'answer'

  return (emit, { of, ledger }) => {
    /** Emitted reasoning, in UTF-16 units. */
    let passed = 0
    let capped = false
    const blocks = new Map<number, OutBlock>()
    const numbers = createBlockNumbers()
    /** A word that may cross the cap, and a delta of its block. */
    let held = ''
    let heldOf: DeltaPart | undefined
    /** Last unit of the emitted reasoning. */
    let last: number | undefined
    /** Last unit of the answer, and whether it was the model's reasoning. */
    let answer: { unit: number; isReasoning: boolean } | undefined
    /** Output blocks of the answer that have text. */
    const begun = new Set<number>()

    return (part) => {
      switch (part.type) {
        case 'block-start': {
          release()
          const counts = part.channel === 'reasoning' && part.kind !== 'summary' && part.kind !== 'hidden'
          const beyond = counts && capped
          const as = beyond && becomesAnswer ? 'answer' : part.channel
          const block = { counts, suppressed: beyond && !becomesAnswer, as }
          blocks.set(part.block, block)
          const number = numbers.begin(part.block)
          if (block.suppressed) return
          if (!beyond) return emit(numbers.renumbered(part))
          const { kind: _, ...start } = part
          return emit({ ...start, channel: as, block: number })
        }
        case 'delta': {
          const block = blocks.get(part.block)
          if (block?.counts === true) return cut(part, block)
          release()
          if (becomesAnswer && part.channel === 'answer' && part.text !== '')
            return sendAnswer(numbers.renumbered(part) as DeltaPart, false)
          return emit(numbers.renumbered(part))
        }
        case 'block-end': {
          release()
          const block = blocks.get(part.block)
          if (block === undefined) return emit(numbers.renumbered(part))
          return block.suppressed ? undefined : emit({ ...part, channel: block.as, block: numbers.of(part.block) })
        }
        default:
          if (endsText.has(part.type)) release()
          return emit(numbers.renumbered(part))
      }
    }

    function cut(part: DeltaPart, block: OutBlock): void {
      if (part.inserted === true) {
        release()
        return capped ? undefined : emit(numbers.renumbered(part))
      }
      if (capped) return beyond(part)
      if (heldOf?.block !== part.block) release()
      const text = held + part.text
      const left = maxCharacters - passed
      held = ''
      heldOf = part
      if (text.length <= left) {
        const to = becomesAnswer ? heldFrom(text, left - longestWord) : text.length
        held = text.slice(to)
        return send(part, text.slice(0, to))
      }
      const at = becomesAnswer ? cutBefore(text, left) : wholeCharacters(text, left)
      send(part, text.slice(0, at))
      warn(part.block)
      if (becomesAnswer && block.as !== 'answer') becomeAnswer(part.block, block)
      beyond({ ...part, text: text.slice(at) })
    }

    function send(part: DeltaPart, text: string): void {
      if (text === '' && part.text !== '') return
      passed += text.length
      if (text !== '') last = text.charCodeAt(text.length - 1)
      emit(numbers.renumbered(text === part.text ? part : { ...part, text }))
    }

    /** Emits held text that does not reach the cap, or whose end is unknown. */
    function release(): void {
      if (held === '') return
      const text = held
      held = ''
      send(heldOf!, text)
    }

    /** Beginning of a word that may reach the cap. @param near - Index after which the cap is near. */
    function heldFrom(text: string, near: number): number {
      if (text.length <= near) return text.length
      const boundary = lastBoundary(text, text.length, near)
      return boundary ?? wholeCharacters(text, Math.max(0, near))
    }

    /** Last beginning of a word up to the cap. Without a near one, the cap itself. */
    function cutBefore(text: string, cap: number): number {
      return lastBoundary(text, cap, cap - longestWord) ?? wholeCharacters(text, cap)
    }

    function lastBoundary(text: string, from: number, behind: number): number | undefined {
      for (let at = from; at >= 0 && at > behind; at--) if (isBoundary(text, at)) return at
      return undefined
    }

    /** Whether a word begins at an index. Without earlier text, the word is the whole thought. At the end of the text, only the last unit decides. */
    function isBoundary(text: string, at: number): boolean {
      const before = at === 0 ? last : text.charCodeAt(at - 1)
      return before !== undefined && isWordBoundary(before, at < text.length ? text.charCodeAt(at) : Number.NaN)
    }

    function beyond(part: DeltaPart): void {
      ledger.cappedCharacters += part.text.length
      if (!becomesAnswer) return emit({ type: 'markup', text: part.text, of: 'dropped', ...of })
      if (part.text !== '') sendAnswer({ ...part, block: numbers.of(part.block), channel: 'answer' }, true)
    }

    /** Emits answer text. Separates it from reasoning by a blank line, even if whitespace between them was removed. */
    function sendAnswer(part: DeltaPart, isReasoning: boolean): void {
      const { block, text } = part
      if (answer !== undefined && answer.isReasoning !== isReasoning && !begun.has(block) && isGlued(answer.unit, text.charCodeAt(0)))
        emit({ ...part, text: '\n\n', inserted: true })
      begun.add(block)
      answer = { unit: text.charCodeAt(text.length - 1), isReasoning }
      emit(part)
    }

    function warn(block: number): void {
      capped = true
      if (!warns) return
      const what = becomesAnswer ? 'became the answer' : 'is not shown'
      const message = `The reasoning reached ${maxTokens} tokens; the rest ${what}.`
      emit({ type: 'warning', code: 'reasoning-capped', message, block: numbers.of(block), ...of })
    }

    function becomeAnswer(block: number, out: OutBlock): void {
      emit({ type: 'block-end', block: numbers.of(block), channel: 'reasoning', boundary: 'limit', ...of })
      out.as = 'answer'
      emit({ type: 'block-start', block: numbers.insert(block), channel: 'answer', ...of })
    }
  }
}

interface OutBlock {
  counts: boolean
  suppressed: boolean
  as: Channel
}

/** Governor that ends reasoning at its cap (`stop-reasoning`), once per choice. */
export function capGovernor(maxTokens: number): Governor {
  const seen = new Map<number, number>()
  const counted = new Set<string>()
  const stopped = new Set<number>()
  return {
    id: 'reasoning-cap',
    onPart(part) {
      if (part.type === 'block-start' && part.channel === 'reasoning' && part.kind !== 'summary' && part.kind !== 'hidden')
        counted.add(`${part.choice ?? 0} ${part.block}`)
      if (part.type !== 'delta' || part.channel !== 'reasoning' || part.inserted === true) return 'continue'
      const choice = part.choice ?? 0
      if (stopped.has(choice) || !counted.has(`${choice} ${part.block}`)) return 'continue'
      const now = (seen.get(choice) ?? 0) + part.text.length
      seen.set(choice, now)
      if (now <= maxTokens * charactersPerToken) return 'continue'
      stopped.add(choice)
      return {
        verdict: 'stop-reasoning',
        warning: { code: 'reasoning-capped', message: `The reasoning reached ${maxTokens} tokens and is stopped.` },
      }
    },
  }
}
