import * as z from 'zod/mini'
import { metricDefinitions, type MetricName } from './definitions.ts'
import type { MetricsRequest } from './request.ts'
import type { AnyRegistry, HistogramBuckets, Exemplar } from './series.ts'

export interface MetricsOptions {
  /** prom-client's registry. The global registry stays unused. */
  registry: AnyRegistry
  /** Patterns of models with a label value of their own, at most 100 names. Others count as `other`. Default all. */
  models?: readonly string[]
  /** Patterns of providers with a label value of their own. Default none. */
  providers?: readonly string[]
  /** Upper bounds by histogram, ascending, in the unit of its name. */
  buckets?: HistogramBuckets
  /**
   * Returns labels that link a value to its generation, such as `{ trace_id }`. Names and values together have at most
   * 128 characters; longer ones are dropped. Requires an OpenMetrics registry.
   */
  exemplars?: (request: MetricsRequest) => Exemplar | undefined
  /** Limits of the reasoning ratio, 0 to 1. Values beyond count in `reasoning_ratio_alert_total`. Default none. */
  alert?: { above?: number | undefined; below?: number | undefined }
  /** Monotonic clock in milliseconds. Default `performance.now`. */
  now?: () => number
}

const isRegistry = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'registerMetric' in value && 'getSingleMetric' in value && 'metrics' in value

const bounds = z.array(z.number()).check(
  z.minLength(1),
  z.refine((all) => all.every((one, index) => index === 0 || one > all[index - 1]!), 'must ascend'),
)

const histograms = metricDefinitions.filter(({ type }) => type === 'histogram').map(({ name }) => name) as MetricName<'histogram'>[]

const aFunction = <F>() => z.custom<F>((value) => typeof value === 'function', 'must be a function')

const ratio = z.number().check(z.minimum(0), z.maximum(1))

export const metricsConfig = z.strictObject({
  registry: z.custom<AnyRegistry>(isRegistry, 'must be a Registry of prom-client'),
  models: z._default(z.array(z.string().check(z.minLength(1))), ['*']),
  providers: z._default(z.array(z.string().check(z.minLength(1))), []),
  buckets: z._default(z.strictObject(Object.fromEntries(histograms.map((name) => [name, z.optional(bounds)]))), {}),
  exemplars: z.optional(aFunction<NonNullable<MetricsOptions['exemplars']>>()),
  alert: z._default(z.strictObject({ above: z.optional(ratio), below: z.optional(ratio) }), {}),
  now: z._default(aFunction<() => number>(), () => () => performance.now()),
})
