/** Text for comparisons: lower case, every run of whitespace one space. In pieces, the results joined are that of the whole. */
export type Normaliser = (text: string) => string

export function createNormaliser(): Normaliser {
  let afterSpace = false
  return (text) => {
    let plain = text.toLowerCase()
    // The last sigma of a word is written in another way, which depends on what follows: it is not to depend on how the text was cut.
    if (plain.includes('ς')) plain = plain.replaceAll('ς', 'σ')
    if (oddSpace.test(plain)) plain = plain.replaceAll(oddSpaces, ' ')
    if (afterSpace && plain.startsWith(' ')) plain = plain.slice(1)
    if (plain !== '') afterSpace = plain.endsWith(' ')
    return plain
  }
}

/** All whitespace but a single space. */
const oddSpace = /[^\S ]| {2}/
const oddSpaces = /[^\S ]\s*| \s+/g
