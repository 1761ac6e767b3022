import { characterSet, has, isSpace, runEnd, word as wordCharacters } from '../characters.ts'
import { before, codeAt, reached, type Detected, type SensitiveSpan, type Window } from '../window.ts'

const space = 32
/** Separators between spaced-out letters. */
const gaps = characterSet(' ._,/|*-')
const signs = characterSet(',|/*')
const mostLetters = 256
const fewestLetters = 8
const contextBefore = 64

/** Characters that may be spelled with hyphens or dots. */
const spelt = characterSet('A-Za-z0-9_.@:/$?=&%+!#-')
/** Whether a row may begin after this character. */
const begins = (code: number): boolean => isSpace(code) || code === 58 || code === 61

/** Distance to the next letter, if the letters at `at` and after it are separated by blanks or signs. 0 if not. */
function stepAt(window: Window, at: number): number {
  const gap = codeAt(window, at + 1)
  if (!has(gaps, gap)) return 0
  let step = 2
  // `g  h`, `g, h`, `g | h`
  if (gap === space && has(signs, codeAt(window, at + 2)) && codeAt(window, at + 3) === space) step = 4
  else while (step < 4 && codeAt(window, at + step) === space) step++
  return isSpace(codeAt(window, at + step)) || codeAt(window, at + step + 1) !== gap ? 0 : step
}

/** Whether a row of spaced-out letters begins at `at`. */
export function isSpacedOut(window: Window, at: number): boolean {
  const gap = codeAt(window, at + 1)
  if (!has(gaps, gap)) return false
  const step = stepAt(window, at)
  if (step === 0) return false
  const { text } = window
  if (step > 2) return !(at >= 2 * step && text.startsWith(text.slice(at + 1, at + step), at - step + 1) && text[at - step] !== '=')
  return !(text.charCodeAt(at - 1) === gap && at > 1 && !begins(text.charCodeAt(at - 2)) && (at < 3 || text.charCodeAt(at - 3) === gap))
}

/**
 * Detects text that is spelled letter by letter, `g h p _ …` or `A-K-I-A-…`, from the letter at `at` on.
 *
 * @param look - Finds the first secret in a text from a position on. The text before is context.
 */
export function detectSpaced(window: Window, at: number, look: (text: string, from: number) => SensitiveSpan | undefined): Detected {
  const { text } = window
  const step = stepAt(window, at)
  if (step === 0) return undefined
  const gap = text.charCodeAt(at + 1)
  const whole = text.slice(at + 1, at + step)
  const limit = at + step * mostLetters
  const stop = Math.min(limit, window.end)
  let to = at
  let plain = ''
  while (to < stop) {
    const code = text.charCodeAt(to)
    if (isSpace(code) || code > 126 || (gap !== space && !has(spelt, code))) break
    // The letter belongs to a word.
    if (to + 1 < text.length && text.charCodeAt(to + 1) !== gap && has(wordCharacters, text.charCodeAt(to + 1))) break
    plain += text[to]
    to += step
    if (!text.startsWith(whole, to - step + 1)) break
  }
  reached(window, Math.min(to + 1, window.end), limit)
  if (window.short || plain.length < fewestLetters) return undefined
  const context = before(window, at, contextBefore)
  const found = look(context + plain, context.length)
  if (found === undefined || found.end - found.start < fewestLetters - 1) return undefined
  const last = context.length + plain.length
  const foundEnd = found.rest === undefined ? found.end : runEnd(context + plain, found.rest, found.end, last)
  // A row of digits is usually a table, unless a word names a card.
  if (/^\d+$/.test(plain) && found.type === 'card' && !/card|kart|tarjeta|carte/i.test(context)) return undefined
  const start = at + step * (found.start - context.length)
  return {
    start,
    end: Math.min(at + step * (foundEnd - context.length) - step + 1, window.end),
    type: found.type,
    ...(found.rule !== undefined && { rule: found.rule }),
    value: found.value ?? (context + plain).slice(found.start, foundEnd),
  }
}
