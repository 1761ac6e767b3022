import { setImmediate } from 'node:timers/promises'
import { wordsOf } from './words.ts'

// Limits of PostgreSQL: 2046 bytes per word, 16383 as a position, 255 positions per word, 1 MiB per text.
const maxWordChars = 500
const maxPosition = 16_383
const maxPositions = 255
const maxBytes = 900_000

/** Number of words after which other work gets a turn. */
const wordsAtOnce = 20_000

/** Lexeme of a word in a `tsquery`. */
export const lexemeOf = (word: string): string => word.slice(0, maxWordChars)

/**
 * Words of a text in the syntax of a `tsvector`: `'word':1,5`. Words consist of letters and digits, so they need no escaping. If a text has too many different
 * words, only the first ones are indexed.
 */
export async function toTsvector(text: string): Promise<string> {
  const positions = new Map<string, number[]>()
  let bytes = 0
  let position = 0
  for (const word of wordsOf(text)) {
    if (++position % wordsAtOnce === 0) await setImmediate()
    const lexeme = lexemeOf(word.text)
    let found = positions.get(lexeme)
    if (found === undefined) {
      if (bytes > maxBytes) continue
      bytes += Buffer.byteLength(lexeme) + 6
      positions.set(lexeme, (found = []))
    }
    if (found.length >= maxPositions) continue
    found.push(Math.min(position, maxPosition))
    bytes += 2
  }
  let written = ''
  for (const [lexeme, at] of positions) written += `'${lexeme}':${at.join(',')} `
  return written
}
