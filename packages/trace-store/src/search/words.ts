/**
 * A word as in SQLite's `unicode61` tokenizer: a run of letters, digits and private-use characters, without case or diacritics. PostgreSQL's lexemes are made
 * from the same words, so that a search finds the same in both.
 */
export interface Word {
  text: string
  raw: string
  /** Position in UTF-16 units. */
  start: number
  end: number
}

/** Patterns for the first character of a word, and for the others. */
const first = /^[\p{L}\p{N}\p{Co}]$/u
const further = /^[\p{L}\p{N}\p{Co}\p{Mn}]$/u
// eslint-disable-next-line no-control-regex
const ascii = /^[\x00-\x7f]*$/

export function* wordsOf(text: string): Generator<Word, void, void> {
  for (let at = 0; at < text.length;) {
    const begun = kindAt(text, at)
    if (begun !== isFirst) {
      at += widthAt(text, at)
      continue
    }
    const start = at
    do at += widthAt(text, at)
    while (at < text.length && kindAt(text, at) !== isNone)
    const raw = text.slice(start, at)
    yield { text: fold(raw), raw, start, end: at }
  }
}

const [isNone, isFurther, isFirst, isUnknown] = [0, 1, 2, 3]
/** Kinds of characters of one UTF-16 unit, computed on demand. Patterns alone take ten times as long for a text of half a megabyte. */
const kinds = new Uint8Array(0x1_0000).fill(isUnknown)

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (widthAt(text, at) === 2) return kindOf(String.fromCodePoint(text.codePointAt(at)!))
  if (kinds[unit] === isUnknown) kinds[unit] = kindOf(text[at]!)
  return kinds[unit]!
}

const kindOf = (character: string): number => (first.test(character) ? isFirst : further.test(character) ? isFurther : isNone)

/** Width of a character: two units for a surrogate pair. */
function widthAt(text: string, at: number): 1 | 2 {
  if ((text.charCodeAt(at) & 0xfc00) !== 0xd800) return 1
  return (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00 ? 2 : 1
}

export function fold(word: string): string {
  if (ascii.test(word)) return word.toLowerCase()
  return word
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase()
}
