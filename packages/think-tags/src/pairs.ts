import type { CompleteOptions, TagDelimiter } from './config.ts'

export interface Pairs {
  /** Sets of closers, as indexes. */
  groups: readonly (readonly number[])[]
  /** Index of the group that may close each opener's block. */
  ofOpener: readonly number[]
  /** Index of the group that may close a thought which the prompt opened. */
  prompt: number
}

/** Groups closers by the openers, or the prompt, whose blocks they end. */
export function closersByOpener({
  openers,
  closers,
  closersOf,
  promptClosers,
}: Pick<CompleteOptions, 'openers' | 'closers' | 'closersOf' | 'promptClosers'>): Pairs {
  const groups: number[][] = []
  const groupOf = (tags: readonly TagDelimiter[]): number => {
    const indexes = tags.map((tag) => closers.indexOf(tag)).toSorted((a, b) => a - b)
    const known = groups.findIndex((group) => group.join() === indexes.join())
    return known === -1 ? groups.push(indexes) - 1 : known
  }
  const prompt = groupOf(promptClosers)
  return { groups, prompt, ofOpener: openers.map((opener) => groupOf(closersOf.get(opener) ?? closers)) }
}
