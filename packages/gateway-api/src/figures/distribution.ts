import type { Distribution } from '../live.ts'

const countOf = ({ counts }: Distribution): number => counts.reduce((sum, count) => sum + count, 0)

/** Observations between two moments. After a restart of the gateway, all since then. */
export function between(before: Distribution | undefined, after: Distribution): Distribution {
  if (before === undefined || before.counts.length !== after.counts.length || countOf(before) > countOf(after)) return after
  return { bounds: after.bounds, counts: after.counts.map((count, index) => count - before.counts[index]!), sum: after.sum - before.sum }
}

/** Lower and upper bound of a value. `to` is Infinity if there is no upper bound. */
export interface Range {
  from: number
  to: number
}

/**
 * Bucket that contains the median. Buckets allow no finer answer.
 *
 * @returns Bounds in the unit of the buckets. Undefined if there are no observations.
 */
export function medianRange({ bounds, counts }: Distribution): Range | undefined {
  const half = counts.reduce((sum, count) => sum + count, 0) / 2
  let upTo = 0
  const index = counts.findIndex((count) => count > 0 && (upTo += count) >= half)
  return index === -1 ? undefined : { from: bounds[index - 1] ?? 0, to: bounds[index] ?? Infinity }
}
