import type { Part, Result } from '@reason/core'
import { createAttempts } from '@reason/core/attempts'
import { failureIn, saysNothing } from '../errors/answer-failure.ts'
import type { AnswerFailure } from '../errors/failure.ts'
import { createProgress, type ChoiceProgress } from './choice-progress.ts'

/**
 * Joins the parts of several attempts into one generation. An attempt takes over when it sends its first content. An empty attempt keeps
 * the finish of the one before it.
 */
export interface AttemptSeries {
  /** State of the running attempt. */
  progress: ChoiceProgress
  /** Number of attempts, including the running one. */
  count(): number
  /** The running attempt follows another one and has sent no content yet. */
  isFresh(): boolean
  /** False for requests with several choices: these get one attempt. */
  mayFollow: boolean
  /** Finish that the generation would have now. Undefined: its text has no end yet. */
  finish(): Result['finish']
  /** Begins another attempt. `announcement` is the message of a warning before its parts. `withoutThinking`: it may not contain reasoning. */
  follow(announcement?: string, withoutThinking?: boolean): void
  /** Decides whether to use these parts of the running attempt. `wait`: they have no content so far. */
  judge(parts: readonly Part[]): 'use' | 'wait' | Useless
  /** Checks the last parts of the attempt. @returns Why the attempt before it stands. Undefined: these parts can be used. */
  judgeLast(parts: readonly Part[]): Useless | undefined
  /** Passes the generation's parts on one by one, because the handling of a part may affect the next. */
  join(parts: readonly Part[], take: (part: Part) => void): void
  /** The parts that end the generation. */
  conclude(): readonly Part[]
  /**
   * The last parts of a generation whose reasoning has no answer.
   *
   * @param native - The upstream's name for this finish reason.
   */
  cut(native: string | undefined): Part[]
}

/** A later attempt that is no better than the one before it. */
export interface Useless {
  failure: AnswerFailure | undefined
}

/**
 * @param choices - Number of choices that the request asked for.
 * @param keepsThought - Keeps the reasoning text for `thought()`.
 */
export function createAttemptSeries(choices: number, keepsThought: boolean): AttemptSeries {
  const attempts = choices === 1 ? createAttempts() : undefined
  const progress = createProgress(choices, keepsThought)
  let count = 1
  let fresh = false
  let mayThink = true
  let announced: string | undefined

  return {
    progress,
    count: () => count,
    isFresh: () => fresh,
    mayFollow: attempts !== undefined,
    finish: () => attempts?.finish(),
    follow(announcement, withoutThinking = false) {
      count++
      progress.restart()
      fresh = true
      announced = announcement
      mayThink &&= !withoutThinking
    },
    judge(parts) {
      if (fresh && saysNothing(parts)) {
        const failure = failureIn(parts)
        if (failure !== undefined) return { failure }
        parts.forEach(progress.see)
        return 'wait'
      }
      return mayThink || !parts.some(isThought) ? 'use' : { failure: undefined }
    },
    judgeLast(parts) {
      const failure = fresh && saysNothing(parts) ? failureIn(parts) : undefined
      return failure && { failure }
    },
    join(parts, take) {
      if (fresh) {
        fresh = false
        attempts!.next().forEach(take)
        if (announced !== undefined) take({ type: 'warning', code: 'rescued', message: announced })
      }
      for (let at = 0; at < parts.length; at++) {
        const part = parts[at]!
        progress.see(part)
        if (attempts === undefined) take(part)
        else takeAll(attempts.push(part), take)
      }
    },
    conclude: () => attempts?.conclude() ?? [],
    cut: (native) => [
      ...(attempts?.next() ?? []),
      ...(mayThink ? [] : [inVain]),
      ...progress.unfinished().map((choice) => exhausted(choice, native)),
      { type: 'end' },
    ],
  }
}

// Loops by index. Some lists are frozen, and over two kinds of lists V8 makes a call for each element of an iteration.
function takeAll(parts: readonly Part[], take: (part: Part) => void): void {
  for (let at = 0; at < parts.length; at++) take(parts[at]!)
}

const inVain: Part = {
  type: 'warning',
  code: 'rescued',
  message:
    'The gateway sent the request again without thinking, but still got no answer. Name the server (--upstream-engine, --upstream-provider), or raise the budget.',
}

const exhausted = (choice: number, native: string | undefined): Part => ({
  type: 'finish',
  reason: 'reasoning-exhausted',
  ...(choice > 0 && { choice }),
  ...(native !== undefined && { native }),
})

const isThought = (part: Part): boolean => part.type === 'delta' && part.channel === 'reasoning' && part.text.trim() !== ''
