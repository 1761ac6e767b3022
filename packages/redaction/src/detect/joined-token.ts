import { alphanumeric, characterSet, except, has, type CharacterSet } from '../characters.ts'
import { entropy } from '../entropy.ts'
import { ahead, codeAt, run, type Window } from '../window.ts'

/** Separator at which a token may be cut: a line end, plain or escaped, or the end of a string and the start of the next. */
const seam =
  /^(?:[\\=]?\r?\n[ \t]{0,16}(?:> ?){0,2}|(?:\\r)?\\n[ \t]{0,16}|["'`](?:[ \t]{0,2}(?:\\?\r?\n[ \t]{0,16})?(?:\+{1,2}|[.&,^~]|\|\||\.\.|<>|\.concat\(|;?[ \t]{0,2}(?:\r?\n|;)[ \t]{0,16}\$?\w{1,24}[ \t]?[+.]=))?[ \t]{0,2}(?:\\?\r?\n)?[ \t]{0,16}["'`]|["'`]\}\$?\{["'`])/
/** Strings joined by an operator are joined whatever they contain. */
const operator = /^["'`][^"'`]*[+.&}|]/
const ofSeam = characterSet(' \t\r\n\\"\'`+.&,|;=${}^~<>(A-Za-z0-9_')
const notOfSeam = except(ofSeam)
const seamChars = 48
const beginsSeam = characterSet('\r\n\\"\'`=')
const space = 32
const mostGroups = 40
const maxGroupChars = 10
/** Maximum number of lines of a broken token. */
const maxPieces = 6
const fewestChars = 6
/** Minimum length of a prefix that is alone before a seam. Shorter ones could be words. */
const fewestPrefixChars = 4

export interface Joined {
  end: number
  /** Text of the joined pieces. */
  text: string
}

/** Minimum and maximum length of a token after its prefix. */
export interface Lengths {
  min: number
  max: number
}

/** Joins a token that was cut. Its first piece is from `at` to `to`, and its prefix ends at `from`. Undefined if it was not cut. */
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

/** Joins a token in groups of equal length: `ghp_ aB3d E5gH …`. */
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

/** Whether a piece is too mixed to be the first word of the next line. */
export const isRandom = (piece: string): boolean =>
  piece.length >= 16 && /\d/.test(piece) && /[a-z]/.test(piece) && /[A-Z]/.test(piece) && entropy(piece) >= 3.3
