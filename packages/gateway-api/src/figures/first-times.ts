import type { GenerationLine } from '../live.ts'

export type FirstPiece = 'firstReasoningMs' | 'firstAnswerMs'

/** Times to the first piece, in seconds, of streamed generations that had one. */
export const firstTimes = (generations: readonly GenerationLine[], piece: FirstPiece): number[] =>
  generations.flatMap(({ [piece]: ms }) => (ms === null ? [] : [ms / 1000]))

/** Median. For an even number of values, the mean of the middle two. Undefined for no values. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length % 2 === 1) return sorted[middle]
  return sorted.length === 0 ? undefined : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Smallest value that a share of the values does not exceed. @param share - From 0 to 1. Undefined for no values. */
export const percentile = (values: readonly number[], share: number): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)]
