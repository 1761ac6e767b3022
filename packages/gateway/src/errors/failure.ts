import type { FailureKind } from '@reason/routing'
import type { ApiError } from './api-error.ts'

/** The error that a client gets if an answer of the upstream is missing or not complete. */
export interface UpstreamFailure extends Pick<ApiError, 'status' | 'type' | 'message' | 'headers'> {
  code: string
  /** Cause for the upstream's health. Absent: the upstream is not to blame. */
  kind?: FailureKind
}

/** Failure of an HTTP 200 answer that is unusable or incomplete. */
export type AnswerFailure = Pick<ApiError, 'status' | 'code'>
