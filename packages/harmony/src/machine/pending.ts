import { isHighSurrogate } from '@reason/core/adapter'

/** Input outside of bodies, held until its meaning is known. */
export interface Pending {
  /**
   * Position of the input. `start`: nothing is labelled yet. `header`: after a header marker. `between`: after a message, which may still be open. `junk`:
   * too long for a header, and later text is no header either.
   */
  place: 'start' | 'header' | 'between' | 'junk'
  /** The original text. */
  source: string
  /** Length of `source` at the last token. Only text follows. */
  textFrom: number
  /** The header so far, after the prompt's part and without its start token. */
  meaning: string
  /** The end of `meaning`, from its last marker on. */
  segment: string
  /** The prompt has begun the header. */
  prompted: boolean
  /** Kind of the damaged token in the header. */
  damage: 'channel' | 'other' | undefined
}

/** @param meaning - The prompt's part of the header. */
export const createPending = (place: Pending['place'], meaning: string): Pending => ({
  place,
  source: '',
  textFrom: 0,
  meaning,
  segment: meaning,
  prompted: true,
  damage: undefined,
})

export function beginHeader(pending: Pending, before: string, written: string, byPrompt: boolean, marker: string): void {
  pending.place = 'header'
  pending.source = written
  pending.textFrom = written.length
  pending.meaning = before + marker
  pending.segment = marker === '' ? before : marker
  pending.prompted = byPrompt
}

/**
 * Adds text up to the limit, plus one character. The limit is a position in the text, so chunk boundaries do not move it.
 *
 * @returns Length of the added text.
 */
export function hold(pending: Pending, piece: string, maxHeldChars: number): number {
  if (pending.source === '') pending.textFrom = 0
  let room = maxHeldChars + 1 - pending.source.length
  if (room < piece.length && isHighSurrogate(piece.charCodeAt(room - 1))) room++
  const taken = room < piece.length ? piece.slice(0, room) : piece
  pending.source += taken
  if (pending.place === 'header') {
    pending.meaning += taken
    pending.segment += taken
  }
  return taken.length
}

/** Removes the last characters. */
export function forget(pending: Pending, length: number): void {
  pending.source = pending.source.slice(0, -length)
  if (pending.place !== 'header') return
  pending.meaning = pending.meaning.slice(0, -length)
  pending.segment = pending.segment.slice(0, -length)
}

/** Clears the held text. @returns The text. */
export function release(pending: Pending): string {
  const { source } = pending
  pending.source = ''
  return source
}
