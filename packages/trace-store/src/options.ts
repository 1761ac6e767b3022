import type { Redactor } from '@reason/core/pipeline'
import * as z from 'zod/mini'

const count = z.number().check(z.int(), z.positive())
const bytes = z.number().check(z.int(), z.gte(65_536))
const days = z.number().check(z.positive(), z.lte(36_500))
const clock = z.custom<() => number>((value) => typeof value === 'function', 'must be a function that returns milliseconds')

const modes = ['none', 'metadata', 'redacted', 'full'] as const

/** Recognises a redactor of any package. */
function isRedactor(value: unknown): boolean {
  const { id, redact, stream } = (value ?? {}) as Partial<Redactor>
  return typeof id === 'string' && typeof redact === 'function' && typeof stream === 'function'
}

/** Options of `openTraceStore`. Unknown options are errors. */
export const traceStoreConfig = z.strictObject({
  /** `sqlite:PATH`, `:memory:`, or `postgres://user@host/database`. */
  url: z.string().check(z.regex(/^(?::memory:|sqlite:.+|postgres(?:ql)?:\/\/.*)$/s, 'must be "sqlite:PATH", ":memory:" or "postgres://…"')),
  /** Detail of stored traces. A single request can lower it, but not raise it. */
  mode: z._default(z.enum(modes), 'redacted'),
  /** Removes secrets and personal data. Required in mode `redacted`. */
  redactor: z.optional(z.custom<Redactor>(isRedactor, 'must be a redactor, with id, redact() and stream()')),
  /** Stores traces while the database is unavailable. Default for SQLite: a file beside the database. Default for PostgreSQL: none. */
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
  /** Deletes older traces every hour. `false`: only `pruneOlderThan` deletes. */
  retention: z._default(
    z.union(
      [
        z.literal(false),
        z.strictObject({
          days: z._default(days, 30),
          /** Days for single classes, shorter or longer. */
          classes: z._default(z.record(z.string(), days), {}),
          everyMs: z._default(count, 3_600_000),
        }),
      ],
      'must be false, or { days, classes, everyMs }',
    ),
    { days: 30, classes: {}, everyMs: 3_600_000 },
  ),
  /** Limits of the queue in memory, and of its batches. */
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
   * Chains the digests of all traces, so that `verify()` detects changes. Costs about a tenth of the write speed. With a `head`, a signed file apart from the
   * rows, it also detects that the newest links were removed.
   */
  audit: z._default(
    z.union(
      [
        z.boolean(),
        z.strictObject({
          head: z.strictObject({
            path: z.string().check(z.minLength(1)),
            /** Secrets of 32 characters or more. The first one signs; any of them may have signed. Empty: the signature is not checked. */
            keys: z.array(z.string().check(z.minLength(32))),
            /** Updates the head after the chain. `false` for a store that only verifies. */
            write: z._default(z.boolean(), true),
          }),
        }),
      ],
      'must be true, false, or { head: { path, keys, write } }',
    ),
    false,
  ),
  /**
   * SQLite. `synchronous`: with `full`, acknowledged records survive a loss of power; with `normal`, only the end of the process. `thread`: queries run in a
   * worker thread and do not block the event loop.
   */
  sqlite: z._default(
    z.strictObject({ synchronous: z._default(z.enum(['full', 'normal']), 'full'), thread: z._default(z.boolean(), true) }),
    { synchronous: 'full', thread: true },
  ),
  /** PostgreSQL. `schema`: schema of the tables. `partition`: period of one table, which retention can drop as a whole. */
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
  /** Monotonic clock in milliseconds. Default `performance.now`. */
  monotonic: z._default(clock, () => () => performance.now()),
})

export type TraceStoreConfig = z.output<typeof traceStoreConfig>
/** Options of `openTraceStore`, as applications write them. */
export type TraceStoreOptions = z.input<typeof traceStoreConfig>
