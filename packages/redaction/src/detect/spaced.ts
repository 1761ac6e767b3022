import { characterSet, has, isQuote, isSpace, runEnd, word as wordCharacters } from '../characters.ts'
import { plain as plainOf } from '../lookalikes.ts'
import { ahead, before, begins, codeAt, reached, type Detected, type SensitiveSpan, type Window } from '../window.ts'

/** Characters that may be spelled, and nevertheless separate letters. */
const gaps = characterSet('._/*-')
const divided = /^ [./*-] $/
/** Maximum length of a gap: `', '`, `" + "`. */
const maxGapChars = 8
const mostLetters = 256
const fewestLetters = 8
const contextBefore = 64

/** Characters that may be spelled with hyphens or dots. */
const spelt = characterSet('A-Za-z0-9_.@:/$?=&%+!#-')
/** Whether a row may begin after this character. */
const mayPrecede = (code: number): boolean => isSpace(code) || code === 58 || code === 61

/** The number of the first line in a numbered list, and of the next one. */
const firstNumber = /(?:^|\n)[ \t]{0,4}1[.):] ?$/
const nextNumber = /^\n[ \t]{0,2}(?!1\D)\d{1,3}[.):] ?/

/** The gap between quoted letters that an operator joins: `"g" + "h"`. */
const quotedGap = /^(["'`]) ?[+.&] ?\1/

/** The gap after the letter at `at`, if the next letter has the same one: `g h`, `g, h, `, `'g', 'h', `, `1. g 2. h`. Undefined if not. */
function gapAt(window: Window, at: number): string | undefined {
  if (codeAt(window, at + 1) === 10 && firstNumber.test(before(window, at, 9)))
    return nextNumber.exec(ahead(window, at + 1, maxGapChars))?.[0]
  let next = at + 1
  if (isQuote(codeAt(window, next))) next += quotedGap.exec(ahead(window, next, maxGapChars))?.[0].length ?? 0
  while (next <= at + maxGapChars && !has(spelt, codeAt(window, next))) next++
  if (next === at + 1) next += has(gaps, codeAt(window, next)) ? 1 : begins(window, '::', next) ? 2 : maxGapChars
  // `g / h`
  else if (next === at + 2 && divided.test(ahead(window, at + 1, 3)) && begins(window, window.text.slice(at + 1, at + 4), at + 5)) next += 2
  if (window.short || next > at + maxGapChars) return undefined
  const gap = window.text.slice(at + 1, next)
  return gapEnd(window, gap, next + 1) > 0 && !isSpace(codeAt(window, next)) ? gap : undefined
}

/** End of the gap at `at`. Its number or dash may differ: beside digits, a dash is read as a hyphen. 0 if there is none. */
function gapEnd(window: Window, gap: string, at: number): number {
  if (begins(window, gap, at)) return at + gap.length
  const code = gap.charCodeAt(0)
  if (gap.length === 1) return like(code) === like(codeAt(window, at)) ? at + 1 : 0
  return nextNumber.test(gap) ? at + (nextNumber.exec(ahead(window, at, maxGapChars))?.[0].length ?? -at) : 0
}

const like = (code: number): string | number => plainOf.get(code) ?? String.fromCharCode(code)

/** Whether a row of spaced-out letters begins at `at`. */
export function isSpacedOut(window: Window, at: number): boolean {
  const gap = gapAt(window, at)
  if (gap === undefined) return false
  const { text } = window
  const letter = at - gap.length - 1
  if (letter < 0 || !text.startsWith(gap, letter + 1)) return true
  return mayPrecede(text.charCodeAt(letter)) || (letter > 0 && !text.startsWith(gap, letter - gap.length))
}

/**
 * Detects text that is spelled letter by letter, `g h p _ …` or `A-K-I-A-…`, from the letter at `at` on.
 *
 * @param look - Finds the first secret in a text from a position on. The text before is context.
 */
export function detectSpaced(window: Window, at: number, look: (text: string, from: number) => SensitiveSpan | undefined): Detected {
  const { text } = window
  const gap = gapAt(window, at)
  if (gap === undefined) return undefined
  const limit = at + (gap.length + 1) * mostLetters
  const stop = Math.min(limit, window.end)
  const places: number[] = []
  let to = at
  let plain = ''
  while (to < stop) {
    const code = text.charCodeAt(to)
    if (isSpace(code) || code > 126 || (gap[0] !== ' ' && !has(spelt, code))) break
    // The letter belongs to a word.
    if (to + 1 < text.length && text[to + 1] !== gap[0] && has(wordCharacters, text.charCodeAt(to + 1))) break
    plain += text[to]
    places.push(to)
    const next = gapEnd(window, gap, to + 1)
    if (next === 0) break
    to = next
  }
  reached(window, Math.min(to + 1, window.end), limit)
  if (window.short || plain.length < fewestLetters) return undefined
  const context = before(window, at, contextBefore)
  const found = look(context + plain, context.length)
  if (found === undefined || found.end - found.start < fewestLetters - 1) return undefined
  const last = context.length + plain.length
  const foundEnd = found.rest === undefined ? found.end : runEnd(context + plain, found.rest, found.end, last)
  // A row of digits is usually a table, unless a word names a card.
  if (/^\d+$/.test(plain) && found.type === 'card' && gap !== '-' && !/card|kart|tarjeta|carte/i.test(context)) return undefined
  const letters = places.slice(found.start - context.length, foundEnd - context.length)
  const { rest: _, ...kept } = found
  const parts = gap.includes('"') ? letters.map((start) => ({ start, end: start + 1 })) : undefined
  const value = found.value ?? (context + plain).slice(found.start, foundEnd)
  return { ...kept, start: letters[0]!, end: letters.at(-1)! + 1, value, parts }
}
