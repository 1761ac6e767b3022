import type { Part, Result } from '@reason/core'
import { createAttempts } from '@reason/core/attempts'
import { failureIn, saysNothing } from '../errors/answer-failure.ts'
import type { AnswerFailure } from '../errors/failure.ts'
import { createProgress, type Progress } from './choice-progress.ts'

/**
 * Makes one generation of the parts of several attempts. An attempt counts from its first words on: one that says nothing leaves the end of
 * the one before it.
 */
export interface AttemptSeries {
  /** Of the attempt that runs. */
  progress: Progress
  /** How many there were. */
  count(): number
  /** The attempt that runs has said nothing yet, and another one was before it. */
  isFresh(): boolean
  /** Several choices have one attempt. */
  mayFollow: boolean
  /** How the generation would end now. Undefined: its text has no end yet. */
  finish(): Result['finish']
  /**
   * Another attempt begins.
   *
   * @param announcement - For a warning before its parts.
   * @param withoutThinking - It may not think.
   */
  follow(announcement?: string, withoutThinking?: boolean): void
  /** What these parts of the attempt are good for. `wait`: they say nothing so far. */
  judge(parts: readonly Part[]): 'use' | 'wait' | Useless
  /** The attempt ends with these parts. @returns Why the one before it stands. */
  judgeLast(parts: readonly Part[]): Useless | undefined
  /** Hands the parts of the generation on one by one: what is done about one may matter for the next. */
  join(parts: readonly Part[], take: (part: Part) => void): void
  /** The parts with which the generation ends. */
  conclude(): readonly Part[]
  /** Its last parts, where no answer comes after its reasoning. @param native - What the upstream would call that. */
  cut(native: string | undefined): Part[]
}

/** The attempt was to be better than the one before it, and is not. */
export interface Useless {
  failure: AnswerFailure | undefined
}

/**
 * @param choices - How many the request asked for.
 * @param keepsThought - What was thought may be asked for.
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

// By index: some lists are frozen, and V8 walks through lists of two kinds by a call for each element.
function takeAll(parts: readonly Part[], take: (part: Part) => void): void {
  for (let at = 0; at < parts.length; at++) take(parts[at]!)
}

const inVain: Part = {
  type: 'warning',
  code: 'rescued',
  message:
    'The gateway sent the request again without thinking, and no answer came of that, either. Name the server (--upstream-engine, --upstream-provider), or raise the budget.',
}

const exhausted = (choice: number, native: string | undefined): Part => ({
  type: 'finish',
  reason: 'reasoning-exhausted',
  ...(choice > 0 && { choice }),
  ...(native !== undefined && { native }),
})

const isThought = (part: Part): boolean => part.type === 'delta' && part.channel === 'reasoning' && part.text.trim() !== ''
