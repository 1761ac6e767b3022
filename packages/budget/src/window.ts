import * as z from 'zod/mini'

const lengthMs = z.number().check(z.int(), z.positive(), z.lte(10_000_000_000_000))

/**
 * Time for which tokens count. `ms` is a length in milliseconds.
 * - `lifetime`: for ever, or until the account was unused for `forgetAfterMs`.
 * - `fixed`: until the next multiple of `ms` since 1970 (UTC). All tokens become free at once.
 * - `rolling`: for at least `ms` and at most a sixtieth longer. Never shorter, so a budget is never exceeded by rounding.
 */
export const windowConfig = z.union(
  [z.literal('lifetime'), z.strictObject({ kind: z.enum(['fixed', 'rolling']), ms: lengthMs })],
  'must be "lifetime", or { kind: "fixed" or "rolling", ms: … }',
)

export type BudgetWindow = z.output<typeof windowConfig>

/** Number of buckets of a rolling window. More buckets are more exact, but cost more in each operation. */
const bucketsOfRolling = 60

/** A window for stores. Tokens spent in bucket `i` count until `(i + 1) * bucketMs + spanMs`. */
export interface Buckets {
  /** 0: a single bucket for ever. */
  bucketMs: number
  /** Time for which a bucket counts after its end. */
  spanMs: number
}

const oneBucket: Buckets = { bucketMs: 0, spanMs: 0 }

export function bucketsOf(window: BudgetWindow): Buckets {
  if (window === 'lifetime') return oneBucket
  if (window.kind === 'fixed') return { bucketMs: window.ms, spanMs: 0 }
  return { bucketMs: Math.ceil(window.ms / bucketsOfRolling), spanMs: window.ms }
}

/** Bucket of tokens spent now. */
export const currentBucket = ({ bucketMs }: Buckets, now: number): number => (bucketMs === 0 ? 0 : Math.floor(now / bucketMs))

/** Oldest bucket that still counts. */
export const oldestBucket = ({ bucketMs, spanMs }: Buckets, now: number): number =>
  bucketMs === 0 ? 0 : Math.floor((now - spanMs) / bucketMs)

/** Time at which a bucket stops counting. Undefined: never. */
export const endOfBucket = ({ bucketMs, spanMs }: Buckets, index: number): number | undefined =>
  bucketMs === 0 ? undefined : (index + 1) * bucketMs + spanMs
