import { lexemeOf } from './lexemes.ts'
import { wordsOf } from './words.ts'

/** Words that must stand next to each other, in this order; alone: one word. */
export interface Phrase {
  words: string[]
  /** As they were typed: SQLite folds them by its own tables, as it did with the text. */
  raw: string[]
  /** The last word may go on: `think*`. */
  prefix: boolean
}

/** All of `all` and none of `none`. */
export interface Query {
  all: Phrase[]
  none: Phrase[]
}

/** More is of no use to a person, and costs the database. */
const maxPhrases = 32

/**
 * What a person typed: words, `"phrases"`, `begin*`, and `-not this`. Any text is a valid query; what holds no word is an empty one.
 */
export function parseQuery(text: string): Query {
  const query: Query = { all: [], none: [] }
  for (const [, minus, quoted, plain] of text.slice(0, 4096).matchAll(/(-?)(?:"([^"]*)"?|([^\s"]+))/g)) {
    const source = quoted ?? plain ?? ''
    const words = [...wordsOf(source)]
    // Punctuation inside of a word (`foo-bar`, `a.b`) parts it in the text as well: a phrase finds it.
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

/** For FTS5. Each word is quoted, and none holds a quote. Undefined: nothing to look for. */
export function toFts5({ all, none }: Query): string | undefined {
  if (all.length === 0) return undefined
  const phrase = ({ raw, prefix }: Phrase) => `"${raw.join(' ')}"${prefix ? ' *' : ''}`
  const wanted = all.map(phrase).join(' AND ')
  return none.length === 0 ? wanted : `(${wanted}) NOT (${none.map(phrase).join(' OR ')})`
}

/** For `tsquery`, where it is parsed as a literal: words are letters and digits. Undefined: nothing to look for. */
export function toTsquery({ all, none }: Query): string | undefined {
  if (all.length === 0) return undefined
  const phrase = ({ words, prefix }: Phrase) => {
    const quoted = words.map((word, index) => `'${lexemeOf(word)}'${prefix && index === words.length - 1 ? ':*' : ''}`)
    return quoted.length === 1 ? quoted[0]! : `(${quoted.join(' <-> ')})`
  }
  return [...all.map(phrase), ...none.map((one) => `!${phrase(one)}`)].join(' & ')
}
