const reasoning = `${'I compare both numbers, and the first is larger; '.repeat(4000)}\n`
const answer = `\n${'It is so because of that. '.repeat(4000)}`

/** A long text with its marker in the middle, and what it must come to. */
export const input = { text: `${reasoning}===FINAL===${answer}`, reasoning, answer }

export const cut = (text: string, size: number): string[] =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size))
