import type { Meter, Tracer } from '@opentelemetry/api'
import type { Redactor } from '@reason/core/pipeline'
import * as z from 'zod/mini'

export interface OtelOptions {
  /** Tracer for the spans. Absent: no spans. */
  tracer?: Tracer
  /** Meter for the metrics. Absent: no metrics. */
  meter?: Meter
  /** Text to capture in the span, in `gen_ai.output.messages`. Default none, because text is private and may be large. */
  capture?: {
    /** The answer, the commentary and the tool calls, as the client got them. */
    answer?: boolean
    /** The reasoning, as the model sent it, whatever the client may see. */
    reasoning?: boolean
  }
  /** Removes secrets and personal data from captured text and error messages. */
  redactor?: Redactor
  /** Maximum length of one captured text, in characters. Integer, 1 or more. Default 16,384. */
  maxContentChars?: number
  /**
   * Names of metrics. `latest`: as `conventions.ts` states. `1.41`: the last ones of the repository that all conventions shared before,
   * with `gen_ai.client.token.usage` and `gen_ai.client.operation.duration`. Default `latest`.
   */
  conventions?: 'latest' | '1.41'
  /** Records the time between chunks, for each chunk. Default false, as it costs about 0.4 µs each time. */
  perChunk?: boolean
  /** Patterns of models with a value of their own in metrics, at most 100 names. Others count as `_OTHER`. Default: every name, unbounded. */
  models?: readonly string[]
  /** Monotonic clock in milliseconds. Default `performance.now`. */
  now?: () => number
}

const having = <T>(method: string) =>
  z.custom<T>((value) => typeof value === 'object' && value !== null && method in value, `must have ${method}()`)

export const otelConfig = z.strictObject({
  tracer: z.optional(having<Tracer>('startSpan')),
  meter: z.optional(having<Meter>('createHistogram')),
  capture: z.prefault(z.strictObject({ answer: z._default(z.boolean(), false), reasoning: z._default(z.boolean(), false) }), {}),
  redactor: z.optional(having<Redactor>('redact')),
  maxContentChars: z._default(z.int().check(z.minimum(1)), 16_384),
  conventions: z._default(z.enum(['latest', '1.41']), 'latest'),
  perChunk: z._default(z.boolean(), false),
  models: z.optional(z.array(z.string().check(z.minLength(1)))),
  now: z._default(
    z.custom<() => number>((value) => typeof value === 'function', 'must be a function'),
    () => () => performance.now(),
  ),
})

export type OtelConfig = z.output<typeof otelConfig>
