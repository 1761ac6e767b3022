import type { Counts } from '../shapes.ts'

/** What was added. A count that fell began anew: the gateway was restarted. */
export const added = (before: number, after: number): number => (after < before ? after : after - before)

/** All of them, or those of some names. */
export const sumOf = (counts: Counts, names: readonly string[] = Object.keys(counts)): number =>
  names.reduce((sum, name) => sum + (counts[name] ?? 0), 0)
