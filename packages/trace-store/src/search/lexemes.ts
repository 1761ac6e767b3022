import { setImmediate } from 'node:timers/promises'
import { wordsOf } from './words.ts'

// PostgreSQL's own limits: 2046 bytes for a word, 16383 for a position, 255 positions for a word, 1 MiB for all of a text.
const maxWordChars = 500
const maxPosition = 16_383
const maxPositions = 255
const maxBytes = 900_000

/** Between so many words others get their turn. */
const wordsAtOnce = 20_000

/** As `tsquery` has to look for it. */
export const lexemeOf = (word: string): string => word.slice(0, maxWordChars)

/**
 * The words of a text as a `tsvector` is written: `'word':1,5`. Words are letters and digits: nothing needs escaping. Of a text with more different words
 * than fit, those that come first are found.
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
