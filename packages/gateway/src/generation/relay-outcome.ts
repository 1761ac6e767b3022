import type { AnswerFailure, UpstreamFailure } from '../errors/failure.ts'

/** How a relayed request ended, for the log. It contains no content of the conversation. */
export interface RelayOutcome {
  status: number
  /** The client disconnected before the end. */
  aborted: boolean
  /** Id of the adapter that split the answer. */
  adapter: string | undefined
  error?: string
  /** Why the connection to the upstream failed. It contains no text of the upstream. */
  why?: string
  /** Number of requests to the upstream, if more than one. */
  attempts?: number
  warnings: readonly string[]
}

/** Outcome of a request that was not relayed. */
export const notRelayed: RelayOutcome = { status: 200, aborted: false, adapter: undefined, warnings: [] }

/** The client disconnected before the end, or lost its access. */
export const hasLeft = ({ aborted, error }: Pick<RelayOutcome, 'aborted' | 'error'>): boolean =>
  aborted || error === 'key_revoked' || error === 'key_unknown'

/** @param failure - The failure of the answer, or of the connection. */
export const outcomeOf = ({
  status,
  code,
  kind,
  message,
}: AnswerFailure & Partial<Pick<UpstreamFailure, 'kind' | 'message'>>): Pick<RelayOutcome, 'status' | 'error' | 'why'> => ({
  status,
  error: String(code ?? 'upstream_error'),
  ...(kind !== undefined && message !== undefined && { why: message }),
})
