import type { Part } from '@reason/core'

const sentence = 'The sum of two and two is four, so the comparison holds, and nothing else needs to be said about it here. '
const other = 'An answer speaks of its subject in words of its own, which nobody has thought before it was written down. '

/** One generation as it reaches the policies. No run of words is repeated at once, and the answer shares none with the reasoning. */
export function generation(length: number, pieceLength: number): { parts: Part[]; deltas: number; reasoning: string; answer: string } {
  const reasoning = textOf(sentence, length / 2)
  const answer = textOf(other, length / 2)
  const blocks = [
    ['reasoning', reasoning],
    ['answer', answer],
  ] as const
  const parts: Part[] = blocks.flatMap(([channel, text], block): Part[] => [
    { type: 'block-start', block, channel },
    ...cut(text, pieceLength).map((piece): Part => ({ type: 'delta', block, channel, text: piece })),
    { type: 'block-end', block, channel, boundary: 'closer' },
  ])
  return {
    parts: [...parts, { type: 'finish', reason: 'stop' }, { type: 'end' }],
    deltas: parts.length - 4,
    reasoning,
    answer,
  }
}

/** Numbered, so that no sentence is like the one before. */
function textOf(unit: string, length: number): string {
  const pieces: string[] = []
  for (let index = 0, size = 0; size < length; index++) {
    const piece = `${index} ${unit}`
    pieces.push(piece)
    size += piece.length
  }
  return pieces.join('')
}

/** Copies, as a network brings them: a slice would keep the whole text and is slower to search. */
function cut(text: string, length: number): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length; at += length) pieces.push(Buffer.from(text.slice(at, at + length), 'utf16le').toString('utf16le'))
  return pieces
}

/** Text that makes a careless policy quadratic. */
export const hostile: Record<string, (length: number) => string> = {
  'runs of <': (length) => '<'.repeat(length),
  'tokens in tokens': (length) => '<|im_<|im_end|>'.repeat(length / 15),
  'almost tokens': (length) => '<|im_en'.repeat(length / 7),
  blanks: (length) => ' '.repeat(length),
  'empty lines': (length) => '\n'.repeat(length),
  backticks: (length) => '` `` '.repeat(length / 5),
  'almost repeats': (length) => 'a b c d e f g h i j k l m n o p a b c d e f g h i j k l m n o q '.repeat(length / 64),
  'one long word': (length) => 'a'.repeat(length),
  'the beginning again and again': (length) => 'The sum of two and two i'.repeat(length / 24),
}
