import type { Part } from '@reason/core'

/** Bytes that an upstream may send after its finish. They wait in memory for its end, because another attempt may replace that finish. */
const mostAfterFinish = 4_194_304

/** How far an answer has come: its length, its finish reasons and its usage. */
export class AnswerProgress {
  /** Bytes so far. */
  length = 0
  /** Usage was reported. */
  isCounted = false
  readonly #choices: number
  /** Choices with a finish reason, and the length at which all had one. */
  readonly #finished = new Set<number>()
  #finishedAt = Number.POSITIVE_INFINITY

  constructor(choices: number) {
    this.#choices = choices
  }

  see(part: Part): void {
    if (part.type === 'usage') this.isCounted = true
    if (part.type !== 'finish') return
    this.#finished.add(part.choice ?? 0)
    if (this.hasFinished()) this.#finishedAt = Math.min(this.#finishedAt, this.length)
  }

  /** Every choice has its finish reason. */
  hasFinished(): boolean {
    return this.#finished.size >= this.#choices
  }

  /** The answer goes on for too long after its finish. */
  isOverlong(): boolean {
    return this.length - this.#finishedAt > mostAfterFinish
  }
}
