import { createHash, hash as hashOf, type Hash } from 'node:crypto'

/** Minimum text per hash update. Smaller updates cost more than the hash. */
const hashedAtOnce = 16_384

/** Hashes an answer that comes in pieces. */
export interface AnswerHash {
  push(text: string): void
  /** Length so far, in UTF-16 units. */
  chars(): number
  /** SHA-256, in hexadecimal digits. */
  digest(): string
}

export function createAnswerHash(): AnswerHash {
  /** Created only for answers longer than one update. */
  let hash: Hash | undefined
  let waiting = ''
  let chars = 0
  return {
    push(text) {
      chars += text.length
      waiting += text
      if (waiting.length < hashedAtOnce) return
      // An incomplete surrogate pair would be hashed as two broken halves.
      const end = isHigh(waiting.charCodeAt(waiting.length - 1)) ? waiting.length - 1 : waiting.length
      hash ??= createHash('sha256')
      hash.update(waiting.slice(0, end))
      waiting = waiting.slice(end)
    },
    chars: () => chars,
    // For a short text, creating Node's hash object would be most of the cost.
    digest: () => hash?.update(waiting).digest('hex') ?? hashOf('sha256', waiting),
  }
}

const isHigh = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
