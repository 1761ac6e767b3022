import type { Distribution } from '../live.ts'

const countOf = ({ counts }: Distribution): number => counts.reduce((sum, count) => sum + count, 0)

/** What came between two moments. After a restart of the gateway, all that came since. */
export function between(before: Distribution | undefined, after: Distribution): Distribution {
  if (before === undefined || before.counts.length !== after.counts.length || countOf(before) > countOf(after)) return after
  return { bounds: after.bounds, counts: after.counts.map((count, index) => count - before.counts[index]!), sum: after.sum - before.sum }
}

/** Between which bounds something is. `to` is Infinity where there is no upper one. */
export interface Range {
  from: number
  to: number
}

/**
 * The bucket that holds the median, which is all that buckets can say of it.
 *
 * @returns In the unit of the bounds. Undefined: there are no observations.
 */
export function medianRange({ bounds, counts }: Distribution): Range | undefined {
  const half = counts.reduce((sum, count) => sum + count, 0) / 2
  let upTo = 0
  const index = counts.findIndex((count) => count > 0 && (upTo += count) >= half)
  return index === -1 ? undefined : { from: bounds[index - 1] ?? 0, to: bounds[index] ?? Infinity }
}
