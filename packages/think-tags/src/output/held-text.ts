import { quotedChars } from '../matching/quoted.ts'

/** Text that is held for a decision, as the original pieces. Joining them at each piece would be quadratic. */
export interface HeldText {
  length(): number
  add(piece: string): void
  /** The last `quotedChars` units, or more. */
  ending(): string
  isBlank(): boolean
  /** Returns all of the text and clears it. */
  take(): string
}

export function createHeldText(): HeldText {
  let pieces: string[] = []
  let length = 0
  return {
    length: () => length,
    add(piece) {
      if (piece === '') return
      pieces.push(piece)
      length += piece.length
    },
    ending: () => pieces.slice(-quotedChars).join(''),
    isBlank: () => pieces.every((piece) => piece.trim() === ''),
    take() {
      const text = pieces.join('')
      pieces = []
      length = 0
      return text
    },
  }
}
