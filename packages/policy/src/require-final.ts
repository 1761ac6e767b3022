import type { Stage } from '@reason/core'
import { createStage, type MakeStep } from './chain/step.ts'

/** Harmony only: sets the finish reason `no-final` for a turn that ends with neither a final message nor a tool call. Its answer is empty. */
export const requireFinal = (): Stage => createStage([requireFinalStep])

export const requireFinalStep: MakeStep = (emit) => {
  let said = false
  let answered = false
  return (part) => {
    if (part.type === 'block-start') {
      said = true
      if (part.channel === 'answer') answered = true
    } else if (part.type === 'tool-call-start') answered = true
    else if (part.type === 'finish' && said && !answered && part.reason === 'stop') return emit({ ...part, reason: 'no-final' })
    emit(part)
  }
}
