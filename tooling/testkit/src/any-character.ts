import fc from 'fast-check'

const surrogates = { first: 0xd800, count: 0x800 }
const space = 0x20
const count = 0x110000 - surrogates.count

/**
 * Generates any character of Unicode, as `unit: 'binary'` of `fc.string` does, and shrinks to a space.
 * fast-check builds a map of all 1.1 million characters for `'binary'`, which takes every process of tests a second.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat(count - 1).map(characterAt, indexOf)

function characterAt(index: number): string {
  const code = (index + space) % count
  return String.fromCodePoint(code < surrogates.first ? code : code + surrogates.count)
}

/** fast-check needs the index to put names such as `__proto__` among the texts, and to shrink them. Returns -1 for a value that is not one character. */
function indexOf(text: unknown): number {
  if (typeof text !== 'string' || !/^\P{Surrogate}$/u.test(text)) return -1
  const code = text.codePointAt(0)!
  return ((code < surrogates.first ? code : code - surrogates.count) + count - space) % count
}
