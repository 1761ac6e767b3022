import type { AnswerFailure } from '../upstream/upstream.ts'

/** How a relayed request ended, for the log. Nothing of what was said. */
export interface Outcome {
  status: number
  /** The client left before the end. */
  aborted: boolean
  /** What the answer was split with. */
  adapter: string | undefined
  error?: string
  /** How many requests the upstream got, where it was more than one. */
  attempts?: number
  warnings: readonly string[]
}

/** @param failure - What was wrong with the answer, or with the way to it. */
export const outcomeOf = ({ status, code }: AnswerFailure): Pick<Outcome, 'status' | 'error'> => ({
  status,
  error: String(code ?? 'upstream_error'),
})
