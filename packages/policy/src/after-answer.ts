import type { Stage } from '@reason/core'
import { noteLeak } from './ledger.ts'
import { createStage, type MakeStep, type Step } from './step.ts'

/**
 * Harmony only: reasoning that comes after the final message has begun is not shown. It goes on as markup, with a
 * `reasoning-after-answer` warning per block. Replay is built before policies and keeps it.
 */
export const suppressReasoningAfterAnswer = (): Stage => createStage([afterAnswerStep])

export const afterAnswerStep: MakeStep = (emit, { of, ledger }) => {
  let answered = false
  let suppressed: Set<number> | undefined

  const step: Step = (part) => {
    switch (part.type) {
      case 'block-start':
        if (part.channel !== 'reasoning' || !answered) return emit(part)
        suppressed ??= new Set()
        suppressed.add(part.block)
        noteLeak(ledger, 'post_final_analysis')
        return emit({
          type: 'warning',
          code: 'reasoning-after-answer',
          message: 'Reasoning came after the final message.',
          block: part.block,
          ...of,
        })
      case 'delta':
        if (part.channel === 'answer' && part.inserted !== true) answered = true
        if (suppressed?.has(part.block) !== true) return emit(part)
        return part.inserted === true ? undefined : emit({ type: 'markup', text: part.text, of: 'dropped', ...of })
      case 'block-end':
        return suppressed?.has(part.block) === true ? undefined : emit(part)
      default:
        return emit(part)
    }
  }
  step.passes = ({ block }) => suppressed?.has(block) !== true
  return step
}
