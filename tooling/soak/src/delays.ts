import type { Plan } from './plan.ts'

/**
 * How long words are under way: from the upstream that says one to the client that hears it. Both run in one process, and look at one clock.
 * The gap between two words that a client hears is longer than the one that the upstream left by at most this.
 */
export class Delays {
  /** In milliseconds. */
  longest = 0
  readonly #saidAt = new Map<string, number>()
  #collections = 0
  #collectedAt = 0

  said(word: string): void {
    this.#saidAt.set(word, performance.now())
  }

  /** @param text - What a client got. Words that are cut by it are not looked at. */
  heard(text: string): void {
    for (const [word] of text.matchAll(words)) {
      const saidAt = this.#saidAt.get(word)
      if (saidAt === undefined) continue
      this.#saidAt.delete(word)
      if (this.#collections === 0 && saidAt > this.#collectedAt) this.longest = Math.max(this.longest, performance.now() - saidAt)
    }
  }

  /** What is said or heard meanwhile does not count: the gateway waits, as it was told to. */
  async without<T>(collection: Promise<T>): Promise<T> {
    this.#collections++
    try {
      return await collection
    } finally {
      this.#collections--
      this.#collectedAt = performance.now()
    }
  }
}

const words = /(?:think|say)-[\d.]+-\d+|end-[\d.]+/g

/** The end of an answer, which takes its time as words do. */
export const endOf = ({ id }: Pick<Plan, 'id'>): string => `end-${id}`

/** Whether each word comes as soon as it is said: to a client that may see no reasoning, thoughts never do. */
export const isUndisturbed = ({ stream, hidden, upstreamFault, clientFault }: Plan): boolean =>
  stream && !hidden && upstreamFault === undefined && clientFault === undefined
