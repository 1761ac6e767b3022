import type { FailureKind } from '@reason/routing'
import type { ApiError } from './api-error.ts'

/** The error that a client gets if an answer of the upstream is missing or not complete. */
export interface Failure {
  status: number
  type: string
  code: string
  message: string
  /** What it says about the upstream. Absent: nothing. */
  kind?: FailureKind
  /** For the head of the answer. */
  headers?: Readonly<Record<string, string | string[]>>
}

/** An answer with HTTP 200 that is none, or no whole one. */
export type AnswerFailure = Pick<ApiError, 'status' | 'code'>
