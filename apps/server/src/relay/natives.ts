import { noParts, type Stage } from '@reason/core'

/**
 * Keeps fields that we do not model away from the client where they may hold reasoning: `__verbose` of llama-server has
 * the whole prompt and the unsplit text, and `logprobs` has every token, those of the thought and of its tags too.
 *
 * @param splits - The text of the answer is being split, so what repeats it may hold reasoning as well.
 */
export function withoutHiddenNatives(splits: boolean): Stage {
  /** Choices whose reasoning came in a field of its own: what is said of their text is said of the answer. */
  const apart = new Set<number>()
  return {
    push(part) {
      if (part.type === 'block-start' && part.channel === 'reasoning' && part.from === undefined) apart.add(part.choice ?? 0)
      if (part.type !== 'native') return [part]
      if (part.channel === 'reasoning') return noParts
      return part.channel === 'answer' && splits && !apart.has(part.choice ?? 0) ? noParts : [part]
    },
  }
}
