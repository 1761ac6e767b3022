import type { Redactor } from '@reason/core/pipeline'
import * as z from 'zod/mini'

const count = z.number().check(z.int(), z.positive())
const bytes = z.number().check(z.int(), z.gte(65_536))
const days = z.number().check(z.positive(), z.lte(36_500))
const clock = z.custom<() => number>((value) => typeof value === 'function', 'must be a function that returns milliseconds')

const modes = ['none', 'metadata', 'redacted', 'full'] as const

/** How a redactor is recognised; whose it is does not matter. */
function isRedactor(value: unknown): boolean {
  const { id, redact, stream } = (value ?? {}) as Partial<Redactor>
  return typeof id === 'string' && typeof redact === 'function' && typeof stream === 'function'
}

/** Options of `openTraceStore`. Unknown ones are errors. */
export const traceStoreConfig = z.strictObject({
  /** `sqlite:PATH`, `:memory:`, or `postgres://user@host/database`. */
  url: z.string().check(z.regex(/^(?::memory:|sqlite:.+|postgres(?:ql)?:\/\/.*)$/s, 'must be "sqlite:PATH", ":memory:" or "postgres://…"')),
  /** What is kept of a generation. A single request can be kept less of, never more. */
  mode: z._default(z.enum(modes), 'redacted'),
  /** Takes secrets and personal data out. Must be there in mode `redacted`. */
  redactor: z.optional(z.custom<Redactor>(isRedactor, 'must be a redactor, with id, redact() and stream()')),
  /** Where traces wait while the database cannot be had. SQLite: beside the file, unless it is `false`. PostgreSQL: nowhere, unless it is given. */
  journal: z.optional(
    z.union(
      [
        z.literal(false),
        z.string().check(z.minLength(1)),
        z.strictObject({ path: z.string().check(z.minLength(1)), maxBytes: z._default(bytes, 268_435_456) }),
      ],
      'must be false, a path, or { path, maxBytes }',
    ),
  ),
  /** Older traces are deleted, every hour. `false`: only when `pruneOlderThan` is called. */
  retention: z._default(
    z.union(
      [
        z.literal(false),
        z.strictObject({
          days: z._default(days, 30),
          /** Days of single classes, shorter or longer. */
          classes: z._default(z.record(z.string(), days), {}),
          everyMs: z._default(count, 3_600_000),
        }),
      ],
      'must be false, or { days, classes, everyMs }',
    ),
    { days: 30, classes: {}, everyMs: 3_600_000 },
  ),
  /** What may wait in memory, and how it is written. */
  queue: z._default(
    z.strictObject({
      maxRecords: z._default(count, 10_000),
      maxBytes: z._default(bytes, 67_108_864),
      batchRecords: z._default(count, 1_000),
      batchBytes: z._default(bytes, 8_388_608),
      gatherMs: z._default(z.number().check(z.nonnegative(), z.lte(60_000)), 10),
      spillAfterMs: z._default(count, 2_000),
    }),
    { maxRecords: 10_000, maxBytes: 67_108_864, batchRecords: 1_000, batchBytes: 8_388_608, gatherMs: 10, spillAfterMs: 2_000 },
  ),
  /**
   * Chains the digests of all traces, so that `verify()` shows what was changed. Costs about a tenth of the speed of writing. With a
   * `head`, a signed file apart from the rows, it also shows that the newest links were taken out.
   */
  audit: z._default(
    z.union(
      [
        z.boolean(),
        z.strictObject({
          head: z.strictObject({
            path: z.string().check(z.minLength(1)),
            /** Secrets of 32 characters or more. The first one signs; any of them may have signed. None: the signature is not checked. */
            keys: z.array(z.string().check(z.minLength(32))),
            /** Moves the head behind the chain. A store that only verifies leaves it as it is: `false`. */
            write: z._default(z.boolean(), true),
          }),
        }),
      ],
      'must be true, false, or { head: { path, keys, write } }',
    ),
    false,
  ),
  /**
   * SQLite. `synchronous`: with `full`, records that `append()` acknowledged survive a loss of power; with `normal`, only the death of the
   * process. `thread`: queries run in a worker thread and do not block the event loop.
   */
  sqlite: z._default(
    z.strictObject({ synchronous: z._default(z.enum(['full', 'normal']), 'full'), thread: z._default(z.boolean(), true) }),
    { synchronous: 'full', thread: true },
  ),
  /** PostgreSQL. `schema`: where the tables are. `partition`: the time that one table holds, and that retention drops as a whole. */
  postgres: z._default(
    z.strictObject({
      schema: z._default(z.string().check(z.regex(/^[a-z_][a-z0-9_]{0,47}$/)), 'public'),
      partition: z._default(z.enum(['day', 'month']), 'day'),
      connections: z._default(z.number().check(z.int(), z.gte(2), z.lte(100)), 6),
    }),
    { schema: 'public', partition: 'day', connections: 6 },
  ),
  /** Unix time in milliseconds. Default `Date.now`. */
  now: z._default(clock, () => Date.now),
  /** Milliseconds of a clock that only goes forward. Default `performance.now`. */
  monotonic: z._default(clock, () => () => performance.now()),
})

export type TraceStoreConfig = z.output<typeof traceStoreConfig>
export type TraceStoreOptions = z.input<typeof traceStoreConfig>
