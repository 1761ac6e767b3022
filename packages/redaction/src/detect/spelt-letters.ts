import { alphanumeric, characterSet, has } from '../characters.ts'
import { before, codeAt, run, secret, type Detected, type SensitiveSpan, type Window } from '../window.ts'

/** Words for letters, digits and signs. */
const spoken = new Map<string, string>()
for (const word of (
  'alfa alpha bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa quebec romeo sierra tango uniform victor whiskey ' +
  'whisky x-ray xray yankee zulu'
).split(' '))
  spoken.set(word, word[0]!)
for (const [digit, word] of 'zero one two three four five six seven eight nine'.split(' ').entries()) spoken.set(word, String(digit))
spoken.set('niner', '9')
for (const [sign, words] of [
  ['_', 'underscore'],
  ['-', 'dash hyphen minus'],
  ['.', 'dot period'],
] as const)
  for (const word of words.split(' ')) spoken.set(word, sign)

/** Words before a letter that give its case. */
const cases = new Map<string, boolean>()
for (const word of 'capital cap upper uppercase big'.split(' ')) cases.set(word, true)
for (const word of 'lower lowercase small'.split(' ')) cases.set(word, false)

export const letterHeads = [...spoken.keys(), ...cases.keys()]

const fewestLetters = 12
const fewestOfPassword = 8
const mostWords = 256
const maxWordChars = 11
const maxGapChars = 3
const gaps = characterSet(' ,\n;-')
const [signs, space] = [characterSet('_.:/-'), 32]
const contextBefore = 64
const wordBefore = /(?:^|[^A-Za-z\d])([A-Za-z\d]{1,10}|[xX]-ray)(?: [_.:/-])?[ ,\n;-]{1,3}$/

/** Meaning of a word. Capitals stand for a capital letter. */
function meaning(word: string): string | undefined {
  if (word.length === 1) return word
  const sign = spoken.get(word.toLowerCase())
  return sign !== undefined && word.length > 1 && word === word.toUpperCase() ? sign.toUpperCase() : sign
}

/** Whether the word before belongs to the row, too. The row was then already read. */
function isInRow(window: Window, at: number): boolean {
  const last = wordBefore.exec(before(window, at, maxWordChars + maxGapChars + 2))?.[1]
  return last !== undefined && (meaning(last) !== undefined || cases.has(last.toLowerCase()))
}

/** Whether a sign is between blanks: `s k - p r o j`. */
const isSignNext = (window: Window, at: number): boolean =>
  codeAt(window, at) === space && has(signs, codeAt(window, at + 1)) && codeAt(window, at + 2) === space

/**
 * Detects text that is spelt in words from the word at `at` on: `golf hotel papa underscore alfa …`, `g h p underscore capital a …`.
 *
 * @param look - Finds the first secret in a text from a position on. The text before is context.
 */
export function detectSpeltLetters(window: Window, at: number, look: (text: string, from: number) => SensitiveSpan | undefined): Detected {
  const { text } = window
  if (text.length > at + 1 && !has(alphanumeric, text.charCodeAt(at + 1)) && !has(gaps, text.charCodeAt(at + 1))) return undefined
  const starts: number[] = []
  const ends: number[] = []
  let plain = ''
  let start = at
  let isCapital = false
  let begin = at
  for (let words = 0; words < mostWords; words++) {
    let to = run(window, alphanumeric, begin, begin + maxWordChars + 1)
    if (to - begin === 1 && /^x-ray/i.test(text.slice(begin, to + 4))) to += 4
    if (window.short) return undefined
    const word = text.slice(begin, to)
    const isCase = cases.get(word.toLowerCase())
    const sign = isCase === undefined ? meaning(word) : ''
    if (sign === undefined || to === begin) break
    if (sign === '') isCapital = isCase!
    else {
      plain += isCapital ? sign.toUpperCase() : sign
      starts.push(start)
      ends.push(to)
      isCapital = false
    }
    let next = to
    if (word.length === 1 && isSignNext(window, to)) {
      plain += text[to + 1]
      starts.push(to + 1)
      ends.push(to + 2)
      next += 2
    }
    const gap = next
    while (next < gap + maxGapChars && has(gaps, codeAt(window, next))) next++
    if (window.short) return undefined
    if (next === to) break
    if (words === 2 && isInRow(window, at)) return undefined
    begin = next
    if (sign !== '') start = next
  }
  if (plain.length < fewestOfPassword) return undefined
  const context = before(window, at, contextBefore)
  const found = look(context + plain, context.length)
  if (found === undefined || found.type !== 'secret') return undefined
  if (found.end - found.start < (found.rule === 'password' ? fewestOfPassword : fewestLetters)) return undefined
  const [first, end] = [found.start - context.length, found.rest === undefined ? found.end - context.length : plain.length]
  return { ...secret(starts[first]!, ends[end - 1]!, found.rule!), value: (context + plain).slice(found.start, context.length + end) }
}
