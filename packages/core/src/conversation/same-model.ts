/**
 * Whether two names stand for the same model of one provider: `claude-haiku-4.5`, `anthropic/claude-4.5-haiku-20251001`. Ignores folders, case,
 * separators, the order of words and full dates. Compares versions, sizes and the order of numbers: 4.5 is not 5.4.
 */
export function isSameModel(one: string, other: string): boolean {
  return one === other || wordsOf(one) === wordsOf(other)
}

function wordsOf(name: string): string {
  const base = name.slice(name.lastIndexOf('/') + 1).toLowerCase()
  const words = base
    .replace(fullDate, '')
    .split(/[-_.\s@]+/)
    .filter((word) => word !== '' && word !== 'latest')
  const isNumber = (word: string) => /^\d+$/.test(word)
  return [...words.filter((word) => !isNumber(word)).toSorted(), ...words.filter(isNumber)].join(' ')
}

/** A date of this century as a separate word: `-20251001`, `-2025-08-07`, `@20250219`. */
const fullDate = /(?<=[-_@.])20\d{2}[-_]?(?:0[1-9]|1[0-2])[-_]?(?:0[1-9]|[12]\d|3[01])(?=$|[-_:@.])/g
