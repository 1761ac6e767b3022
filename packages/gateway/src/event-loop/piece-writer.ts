import { inSlice } from './slices.ts'
import { textPieces } from './text-pieces.ts'

/** Characters that a connection gets in one step. Encoding and copying megabytes would block other requests. */
export const mostAtOnce = 262_144

/** Writes a long text in pieces, each in its own turn of the event loop. */
export interface PieceWriter {
  /** Begins a text. Call it only if no text is being written. */
  write(text: string): void
  /** Continues after the receiver was full. */
  goOn(): void
  isBusy(): boolean
  /** Writes the rest at once. */
  finish(): void
}

export interface PieceReceiver {
  send(piece: string): void
  /** Whether the next piece has to wait for `goOn`. */
  isFull(): boolean
  /** Called after the last piece of each text. */
  onEnd(): void
}

export function createPieceWriter({ send, isFull, onEnd }: PieceReceiver): PieceWriter {
  let rest: Generator<string> | undefined
  return {
    write(text) {
      rest = textPieces(text, mostAtOnce)
      goOn()
    },
    goOn,
    isBusy: () => rest !== undefined,
    finish() {
      while (rest !== undefined) next(rest)
    },
  }

  function goOn(): void {
    if (rest === undefined) return
    next(rest)
    if (rest !== undefined && !isFull()) inSlice(goOn)
  }

  function next(pieces: Generator<string>): void {
    const { done, value } = pieces.next()
    if (done !== true) return send(value)
    rest = undefined
    onEnd()
  }
}
