/** Benchmark input with its expected result, so that no benchmark measures a wrong answer. A test checks it. */
export interface BenchInput {
  text: string
  reasoning: string
  answer: string
}

const sentence = 'The sum of two and two is four, so the comparison `if (a < b) return 4` holds; 思考 takes longer. '
const plain = 'The sum of two and two is four, so the comparison holds, and nothing else needs to be said about it. '

/** @param length - Of the whole text, about, in UTF-16 units. */
export function turn(length: number, kind: 'mixed' | 'plain' = 'mixed'): BenchInput {
  const unit = kind === 'mixed' ? sentence : plain
  const half = unit.repeat(Math.ceil(length / 2 / unit.length))
  return {
    text: `<|channel|>analysis<|message|>${half}<|end|><|start|>assistant<|channel|>final<|message|>${half}<|return|>`,
    reasoning: half,
    answer: half,
  }
}

export function chunksOf(text: string, length: number): string[] {
  const chunks: string[] = []
  // Copies, as a network brings them: a slice would keep the whole text and is slower to search.
  for (let at = 0; at < text.length; at += length) chunks.push(Buffer.from(text.slice(at, at + length), 'utf16le').toString('utf16le'))
  return chunks
}

/** Shapes that make a careless splitter quadratic. */
export const hostile: Record<string, (length: number) => string> = {
  'runs of <': (length) => `<|channel|>final<|message|>${'<'.repeat(length)}`,
  'runs of <|': (length) => `<|channel|>final<|message|>${'<|'.repeat(length / 2)}`,
  'almost tokens': (length) => `<|channel|>final<|message|>${'<|channel|'.repeat(length / 10)}`,
  'header flood': (length) => '<|start|>assistant<|channel|>a'.repeat(length / 30),
  'channel flood': (length) => '<|channel|>a'.repeat(length / 12),
  'one endless header': (length) => `<|channel|>${'a '.repeat(length / 2)}`,
  'message flood': (length) => '<|channel|>final<|message|>'.repeat(length / 27),
  'nothing but text': (length) => 'a'.repeat(length),
  'blanks before anything': (length) => ' '.repeat(length),
}
