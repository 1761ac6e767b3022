import type { Part } from '@reason/core'
import type { ErrorPart, FinishPart, StartPart, Usage } from '@reason/core/parts'
import { isEmpty } from '../values/loose.ts'

/** How a format writes a response with one choice. */
export interface AnswerSteps {
  /** Writes the beginning. Called once, before the first content at the latest. */
  begin?(): void
  /** Writes a part, unless it ends the response. */
  write(part: Part): void
  /** Writes the ending, or an error for a generation that was not completed. */
  end(finish: FinishPart | undefined, usage: Usage | undefined): void
  /** Writes an error in place of the ending, possibly without a beginning. */
  fail(error: ErrorPart['error']): void
}

/** Writer of a response with one choice. */
export interface SingleAnswer {
  push(part: Part): void
  end(): void
  begin(): void
  fail(error: ErrorPart['error']): void
  /** True between the beginning and the ending. */
  isOpen(): boolean
  /** The first `start`. */
  started(): StartPart | undefined
}

/**
 * Takes the parts of a response with one choice to its beginning, its content and its ending.
 *
 *   begin ──▶ { content }* ──finish──▶ { late content }* ──end──▶ ending
 *     └────────────┴──error, or an aborted generation──▶ error
 *
 * The ending waits for the last part, because seals and usage may come after the finish reason.
 */
export function createSingleAnswer(steps: AnswerSteps, notCarried: (what: string) => void): SingleAnswer {
  let started: StartPart | undefined
  let usage: Usage | undefined
  let finish: FinishPart | undefined
  let begun = false
  let over = false

  return { push, end, begin, fail, isOpen: () => begun && !over, started: () => started }

  function push(part: Part): void {
    if (over) {
      if (part.type === 'delta' || part.type === 'tool-call-delta') notCarried('text after an error')
      return
    }
    if ((part.choice ?? 0) !== 0) return notCarried('a second choice')
    switch (part.type) {
      case 'finish':
        if (!isEmpty(part.seals)) notCarried('seals of a whole response')
        finish ??= part
        return
      case 'error':
        return fail(part.error)
      case 'end':
        return end()
      case 'start':
        started ??= part
        break
      case 'usage':
        usage = part.usage
    }
    steps.write(part)
  }

  function begin(): void {
    if (begun) return
    begun = true
    steps.begin?.()
  }

  function end(): void {
    if (over) return
    steps.end(finish, usage)
    over = true
  }

  function fail(error: ErrorPart['error']): void {
    over = true
    steps.fail(error)
  }
}
