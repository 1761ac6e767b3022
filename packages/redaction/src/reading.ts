import { createSearch, isPlain, meaning, openChars } from './disguises.ts'

/**
 * A reading of a text for detectors: in plain characters, without invisible ones, and with escapes decoded.
 *
 *     raw      4111<NBSP>1111…   ghp<ZWSP>_aB3…   jane\u0040example.com   k%3Dv
 *     read     4111 1111…        ghp_aB3…         jane@example.com        k=v
 *
 * The output is the raw text. A reading maps each position of the read text to the raw text.
 */
export interface UndisguisedText {
  /**
   * Reads a piece.
   *
   * @param piece - Next piece of the raw text.
   * @param final - Whether it is the last piece.
   * @returns Text to append to the read text.
   */
  read(piece: string, final: boolean): string
  /** Whether raw and read text differ in the part that was not returned. If not, the methods below are not needed. */
  differs(): boolean
  /** The raw text up to the character at `to`, from where the last call ended. */
  give(to: number): string
  /** Skips the raw text up to the character at `to`. Invisible characters directly before `to` are not skipped. */
  skip(to: number): void
  /** Adjusts positions after the first `chars` of the read text were removed. */
  move(chars: number): void
}

/** Position of the read text from which each character is one raw character, until the next seam. */
interface Seam {
  at: number
  /** End of the raw text of the character before `at`. */
  end: number
  /** Start of the raw text of the character at `at`. After `end` if invisible characters are between them. */
  start: number
}

/**
 * Maximum run of raw characters without a counterpart in the read text. Each character that is read allows one more. A detector that waits for a bounded number
 * of characters therefore holds a bounded raw text, a little over twice as long.
 */
export const spareChars = 768
/** How far disguises look back: over a letter and eight tags. */
const seenChars = 17
/** Text that was read but not returned. */
export interface Held {
  /** The read text. */
  text: string
  /** Position of `text` in the owner's copy of the read text. */
  from: number
}

/** @param held - Called only when raw and read text begin to differ. */
export function createReading(held: () => Held): UndisguisedText {
  /** Raw text that may still become an escape. */
  let pending = ''
  /** Raw text that ends before `pending`. */
  let before = ''
  let spare = spareChars
  /** Length of the read text that was removed from its start. */
  let shift = 0
  /** Raw text that was not returned. Undefined while it equals the read text. */
  let raw: string | undefined
  /** Positions in the raw text: returned or skipped, and received. */
  let from = 0
  let came = 0
  let seams: Seam[] = []
  /** Position in the read text after which nothing differs. */
  let same = 0
  return { read, differs: () => raw !== undefined, give, skip, move }

  function read(piece: string, final: boolean): string {
    if (pending === '' && isPlain(piece)) {
      if (piece === '') return ''
      before = piece.length < seenChars ? before.slice(-seenChars) + piece : piece
      spare = Math.min(spareChars, spare + piece.length)
      if (raw !== undefined) {
        raw += piece
        came += piece.length
      }
      return piece
    }
    const text = pending + piece
    // Includes the text before: after another backslash, there is no escape, and after a word, tags are invisible.
    const last = before.slice(-seenChars)
    const seen = last + text
    // The text before was already read.
    const wait = final ? 0 : Math.min(openChars(seen), text.length)
    pending = wait === 0 ? '' : text.slice(-wait)
    const now = wait === 0 ? seen : seen.slice(0, -wait)
    return convert(now, last.length, seen)
  }

  /** @param whole - Text including the waiting part, which is checked but not read. */
  function convert(now: string, begin: number, whole: string): string {
    let result = ''
    let done = begin
    const { text: kept, from: given } = held()
    const base = given + kept.length + shift
    const next = createSearch(whole)
    for (let found = next(begin); found !== null && found.index < now.length; found = next(done)) {
      spare = Math.min(spareChars, spare + found.index - done)
      const read = meaning(found)
      const lost = read === undefined ? 0 : found[0].length - read.length
      if (read === undefined || read === found[0] || lost > spare) {
        result += now.slice(done, found.index + found[0].length)
        spare = Math.min(spareChars, spare + found[0].length)
        done = found.index + found[0].length
        continue
      }
      if (raw === undefined) begins(kept, given + shift)
      const start = came + (found.index - begin)
      result += now.slice(done, found.index)
      // A reading of several characters, `://`, counts as if its last one had the long raw form.
      result += read
      done = found.index + found[0].length
      spare -= lost
      same = base + result.length
      if (lost !== 0) seam(base + result.length, read === '' ? start : start + found[0].length, start + found[0].length)
    }
    result += now.slice(done)
    spare = Math.min(spareChars, spare + now.length - done)
    if (raw !== undefined) {
      raw += now.slice(begin)
      came += now.length - begin
    }
    if (now !== '') before = now
    return result
  }

  function begins(kept: string, at: number): void {
    raw = kept
    from = 0
    came = kept.length
    seams = [{ at, end: 0, start: 0 }]
  }

  function seam(at: number, end: number, start: number): void {
    const before = seams.at(-1)!
    if (before.at === at) before.start = start
    else seams.push({ at, end, start })
  }

  /** Raw positions for a read position: the end of the text before `to`, and the start of the text after it. */
  function placeOf(to: number): { end: number; start: number } {
    const at = to + shift
    let i = 0
    while (i + 1 < seams.length && seams[i + 1]!.at <= at) i++
    if (i > 0) seams.splice(0, i)
    const { at: origin, end, start } = seams[0]!
    return origin === at ? { end, start } : { end: start + at - origin, start: start + at - origin }
  }

  function give(to: number): string {
    const { start } = placeOf(to)
    const piece = raw!.slice(0, start - from)
    cut(start, to)
    return piece
  }

  function skip(to: number): void {
    cut(placeOf(to).end, to)
  }

  function cut(to: number, at: number): void {
    raw = raw!.slice(to - from)
    from = to
    if (at + shift > same && seams.length === 1) raw = undefined
  }

  function move(chars: number): void {
    shift += chars
  }
}

/** Reading of a whole text. */
export const readOf = (text: string): string => (isPlain(text) ? text : createReading(() => ({ text: '', from: 0 })).read(text, true))
