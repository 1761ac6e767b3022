/** Lower-cases text for comparisons. If the text is cut between characters, the joined pieces equal the result for the whole. */
export function lowered(text: string): string {
  const lower = text.toLowerCase()
  // The final sigma of a word depends on the following text, so it is normalised, because chunk boundaries must not matter.
  return lower.includes('ς') ? lower.replaceAll('ς', 'σ') : lower
}

/** Replaces every run of whitespace by one space. */
export const collapsed = (text: string): string => (oddSpace.test(text) ? text.replaceAll(oddSpaces, ' ') : text)

/** Any whitespace except a single space. */
const oddSpace = /[^\S ]| {2}/
const oddSpaces = /[^\S ]\s*| \s+/g

/**
 * Whether a lower-case text contains another one, with any whitespace for its spaces. Checks only the places of its longest word.
 *
 * @param wanted - Normalised, without a leading space.
 */
export function holds(text: string, { text: wanted, word, at: wordAt }: WantedPhrase): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (matches(text, at + word.length, wanted, wordAt + word.length, 1) && matches(text, at - 1, wanted, wordAt - 1, -1)) return true
  }
  return false
}

export interface WantedPhrase {
  /** In lower case, with single spaces. */
  text: string
  /** The longest word of the text, and its index. */
  word: string
  at: number
}

export function wantedOf(text: string): WantedPhrase {
  let word = ''
  for (const one of text.split(' ')) if (one.length > word.length) word = one
  return { text, word, at: text.indexOf(word) }
}

/** Whether the text continues like the phrase, forwards or backwards up to the end of the phrase. */
function matches(text: string, from: number, wanted: string, wantedFrom: number, step: 1 | -1): boolean {
  let at = from
  for (let index = wantedFrom; index >= 0 && index < wanted.length; index += step) {
    const unit = wanted.charCodeAt(index)
    if (unit === space) {
      if (!isSpace(text.charCodeAt(at))) return false
      while (isSpace(text.charCodeAt(at))) at += step
    } else if (text.charCodeAt(at) === unit) at += step
    else return false
  }
  return true
}

const space = 32

/** Whether `\s` matches the unit. */
export function isSpace(unit: number): boolean {
  if (unit < 0x80) return unit === space || (unit >= 9 && unit <= 13)
  return unit === 0xa0 || unit === 0x1680 || (unit >= 0x2000 && unit <= 0x200a) || otherSpaces.has(unit)
}

const otherSpaces: ReadonlySet<number> = new Set([0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff])
