/**
 * Words as SQLite's `unicode61` tokenizer has them: runs of letters, digits and private-use characters, without case or diacritics.
 * PostgreSQL gets its lexemes from here too, so that one search finds the same in both.
 */
export interface Word {
  text: string
  /** As it was written. */
  raw: string
  /** Where it stands, in UTF-16 units. */
  start: number
  end: number
}

/** One character of a word: its first one, or one that may follow. */
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
/** Of the characters of one UTF-16 unit, each asked for once: a pattern takes ten times as long for a text of half a megabyte. */
const kinds = new Uint8Array(0x1_0000).fill(isUnknown)

function kindAt(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  if (widthAt(text, at) === 2) return kindOf(String.fromCodePoint(text.codePointAt(at)!))
  if (kinds[unit] === isUnknown) kinds[unit] = kindOf(text[at]!)
  return kinds[unit]!
}

const kindOf = (character: string): number => (first.test(character) ? isFirst : further.test(character) ? isFurther : isNone)

/** Two units are one character where they are the halves of a pair. */
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
