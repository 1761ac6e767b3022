import type { Part } from '@reason/core'
import type { ApiError } from '../../errors/api-error.ts'
import type { AnswerFailure } from '../../errors/failure.ts'
import type { Passage } from '../../fast-path/passage.ts'
import type { Split } from '../../generation/split.ts'
import type { Head } from '../../head.ts'
import type { AnswerReadingOptions } from './answer-reading.ts'
import type { AnswerTranslation } from './translation.ts'

export interface AttemptOptions extends AnswerReadingOptions {
  /** The gateway asked for no thinking, unlike the client: the answer is no evidence of how others begin. */
  asksLess?: boolean
  /** Fast path. Text that it forwards is read in `catchUp`. Undefined: every event is read. */
  passage: Passage | undefined
}

/** Events of one request to the upstream. `onRefused`, `onFailed` or `onEnd` is the last one. After `abort` or `onFault`, no event follows. */
export interface AttemptListener {
  /** The upstream answers with a success status. @param resolution - How its text is split. */
  onBegin(headers: Head, resolution: Split): void
  /** @param more - More bytes of the same network read follow at once. */
  onParts(parts: readonly Part[], more: boolean): void
  /** The upstream sent a keep-alive without content. */
  onIdle(more: boolean): void
  /** The bytes gave no parts yet: the text format is undecided, or the event is incomplete. */
  onHeld(more: boolean): void
  /** The upstream answered with an error status. */
  onRefused(error: ApiError, headers: Head): void
  /** The upstream did not answer, broke off, or sent an unusable answer. */
  onFailed(error: ApiError): void
  /** @param end - Returns the last parts, including `end`. `catchUp` may not be called after it. */
  onEnd(end: () => readonly Part[]): void
  /** The gateway's own code threw. */
  onFault(error: unknown): void
}

/** Handle of one request to the upstream and its answer. */
export interface Attempt extends Pick<AnswerTranslation, 'isUndecided' | 'decide' | 'textFrame' | 'passes' | 'catchUp'> {
  /** @param failure - Passed to the upstream's call. */
  abort(failure?: AnswerFailure): void
  pause(): void
  resume(): void
  /** Bytes of the answer so far. */
  size(): number
  /** The ending of an answer that broke off. Undefined if no answer has begun. */
  fail(message: string, code: string): readonly Part[] | undefined
}
