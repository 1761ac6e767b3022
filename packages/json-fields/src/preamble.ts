import { afterBlanks, isBlank, sign } from './json-characters.ts'

/** Text before the first known field. */
export interface Preamble {
  /** Prose before the object. */
  prose: string
  /** Beginning of the object, with a code fence and brackets around it. */
  opening: string
}

const fence = '```'
/** Limit of the word after a fence: `json`, `javascript`. */
const longestLanguage = 16

/** @param isOpened - The object begins directly after `before`. */
export function splitPreamble(before: string, isOpened: boolean): Preamble {
  const start = afterFence(before, afterBlanks(before, 0))
  if (start === before.length || before.charCodeAt(start) === sign.openBrace) return { prose: '', opening: before }
  if (!isOpened) return { prose: before, opening: '' }
  let end = before.length
  while (end > 0 && isOpening(before.charCodeAt(end - 1))) end--
  const from = before.lastIndexOf(fence, end)
  const isFence = from !== -1 && afterFence(before, from) >= end
  let to = isFence ? from : end
  while (to > 0 && isBlank(before.charCodeAt(to - 1))) to--
  return { prose: before.slice(0, to), opening: before.slice(to) }
}

/** Index after a code fence at `at`, blanks and brackets. Without a fence, after the brackets. */
function afterFence(text: string, at: number): number {
  let to = at
  if (text.startsWith(fence, at)) {
    to += fence.length
    const most = to + longestLanguage
    while (to < most && isLetter(text.charCodeAt(to))) to++
  }
  while (to < text.length && isOpening(text.charCodeAt(to))) to++
  return to
}

const isOpening = (unit: number): boolean => isBlank(unit) || unit === sign.openBracket
const isLetter = (unit: number): boolean => (unit | 0x20) >= 0x61 && (unit | 0x20) <= 0x7a

const braces = /["'\\{}]/g

/** Number of objects that are open at the end of a text. Ignores braces in strings. */
export function openBraces(text: string): number {
  let depth = 0
  let quote = ''
  braces.lastIndex = 0
  for (let found = braces.exec(text); found !== null; found = braces.exec(text)) {
    const [char] = found
    if (char === '\\') braces.lastIndex++
    else if (quote !== '') quote = char === quote ? '' : quote
    else if (char === '{') depth++
    else if (char === '}') depth--
    else quote = char
  }
  return depth
}
