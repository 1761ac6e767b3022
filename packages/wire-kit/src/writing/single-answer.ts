import type { Part } from '@reason/core'
import type { ErrorPart, FinishPart, StartPart, Usage } from '@reason/core/parts'
import { isEmpty } from '../values/loose.ts'
import type { NotCarried } from '../values/not-carried.ts'

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

/**
 * Takes the parts of a response with one choice to its beginning, its content and its ending.
 *
 *   begin ──▶ { content }* ──finish──▶ { late content }* ──end──▶ ending
 *     └────────────┴──error, or an aborted generation──▶ error
 *
 * The ending waits for the last part, because seals and usage may come after the finish reason. A class, which allocates less for each
 * answer than closures.
 */
export class SingleAnswer {
  readonly #steps: AnswerSteps
  readonly #notCarried: NotCarried
  #started: StartPart | undefined
  #usage: Usage | undefined
  #finish: FinishPart | undefined
  #begun = false
  #over = false

  constructor(steps: AnswerSteps, notCarried: NotCarried) {
    this.#steps = steps
    this.#notCarried = notCarried
  }

  push(part: Part): void {
    if (this.#over) {
      if (part.type === 'delta' || part.type === 'tool-call-delta') this.#notCarried('text after an error')
      return
    }
    if ((part.choice ?? 0) !== 0) return this.#notCarried('a second choice')
    switch (part.type) {
      case 'finish':
        if (!isEmpty(part.seals)) this.#notCarried('seals of a whole response')
        this.#finish ??= part
        return
      case 'error':
        return this.fail(part.error)
      case 'end':
        return this.end()
      case 'start':
        this.#started ??= part
        break
      case 'usage':
        this.#usage = part.usage
    }
    this.#steps.write(part)
  }

  begin(): void {
    if (this.#begun) return
    this.#begun = true
    this.#steps.begin?.()
  }

  end(): void {
    if (this.#over) return
    this.#steps.end(this.#finish, this.#usage)
    this.#over = true
  }

  fail(error: ErrorPart['error']): void {
    this.#over = true
    this.#steps.fail(error)
  }

  /** True between the beginning and the ending. */
  isOpen(): boolean {
    return this.#begun && !this.#over
  }

  /** The first `start`. */
  started(): StartPart | undefined {
    return this.#started
  }
}
