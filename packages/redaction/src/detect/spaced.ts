import { characterSet, has, isSpace, runEnd, word as wordCharacters } from '../characters.ts'
import { before, codeAt, reached, type Detected, type Found, type Window } from '../window.ts'

const [space, hyphen, dot] = [32, 45, 46]
const mostLetters = 256
const fewestLetters = 8
const contextBefore = 64

/** What may stand between hyphens or dots. */
const spelt = characterSet('A-Za-z0-9_.@:/$?=&%+!#-')
/** Behind these, another one begins. */
const begins = (code: number): boolean => isSpace(code) || code === 58 || code === 61

/** Whether a letter at `at` stands alone between spaces or hyphens, and so does the next. */
export function isSpacedOut(window: Window, at: number): boolean {
  const { text } = window
  const gap = codeAt(window, at + 1)
  return (
    (gap === space || gap === hyphen || gap === dot) &&
    !isSpace(codeAt(window, at + 2)) &&
    codeAt(window, at + 3) === gap &&
    !(text.charCodeAt(at - 1) === gap && at > 1 && !begins(text.charCodeAt(at - 2)) && (at < 3 || text.charCodeAt(at - 3) === gap))
  )
}

/**
 * What is spelt letter by letter, `g h p _ …` or `A-K-I-A-…`, from the letter at `at` on.
 *
 * @param look - Finds the first thing in a text, of which so many characters are context.
 */
export function detectSpaced(window: Window, at: number, look: (text: string, from: number) => Found | undefined): Detected {
  const { text } = window
  const gap = text.charCodeAt(at + 1)
  const limit = at + 2 * mostLetters
  const stop = Math.min(limit, window.end)
  let to = at
  let plain = ''
  while (to < stop) {
    const code = text.charCodeAt(to)
    if (isSpace(code) || code > 126 || (gap !== space && !has(spelt, code))) break
    // The letter of a word.
    if (to + 1 < text.length && text.charCodeAt(to + 1) !== gap && has(wordCharacters, text.charCodeAt(to + 1))) break
    plain += text[to]
    to += 2
    if (text.charCodeAt(to - 1) !== gap) break
  }
  reached(window, Math.min(to + 1, window.end), limit)
  if (window.short || plain.length < fewestLetters) return undefined
  const context = before(window, at, contextBefore)
  const found = look(context + plain, context.length)
  if (found === undefined || found.end - found.start < fewestLetters - 1) return undefined
  const last = context.length + plain.length
  const foundEnd = found.rest === undefined ? found.end : runEnd(context + plain, found.rest, found.end, last)
  // A row of digits is a table, unless something says what it is.
  if (/^\d+$/.test(plain) && found.type === 'card' && !/card|kart|tarjeta|carte/i.test(context)) return undefined
  const start = at + 2 * (found.start - context.length)
  return {
    start,
    end: Math.min(at + 2 * (foundEnd - context.length) - 1, window.end),
    type: found.type,
    ...(found.rule !== undefined && { rule: found.rule }),
    value: found.value ?? (context + plain).slice(found.start, foundEnd),
  }
}
