/** A piece of a text, and whether the other text contains it. */
export interface Sentence {
  text: string
  isShared: boolean
}

/** Splits a text into sentences and lines, with the blanks after them. The pieces add up to the text. */
const split = (text: string): string[] => text.match(/[^.!?\n]*(?:[.!?]+|\n|$)\s*/g)?.filter((one) => one !== '') ?? []

const plain = (sentence: string): string => sentence.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** Marks the sentences of a text that the other text contains. The order does not matter: a sentence that moved is the same. */
export function compareSentences(text: string, other: string): Sentence[] {
  const known = new Set(split(other).map(plain))
  const sentences: Sentence[] = []
  for (const one of split(text)) {
    const isShared = plain(one) === '' || known.has(plain(one))
    const last = sentences.at(-1)
    if (last?.isShared === isShared) last.text += one
    else sentences.push({ text: one, isShared })
  }
  return sentences
}
