/** A chunk with its channel. */
export interface NaiveSplit {
  channel: 'reasoning' | 'answer'
  text: string
}

/** Splits like most applications at first: searches each chunk for the tags, and removes them. It misses a tag that is cut in two. */
export function createNaiveSplitter(): (chunk: string) => NaiveSplit {
  let isThinking = false
  return (chunk) => {
    if (chunk.includes('<think>')) isThinking = true
    const channel = isThinking ? 'reasoning' : 'answer'
    if (chunk.includes('</think>')) isThinking = false
    return { channel, text: chunk.replace('<think>', '').replace('</think>', '') }
  }
}
