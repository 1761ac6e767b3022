/** What a splitter makes of a chunk. */
export interface Split {
  channel: 'reasoning' | 'answer'
  text: string
}

/** Splits as most applications begin: look for the tags in each chunk, and take them out. A tag in two chunks is in neither. */
export function createNaiveSplitter(): (chunk: string) => Split {
  let isThinking = false
  return (chunk) => {
    if (chunk.includes('<think>')) isThinking = true
    const channel = isThinking ? 'reasoning' : 'answer'
    if (chunk.includes('</think>')) isThinking = false
    return { channel, text: chunk.replace('<think>', '').replace('</think>', '') }
  }
}
