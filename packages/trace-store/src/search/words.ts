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

const wordPattern = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{Mn}]*/gu
// eslint-disable-next-line no-control-regex
const ascii = /^[\x00-\x7f]*$/

export function* wordsOf(text: string): Generator<Word, void, void> {
  for (const match of text.matchAll(wordPattern)) {
    const [word] = match
    yield { text: fold(word), raw: word, start: match.index, end: match.index + word.length }
  }
}

export function fold(word: string): string {
  if (ascii.test(word)) return word.toLowerCase()
  return word
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .normalize('NFC')
    .toLowerCase()
}
