import { isHighSurrogate } from '@reason/core/adapter'
import { isSpace } from './normalise.ts'

/** Limit of the backward search for a word's beginning, in UTF-16 units. A longer run is cut inside. */
export const longestWord = 32

/**
 * Whether a text may be cut between two UTF-16 units without splitting a word or a character: after whitespace, and beside a character of a script
 * without spaces.
 */
export const isWordBoundary = (before: number, after: number): boolean =>
  !isHighSurrogate(before) && (isSpace(before) || isWordByItself(before) || isWordByItself(after))

/** Whether two texts meet without whitespace between them, so that they would read as one word. */
export const isGlued = (before: number | undefined, after: number): boolean => before !== undefined && !isSpace(before) && !isSpace(after)

/** Whether two texts would read as one word or sentence without a blank between them. */
export const joinsWords = (before: number, after: number): boolean =>
  !isWordByItself(before) &&
  !isWordByItself(after) &&
  /[\p{L}\p{N}.,;:!?)]/u.test(String.fromCharCode(before)) &&
  /[\p{L}\p{N}]/u.test(String.fromCharCode(after))

/** Kana, ideographs and their punctuation. */
const isWordByItself = (unit: number): boolean =>
  (unit >= 0x3001 && unit <= 0x30ff) || (unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xff01 && unit <= 0xff0f)
