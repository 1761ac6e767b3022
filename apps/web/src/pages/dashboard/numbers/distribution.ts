import type { Distribution } from '../live/state.ts'

const countOf = ({ counts }: Distribution): number => counts.reduce((sum, count) => sum + count, 0)

/** What came between two moments. After a restart of the gateway, all that came since. */
export function between(before: Distribution | undefined, after: Distribution): Distribution {
  if (before === undefined || before.counts.length !== after.counts.length || countOf(before) > countOf(after)) return after
  return { bounds: after.bounds, counts: after.counts.map((count, index) => count - before.counts[index]!), sum: after.sum - before.sum }
}

/**
 * The value under which a share of the observations is, as far as buckets can say: taken as even inside one, and as its lower bound in the
 * last, which has no upper one.
 *
 * @param share - 0 to 1.
 * @returns In the unit of the bounds. Undefined: there are no observations.
 */
export function quantile({ bounds, counts }: Distribution, share: number): number | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total <= 0) return undefined
  let below = 0
  for (const [index, count] of counts.entries()) {
    const wanted = share * total - below
    if (count > 0 && wanted <= count) {
      const from = bounds[index - 1] ?? 0
      const to = bounds[index]
      return to === undefined ? from : from + (to - from) * (wanted / count)
    }
    below += count
  }
  return bounds.at(-1)
}
