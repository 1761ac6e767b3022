import { isSpace } from './normalise.ts'

/** Units of a word that is looked back over for its beginning. A longer run is cut where it has to be. */
export const longestWord = 32

/**
 * Whether a text may be cut between two UTF-16 units without halving a word or a character: behind whitespace, and beside a sign of a script
 * that writes no spaces.
 */
export const isWordBoundary = (before: number, after: number): boolean =>
  !isHighSurrogate(before) && (isSpace(before) || isWordByItself(before) || isWordByItself(after))

/** Whether two texts that meet here would read as one word: there is text on both sides, and no whitespace. */
export const isGlued = (before: number | undefined, after: number): boolean => before !== undefined && !isSpace(before) && !isSpace(after)

/** Whether two texts that meet here would read as one word or as one sentence without a blank between. */
export const joinsWords = (before: number, after: number): boolean =>
  !isWordByItself(before) &&
  !isWordByItself(after) &&
  /[\p{L}\p{N}.,;:!?)]/u.test(String.fromCharCode(before)) &&
  /[\p{L}\p{N}]/u.test(String.fromCharCode(after))

/** Kana, ideographs and their punctuation. */
const isWordByItself = (unit: number): boolean =>
  (unit >= 0x3001 && unit <= 0x30ff) || (unit >= 0x3400 && unit <= 0x9fff) || (unit >= 0xff01 && unit <= 0xff0f)

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff
