import type { Plan } from './plan.ts'

/**
 * Measures the delay of each word, from the upstream that writes it to the client that reads it. Both run in one process, with one clock.
 * The gateway makes the gap between two words longer by at most the delay of the second.
 */
export class Delays {
  /** The longest delay so far, in milliseconds. */
  longest = 0
  readonly #saidAt = new Map<string, number>()
  #collections = 0
  #collectedAt = 0

  said(word: string): void {
    this.#saidAt.set(word, performance.now())
  }

  /** @param text - Text that a client read. The method ignores words that are cut at its ends. */
  heard(text: string): void {
    for (const [word] of text.matchAll(words)) {
      const saidAt = this.#saidAt.get(word)
      if (saidAt === undefined) continue
      this.#saidAt.delete(word)
      if (this.#collections === 0 && saidAt > this.#collectedAt) this.longest = Math.max(this.longest, performance.now() - saidAt)
    }
  }

  /** Ignores the words that are written or read while the gateway collects garbage for the soak. */
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

/** Word for the end of an answer, whose delay is measured like that of other words. */
export const endOf = ({ id }: Pick<Plan, 'id'>): string => `end-${id}`

/** True if the client can read each word as soon as the upstream writes it. Clients that may see no reasoning never get the thoughts. */
export const isUndisturbed = ({ stream, hidden, upstreamFault, clientFault }: Plan): boolean =>
  stream && !hidden && upstreamFault === undefined && clientFault === undefined
