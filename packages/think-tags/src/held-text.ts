/** Text that waits for a decision, in the pieces it came in: joining them at each piece would be quadratic. */
export interface HeldText {
  length(): number
  add(piece: string): void
  /** All of it. It is empty afterwards. */
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
    take() {
      const text = pieces.join('')
      pieces = []
      length = 0
      return text
    },
  }
}
