import type { Counts } from '../shapes.ts'

/** Increase of a count. A lower count means that the gateway was restarted and counts from 0. */
export const added = (before: number, after: number): number => (after < before ? after : after - before)

/** Sum of all counts, or of those with some names. */
export const sumOf = (counts: Counts, names: readonly string[] = Object.keys(counts)): number =>
  names.reduce((sum, name) => sum + (counts[name] ?? 0), 0)
