import { characterSet, except, has, isDigit, isQuote, isSpace, word } from '../characters.ts'
import { ahead, before, codeAt, run, type Detected, type SensitiveSpan, type Window } from '../window.ts'

/** Characters before a quotation mark that show that it closes a string, or belongs to strings already joined. */
const [closes, joins] = [characterSet('A-Za-z0-9_"\'`+.&|)'), characterSet('"\'`+.&|')]
/** A line end, plain or escaped. */
const line = String.raw`(?:\\?\r?\n|(?:\\{1,2}r)?\\{1,2}n)`
const lineIn = String.raw`(?:${line}[ \t]{0,16})?`
const joint = String.raw`[ \t]{0,2}${lineIn}(?:\+{1,2}|\.\.?|&|\|\||<>|[~^]|\.concat\()[ \t]{0,2}${lineIn}|[ \t]?${line}?[ \t]{0,16}|\}\$?\{`
/** End of a string and start of the next one, with a prefix as in `f"…" f"…"`. The first group is the quotation mark. */
export const seamPattern = String.raw`\\{0,3}(["'\x60])(?:${joint})[a-z]?\\{0,3}\1`
const seam = new RegExp(`^${seamPattern}`)
const ofSeam = except(characterSet('\\"\'`+.&|<>~^ \t\r\n(){}$bfruconcat'))
/** Prefixes of strings, if they are not the end of a word. */
const prefix = characterSet('bBfFrRuU')
const mayFollow = characterSet(' \t\r\n+.&|<~^}"\'`\\')
/** Characters of a string without blanks. */
const inString = except(characterSet(' \t\r\n\v\f"\'`\\'))
const seamChars = 48
const pieceChars = 128
const mostPieces = 8
const contextBefore = 64
const [space, backslash] = [32, 92]

/**
 * Reads concatenated or adjacent strings as one: `"4111 1111 " + "1111 1111"`. The first string begins at `at`.
 *
 * @param look - Finds the first secret in a text from a position on. The text before is context.
 */
export function detectJoinedStrings(window: Window, at: number, look: (text: string, from: number) => SensitiveSpan | undefined): Detected {
  const { text } = window
  let opener = at - 2
  while (text.charCodeAt(opener) === backslash) opener--
  if (has(prefix, text.charCodeAt(opener)) && !has(closes, text.charCodeAt(opener - 1))) opener--
  const isTight = text.charCodeAt(opener) !== space
  while (text.charCodeAt(opener) === space && at - opener < 8) opener--
  if (has(isTight ? closes : joins, text.charCodeAt(opener))) return undefined
  let to = pieceEnd(window, at)
  if (to === undefined || !mayGoOn(window, to)) return undefined
  const pieces: { from: number; begin: number }[] = []
  let plain = ''
  let from = at
  while (to !== undefined && pieces.length < mostPieces) {
    pieces.push({ from, begin: plain.length })
    plain += text.slice(from, to)
    const between = mayGoOn(window, to) ? seamAt(window, to) : 0
    if (window.short) return undefined
    if (between === 0) break
    from = to + between
    to = pieceEnd(window, from)
  }
  if (window.short || to === undefined) return undefined
  if (pieces.length < 2) return undefined
  const context = before(window, at, contextBefore)
  const found = look(context + plain, context.length)
  // A find that continues after the strings is detected in a later piece.
  if (found === undefined || found.rest !== undefined || found.body === true) return undefined
  const start = placeOf(found.start - context.length)
  const end = placeOf(found.end - 1 - context.length)
  if (end.piece === 0) return undefined
  return { ...found, start: start.at, end: end.at + 1, value: found.value ?? (context + plain).slice(found.start, found.end) }

  function placeOf(index: number): { at: number; piece: number } {
    const piece = pieces.findLastIndex(({ begin }) => begin <= index)
    return { at: pieces[piece]!.from + index - pieces[piece]!.begin, piece }
  }
}

/** Length of the seam between two strings at `at`. 0 if there is none. */
export function seamAt(window: Window, at: number): number {
  return seam.exec(ahead(window, at, seamChars, ofSeam))?.[0].length ?? 0
}

/** Whether another string may follow. For most strings, the character after them excludes it. */
function mayGoOn(window: Window, to: number): boolean {
  let at = to
  while (at - to < 4 && codeAt(window, at) === backslash) at++
  return has(mayFollow, codeAt(window, at + 1))
}

/** End of the string that begins at `from`. Undefined if it consists of words. */
function pieceEnd(window: Window, from: number): number | undefined {
  for (
    let at = run(window, inString, from, from + pieceChars);
    at < from + pieceChars;
    at = run(window, inString, at + 1, from + pieceChars)
  ) {
    if (window.short) return undefined
    const code = codeAt(window, at)
    if (isQuote(code)) return at
    if (code === backslash) return isQuote(codeAt(window, at + 1)) ? at : undefined
    if (Number.isNaN(code) || (isSpace(code) && !isGap(window, at))) return undefined
  }
  return undefined
}

/** Whether a blank is between groups of digits, or at the end of a string. */
function isGap(window: Window, at: number): boolean {
  const next = codeAt(window, at + 1)
  return window.text.charCodeAt(at) === space && (isDigit(next) || isQuote(next) || !has(word, next))
}
