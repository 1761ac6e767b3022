/** Text for comparisons: lower case, every run of whitespace one space. In pieces, the results joined are that of the whole. */
export type Normaliser = (text: string) => string

export function createNormaliser(): Normaliser {
  let afterSpace = false
  return (text) => {
    // The last sigma of a word is written in another way, which depends on what follows: it is not to depend on how the text was cut.
    let plain = text.toLowerCase().replaceAll('ς', 'σ').replaceAll(/\s+/g, ' ')
    if (afterSpace && plain.startsWith(' ')) plain = plain.slice(1)
    if (plain !== '') afterSpace = plain.endsWith(' ')
    return plain
  }
}
