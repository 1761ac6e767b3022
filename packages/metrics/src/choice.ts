import type { FinishReason } from '@reason/core/parts'

/** Facts about one choice of a request. */
export interface MeasuredChoice {
  /** `reasoned`: a reasoning block came. `reasoningChars`: its text. `hidden`: the provider hid a block. */
  reasoned: boolean
  reasoningChars: number
  hidden: boolean
  answered: boolean
  answerChars: number
  structureMissing: boolean
  failed: boolean
  finish: FinishReason | undefined
  /** Finish reason after policies. Undefined if no observer runs behind them. */
  sentFinish: FinishReason | undefined
}

export const createChoice = (): MeasuredChoice => ({
  reasoned: false,
  reasoningChars: 0,
  hidden: false,
  answered: false,
  answerChars: 0,
  structureMissing: false,
  failed: false,
  finish: undefined,
  sentFinish: undefined,
})

/** Returns the reason why a choice has no reasoning text. Undefined if it has some. */
export function whyNone(choice: MeasuredChoice, effort: string | undefined, reported: boolean): string | undefined {
  if (choice.reasoningChars > 0) return undefined
  if (effort === 'none') return 'disabled'
  if (choice.hidden || reported) return 'not_reported'
  if (choice.structureMissing) return 'no_structure'
  return choice.reasoned ? 'empty' : 'absent'
}
