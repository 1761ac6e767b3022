import { characterSet, has, isSpace, runEnd, word as wordCharacters } from '../characters.ts'
import { ahead, before, begins, codeAt, reached, type Detected, type SensitiveSpan, type Window } from '../window.ts'

/** Characters that may be spelled, and nevertheless separate letters. */
const gaps = characterSet('._/*-')
const divided = /^ [/*-] $/
/** Maximum length of a gap: `', '`, `" + "`. */
const maxGapChars = 8
const mostLetters = 256
const fewestLetters = 8
const contextBefore = 64

/** Characters that may be spelled with hyphens or dots. */
const spelt = characterSet('A-Za-z0-9_.@:/$?=&%+!#-')
/** Whether a row may begin after this character. */
const mayPrecede = (code: number): boolean => isSpace(code) || code === 58 || code === 61

/** The gap after the letter at `at`, if the next letter has the same one: `g h`, `g, h, `, `'g', 'h', `. Undefined if not. */
function gapAt(window: Window, at: number): string | undefined {
  let next = at + 1
  while (next <= at + maxGapChars && !has(spelt, codeAt(window, next))) next++
  if (next === at + 1) next += has(gaps, codeAt(window, next)) ? 1 : maxGapChars
  // `g / h`
  else if (next === at + 2 && divided.test(ahead(window, at + 1, 3)) && begins(window, window.text.slice(at + 1, at + 4), at + 5)) next += 2
  if (window.short || next > at + maxGapChars) return undefined
  const gap = window.text.slice(at + 1, next)
  return begins(window, gap, next + 1) && !isSpace(codeAt(window, next)) ? gap : undefined
}

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
  const step = gap.length + 1
  const limit = at + step * mostLetters
  const stop = Math.min(limit, window.end)
  let to = at
  let plain = ''
  while (to < stop) {
    const code = text.charCodeAt(to)
    if (isSpace(code) || code > 126 || (gap[0] !== ' ' && !has(spelt, code))) break
    // The letter belongs to a word.
    if (to + 1 < text.length && text[to + 1] !== gap[0] && has(wordCharacters, text.charCodeAt(to + 1))) break
    plain += text[to]
    to += step
    if (!text.startsWith(gap, to - step + 1)) break
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
  const end = Math.min(at + step * (foundEnd - context.length) - step + 1, window.end)
  return {
    start,
    end,
    type: found.type,
    ...(found.rule !== undefined && { rule: found.rule }),
    value: found.value ?? (context + plain).slice(found.start, foundEnd),
    ...(gap.includes('"') && {
      parts: Array.from({ length: foundEnd - found.start }, (_, i) => ({ start: start + i * step, end: start + i * step + 1 })),
    }),
  }
}
