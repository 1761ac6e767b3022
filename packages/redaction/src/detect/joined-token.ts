import { alphanumeric, characterSet, except, has, type CharacterSet } from '../characters.ts'
import { entropy } from '../entropy.ts'
import { ahead, codeAt, run, type Window } from '../window.ts'

/** What may stand where a token was cut in two: a line end, as it is or escaped, or the end of a string and the beginning of the next. */
const seam =
  /^(?:[\\=]?\r?\n[ \t]{0,16}|(?:\\r)?\\n[ \t]{0,16}|["'`](?:[ \t]{0,2}(?:\\?\r?\n[ \t]{0,16})?(?:\+{1,2}|[.&,^~]|\|\||\.\.|<>|\.concat\(|;?[ \t]{0,2}(?:\r?\n|;)[ \t]{0,16}\$?\w{1,24}[ \t]?[+.]=))?[ \t]{0,2}(?:\\?\r?\n)?[ \t]{0,16}["'`]|["'`]\}\$?\{["'`])/
/** Strings that an operator joins are one, whatever is in them. */
const operator = /^["'`][^"'`]*[+.&}|]/
const ofSeam = characterSet(' \t\r\n\\"\'`+.&,|;=${}^~<>(A-Za-z0-9_')
const notOfSeam = except(ofSeam)
const seamChars = 48
const beginsSeam = characterSet('\r\n\\"\'`=')
const space = 32
const mostGroups = 40
const maxGroupChars = 10
/** More lines than a token is broken into. */
const maxPieces = 6
const fewestChars = 6
/** A prefix that stands alone before a seam is longer than a word may be by chance. */
const fewestPrefixChars = 4

export interface Joined {
  end: number
  /** The pieces without what stands between them. */
  text: string
}

/** Lengths of a token behind its prefix. */
export interface Lengths {
  min: number
  max: number
}

/** A token whose first piece stands from `at` to `to`, its prefix ending at `from`: with the pieces that follow, if it was cut. */
export function joinToken(
  window: Window,
  at: number,
  from: number,
  to: number,
  characters: CharacterSet,
  { min, max }: Lengths,
  isToken: (at: number) => boolean,
): Joined | undefined {
  if (codeAt(window, to) === space) return to - from < min ? joinGroups(window, at, to, characters, from - at + min) : undefined
  if (!has(beginsSeam, codeAt(window, to)) || (to - from < fewestChars && (to > from || from - at < fewestPrefixChars))) return undefined
  let text = window.text.slice(at, to)
  const prefix = from - at
  let end = to
  for (let pieces = 0; pieces < maxPieces; pieces++) {
    const missing = text.length - prefix < min
    const isDone = !missing && (min === max || text.length - prefix < 20)
    if (!has(beginsSeam, codeAt(window, end))) break
    const between = seam.exec(ahead(window, end, seamChars, notOfSeam))?.[0]
    if (window.short) return undefined
    if (between === undefined) break
    const next = end + between.length
    const isJoined = operator.test(between)
    if (isToken(next) || (isDone && !isJoined)) break
    const stop = run(window, characters, next, next + max)
    if (window.short) return undefined
    const piece = window.text.slice(next, stop)
    if (piece === '' || has(alphanumeric, codeAt(window, stop)) || text.length - prefix + piece.length > max) break
    if (isJoined) {
      // Whatever it is.
    } else if (missing ? !/\d|[a-z][A-Z]|[A-Z][a-z]*[A-Z]/.test(piece) : !isRandom(piece)) break
    text += piece
    end = stop
  }
  return end === to || text.length - prefix < min ? undefined : { end, text }
}

/** `ghp_ aB3d E5gH …`: a token in groups of equal length. */
function joinGroups(window: Window, at: number, to: number, characters: CharacterSet, least: number): Joined | undefined {
  let text = window.text.slice(at, to)
  let size = 0
  let end = to
  for (let groups = 0; groups < mostGroups && codeAt(window, end) === space; groups++) {
    const stop = run(window, characters, end + 1, end + maxGroupChars + 2)
    const length = stop - end - 1
    if (window.short || length === 0 || length > maxGroupChars || (groups > 0 && length > size)) break
    text += window.text.slice(end + 1, stop)
    end = stop
    if (groups > 0 && length < size) break
    size = length
  }
  return !window.short && size > 2 && text.length >= least && isRandom(text) ? { end, text } : undefined
}

/** So mixed that it is not the first word of the next line. */
export const isRandom = (piece: string): boolean =>
  piece.length >= 16 && /\d/.test(piece) && /[a-z]/.test(piece) && /[A-Z]/.test(piece) && entropy(piece) >= 3.3
