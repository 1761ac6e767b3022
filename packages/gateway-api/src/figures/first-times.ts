import type { GenerationLine } from '../live.ts'

export type FirstPiece = 'firstReasoningMs' | 'firstAnswerMs'

/** How long it took to the first piece, in seconds, in those that were streamed and had one. */
export const firstTimes = (generations: readonly GenerationLine[], piece: FirstPiece): number[] =>
  generations.flatMap(({ [piece]: ms }) => (ms === null ? [] : [ms / 1000]))

/** Of an even number the mean of the two in the middle. Undefined: there are none. */
export function median(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  if (sorted.length % 2 === 1) return sorted[middle]
  return sorted.length === 0 ? undefined : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The value that so much of them does not exceed. @param share - From 0 to 1. Undefined: there are none. */
export const percentile = (values: readonly number[], share: number): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)]
