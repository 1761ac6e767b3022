/**
 * Whether two names say the same model of one provider: `claude-haiku-4.5`, `anthropic/claude-4.5-haiku-20251001`. Folders, case,
 * separators, the order of words and full dates do not count; versions and sizes do, and the order of numbers: 4.5 is not 5.4.
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

/** Of this century, at a word's place: `-20251001`, `-2025-08-07`, `@20250219`. */
const fullDate = /(?<=[-_@.])20\d{2}[-_]?(?:0[1-9]|1[0-2])[-_]?(?:0[1-9]|[12]\d|3[01])(?=$|[-_:@.])/g
