import type { Stage } from '@reason/core'
import type { Channel, DeltaPart } from '@reason/core/parts'
import { noteLeak } from '../ledger.ts'
import { createStage, type MakeStep, type PolicyStep } from '../chain/step.ts'

/**
 * Harmony only: hides reasoning after the beginning of the final message. The text becomes markup, with a `reasoning-after-answer` warning per block.
 * Replay is built before policies and keeps it.
 *
 * Commentary that cuts the final message off is counted (`commentary-in-answer`), and passes unchanged.
 *
 * A server that split the messages itself sends preambles as answer text, followed by thoughts in a separate field:
 *
 *     reasoning (field) ▶ "I look it up." ▶ reasoning (field) ▶ call      legal
 */
export const suppressReasoningAfterAnswer = (): Stage => createStage([afterAnswerStep])

export const afterAnswerStep: MakeStep = (emit, { of, ledger }) => {
  let answered = false
  let suppressed: Set<number> | undefined
  /** The open reasoning block, if it did not come from text. */
  let field: number | undefined
  let isNative = false
  /** The last block was an answer that a header cut off. */
  let isCutOff = false
  let last: Channel | undefined

  const step: PolicyStep = (part) => {
    switch (part.type) {
      case 'warning':
        isCutOff ||= part.code === 'unterminated-message' && last === 'answer'
        return emit(part)
      case 'block-start':
        if (isCutOff && part.channel === 'commentary')
          emit({ type: 'warning', code: 'commentary-in-answer', message: 'Commentary came within the final message.', ...of })
        isCutOff = false
        last = part.channel
        field = part.channel === 'reasoning' && part.from === undefined ? part.block : undefined
        if (part.channel !== 'reasoning' || !answered || (isNative && field !== undefined)) return emit(part)
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
        isNative ||= part.block === field && part.boundary === 'wire'
        return suppressed?.has(part.block) === true ? undefined : emit(part)
      default:
        return emit(part)
    }
  }
  step.passes = passes
  return step

  function passes({ block }: DeltaPart): boolean {
    return suppressed?.has(block) !== true
  }
}
