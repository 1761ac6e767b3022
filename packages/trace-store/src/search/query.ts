import { lexemeOf } from './lexemes.ts'
import { wordsOf } from './words.ts'

/** Adjacent words in this order, or a single word. */
export interface Phrase {
  words: string[]
  /** Words as typed. SQLite folds them with its own tables, as it did for the text. */
  raw: string[]
  /** Whether the last word is a prefix: `think*`. */
  prefix: boolean
}

/** Matches all phrases of `all` and none of `none`. */
export interface Query {
  all: Phrase[]
  none: Phrase[]
}

/** Maximum number of phrases. More are useless for people, and expensive. */
const maxPhrases = 32

/** Parses a query: words, `"phrases"`, `begin*`, and `-not this`. Any text is valid; a text without words is an empty query. */
export function parseQuery(text: string): Query {
  const query: Query = { all: [], none: [] }
  for (const [, minus, quoted, plain] of text.slice(0, 4096).matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/g)) {
    const source = quoted ?? plain ?? ''
    const words = [...wordsOf(source)]
    // Punctuation inside of a word (`foo-bar`, `a.b`) separates words in the text as well, so such a word is searched as a phrase.
    if (words.length === 0) continue
    const phrases = minus === '-' ? query.none : query.all
    if (phrases.length < maxPhrases)
      phrases.push({
        words: words.map(({ text }) => text),
        raw: words.map(({ raw }) => raw),
        prefix: quoted === undefined && source.endsWith('*'),
      })
  }
  return query
}

/** Query for FTS5. Each word is quoted, and contains no quote. Undefined if the query is empty. */
export function toFts5({ all, none }: Query): string | undefined {
  if (all.length === 0) return undefined
  const phrase = ({ raw, prefix }: Phrase) => `"${raw.join(' ')}"${prefix ? ' *' : ''}`
  const wanted = all.map(phrase).join(' AND ')
  return none.length === 0 ? wanted : `(${wanted}) NOT (${none.map(phrase).join(' OR ')})`
}

/** Query for `tsquery`, parsed as a literal. Words consist of letters and digits. Undefined if the query is empty. */
export function toTsquery({ all, none }: Query): string | undefined {
  if (all.length === 0) return undefined
  const phrase = ({ words, prefix }: Phrase) => {
    const quoted = words.map((word, index) => `'${lexemeOf(word)}'${prefix && index === words.length - 1 ? ':*' : ''}`)
    return quoted.length === 1 ? quoted[0]! : `(${quoted.join(' <-> ')})`
  }
  return [...all.map(phrase), ...none.map((one) => `!${phrase(one)}`)].join(' & ')
}
