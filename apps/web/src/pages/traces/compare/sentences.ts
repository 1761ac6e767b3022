/** A piece of a text, and whether the other text has it too. */
export interface Sentence {
  text: string
  isShared: boolean
}

/** Sentences and lines, with the blanks behind them: together they are the text. */
const split = (text: string): string[] => text.match(/[^.!?\n]*(?:[.!?]+|\n|$)\s*/g)?.filter((one) => one !== '') ?? []

const plain = (sentence: string): string => sentence.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** What only one of two texts says. Order does not count: a thought that moved is the same thought. */
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
