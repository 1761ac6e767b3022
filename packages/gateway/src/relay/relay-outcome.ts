import type { AnswerFailure, Failure } from '../errors/failure.ts'

/** How a relayed request ended, for the log. Nothing of what was said. */
export interface Outcome {
  status: number
  /** The client left before the end. */
  aborted: boolean
  /** What the answer was split with. */
  adapter: string | undefined
  error?: string
  /** What became of the connection to the upstream. No word of the upstream's own. */
  why?: string
  /** How many requests the upstream got, where it was more than one. */
  attempts?: number
  warnings: readonly string[]
}

/** Its client left before the end, or may not have it any more. */
export const hasLeft = ({ aborted, error }: Pick<Outcome, 'aborted' | 'error'>): boolean =>
  aborted || error === 'key_revoked' || error === 'key_unknown'

/** @param failure - What was wrong with the answer, or with the way to it. */
export const outcomeOf = ({
  status,
  code,
  kind,
  message,
}: AnswerFailure & Partial<Pick<Failure, 'kind' | 'message'>>): Pick<Outcome, 'status' | 'error' | 'why'> => ({
  status,
  error: String(code ?? 'upstream_error'),
  ...(kind !== undefined && message !== undefined && { why: message }),
})
