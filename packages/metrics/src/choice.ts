import type { FinishReason } from '@reason/core/parts'

/** What is remembered of one generation among those of a request. */
export interface Choice {
  /** A reasoning block came; one of them had text; one was hidden by the provider. */
  reasoned: boolean
  reasoningChars: number
  hidden: boolean
  answered: boolean
  answerChars: number
  structureMissing: boolean
  failed: boolean
  /** Reported by the model. */
  finish: FinishReason | undefined
  /** After policies. Undefined if no observer runs behind them. */
  told: FinishReason | undefined
}

export const createChoice = (): Choice => ({
  reasoned: false,
  reasoningChars: 0,
  hidden: false,
  answered: false,
  answerChars: 0,
  structureMissing: false,
  failed: false,
  finish: undefined,
  told: undefined,
})

/** Why a generation has no reasoning text; undefined where it has some. */
export function whyNone(choice: Choice, effort: string | undefined, reported: boolean): string | undefined {
  if (choice.reasoningChars > 0) return undefined
  if (effort === 'none') return 'disabled'
  if (choice.hidden || reported) return 'not_reported'
  if (choice.structureMissing) return 'no_structure'
  return choice.reasoned ? 'empty' : 'absent'
}
