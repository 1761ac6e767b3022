import * as fc from 'fast-check'
import { anyCharacter } from './any-character.ts'

/**
 * Generates texts that a splitter for these delimiters is likely to split wrongly: whole delimiters (nested, orphaned, doubled), their beginnings and
 * ends, look-alikes in other cases and with spaces, long runs of their first character, code, whitespace of all kinds, characters outside the basic
 * plane, and halves of such characters.
 *
 * @param delimiters - All texts that have a meaning in the format. At least one, none empty.
 */
export function hostileText(delimiters: readonly string[]): fc.Arbitrary<string> {
  if (delimiters.length === 0 || delimiters.includes('')) {
    throw new TypeError('hostileText() needs the delimiters of the format: at least one, and none of them empty.')
  }
  const delimiter = fc.constantFrom(...delimiters)
  const piece = fc.oneof(
    { arbitrary: delimiter, weight: 6 },
    { arbitrary: fragment(delimiter), weight: 4 },
    { arbitrary: lookAlike(delimiter), weight: 2 },
    { arbitrary: fc.tuple(delimiter, fc.integer({ min: 2, max: 40 })).map(([text, times]) => text.charAt(0).repeat(times)), weight: 1 },
    { arbitrary: fc.constantFrom(...whitespace), weight: 2 },
    { arbitrary: fc.constantFrom(...words), weight: 5 },
    { arbitrary: fc.constantFrom(...code), weight: 1 },
    { arbitrary: fc.string({ unit: anyCharacter, maxLength: 6 }), weight: 1 },
    { arbitrary: fc.constantFrom(...surrogates), weight: 1 },
  )
  return fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(''))
}

/** Generates a beginning, an end or a middle of a delimiter. */
const fragment = (delimiter: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  delimiter.chain((text) => fc.tuple(fc.nat(text.length), fc.nat(text.length)).map(([a, b]) => text.slice(Math.min(a, b), Math.max(a, b))))

const lookAlike = (delimiter: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(delimiter, fc.nat(changes.length - 1), fc.nat()).map(([text, change, seed]) => changes[change]!(text, seed % text.length))

const changes: ((text: string, at: number) => string)[] = [
  (text) => text.toUpperCase(),
  (text, at) => `${text.slice(0, at)} ${text.slice(at)}`,
  (text, at) => text.slice(0, at) + text.slice(at + 1),
  (text, at) => text.slice(0, at) + text.charAt(at) + text.slice(at),
  (text) => `\\${text}`,
  (text) => `\`${text}\``,
  (text) => `"${text}"`,
]

const words = ['sum', 'if a < b', '2 + 2 = 4', '{"a":"b"}', 'żółć', '思考', 'a', '>', '.', '']
const whitespace = [' ', '\n', '\n\n', '\r\n', '\t', '\u00a0', '\u200b', '\ufeff', '   \n  ']
const code = ['`', '```', '```js\n', '~~~', '\\']
const [high, low] = ['\ud83d', '\ude00']
/** A literal of a half before a whole character would be refused by the parser of Rollup 4, and so by Vitest 3. */
const surrogates = ['😀', '👩‍👩‍👧', '𝒳', high, low, `${high}😀`]
