import { isHighSurrogate } from '@reason/core/adapter'

/** Input outside of bodies, which waits until it is known what it belongs to. */
export interface Pending {
  /**
   * Where it stands. `start`: nothing is labelled yet. `header`: behind a marker of one. `between`: behind a message, in which case it may
   * be open yet. `junk`: it was too long for a header, and what follows is no header either.
   */
  place: 'start' | 'header' | 'between' | 'junk'
  /** As it was written. */
  source: string
  /** How much of `source` stood there when the last token came: behind it stands text alone. */
  textFrom: number
  /** The header so far, after what the prompt said of it and without its start token. */
  meaning: string
  /** The end of `meaning`, from its last marker on. */
  segment: string
  /** The prompt has begun the header. */
  prompted: boolean
  /** Which damaged token is part of the header. */
  damage: 'channel' | 'other' | undefined
}

/** @param meaning - What the prompt has said of the header. */
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
 * Adds text up to the limit, and a character more: the limit is a place in the text, so that no cutting of the text moves it.
 *
 * @returns How much was added.
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

/** Takes the last characters away again. */
export function forget(pending: Pending, length: number): void {
  pending.source = pending.source.slice(0, -length)
  if (pending.place !== 'header') return
  pending.meaning = pending.meaning.slice(0, -length)
  pending.segment = pending.segment.slice(0, -length)
}

/** @returns What waited. */
export function release(pending: Pending): string {
  const { source } = pending
  pending.source = ''
  return source
}
