import { parseOptions } from '@reason/core'
import * as z from 'zod/mini'

const dayMs = 86_400_000
const milliseconds = z.number().check(z.gte(0), z.lte(dayMs))
const duration = z.number().check(z.gt(0), z.lte(dayMs))
const count = z.number().check(z.int(), z.gte(0), z.lte(1_000_000))
const name = z.string().check(z.minLength(1))

const limitsConfig = z.strictObject({
  /** Maximum number of concurrent requests. 0: unlimited. */
  concurrency: z._default(count, 0),
  /** Maximum number of requests that wait for a slot. */
  queue: z._default(count, 100),
  queueTimeoutMs: z._default(duration, 30_000),
})

const healthConfig = z.strictObject({
  /** Consecutive failures that open the circuit. 0: disabled. */
  consecutiveFailures: z._default(count, 5),
  /** Share of failed requests within the window that opens the circuit, from `minRequests` on. 1: only if all of them failed. */
  failureRate: z._default(z.number().check(z.gt(0), z.lte(1)), 0.5),
  minRequests: z._default(count, 20),
  windowMs: z._default(duration, 60_000),
  /** First byte later than this counts as a failure in the rate, though not as a consecutive failure. 0: disabled. */
  slowStartMs: z._default(milliseconds, 0),
  /** Consecutive failed probes that open the circuit. */
  failedProbes: z._default(z.number().check(z.int(), z.gte(1)), 3),
  /** Time for which the circuit first stays open. It doubles each time that a trial fails, up to `maxOpenMs`. */
  openMs: z._default(duration, 5_000),
  maxOpenMs: z._default(duration, 120_000),
  /** Time after which a trial without response headers is given up. The next request then becomes a trial. */
  trialMs: z._default(duration, 30_000),
  /** Pause after a 429 without a `retry-after`. It doubles with each further such response. */
  asideMs: z._default(duration, 1_000),
  maxAsideMs: z._default(duration, 300_000),
})

const probeConfig = z.strictObject({
  /** Path of the GET request, under the upstream's address: a list of models, or `/health`. */
  path: name,
  intervalMs: z._default(duration, 15_000),
  timeoutMs: z._default(duration, 5_000),
})

/** Issuers whose seals an upstream can read. */
const issuerConfig = z.strictObject({
  provider: z.optional(z.string()),
  wire: z.optional(z.string()),
  upstream: z.optional(z.string()),
})

const boundTo = ['provider', 'model', 'upstream'] as const

/** Options of one upstream, for the schema of an application's own. */
export const upstreamConfig = z.strictObject({
  id: name,
  /** Patterns of models, with `*` for any text. An upstream with only `*` serves models that no other upstream names. */
  models: z._default(z.array(name), ['*']),
  /** The upstream's model names, by the client's name or pattern. */
  aliases: z._default(z.record(name, name), {}),
  /** Lower priorities are asked first. */
  priority: z._default(z.number().check(z.int()), 0),
  /** Share of the requests among upstreams of one priority. 0: only if the others are unavailable. */
  weight: z._default(z.number().check(z.gte(0), z.lte(1_000_000)), 1),
  issuer: z._default(issuerConfig, {}),
  /** Fields that the upstream's seals are bound to, besides the wire format. */
  boundTo: z._default(z.array(z.enum(boundTo)), ['provider', 'model', 'upstream']),
  limits: z.prefault(limitsConfig, {}),
  health: z.prefault(healthConfig, {}),
  probe: z.optional(probeConfig),
})

const retriesConfig = z.strictObject({
  /** Maximum number of attempts for one client request, including the first. 1: no retries. */
  attempts: z._default(z.number().check(z.int(), z.gte(1), z.lte(20)), 3),
  /** Upper bound of the first, random delay. It doubles each time, up to `maxDelayMs`. */
  baseDelayMs: z._default(duration, 250),
  /** Maximum delay, and the longest `retry-after` that is waited for. */
  maxDelayMs: z._default(duration, 8_000),
  /** Time after which no retry starts, as clients have given up by then. */
  withinMs: z._default(duration, 60_000),
  /** Maximum number of retries per request, on average, so that an outage does not multiply the load. */
  ratio: z._default(z.number().check(z.gte(0), z.lte(20)), 0.2),
  /** Number of retries that are allowed at once, before the average applies. */
  burst: z._default(count, 20),
})

/** All options. `createRouter` also checks that ids are unique. */
export const routingConfig = z.strictObject({
  upstreams: z.array(upstreamConfig),
  /** Behaviour if all upstreams of the best priority are busy: `wait` for one of them, or go on to the `next` priority. */
  whenBusy: z._default(z.enum(['next', 'wait']), 'next'),
  retries: z.prefault(retriesConfig, {}),
})

export type UpstreamConfig = z.output<typeof upstreamConfig>
export type RoutingConfig = z.output<typeof routingConfig>
/** How requests are spread over upstreams. Unknown keys are refused. */
export type RoutingOptions = z.input<typeof routingConfig>
export type UpstreamOptions = z.input<typeof upstreamConfig>
export type HealthConfig = UpstreamConfig['health']
export type ProbeConfig = z.output<typeof probeConfig>
export type RetriesConfig = RoutingConfig['retries']

/** @throws {ReasonError} `REASON_INVALID_OPTIONS` */
export function parseRouting(options: RoutingOptions): RoutingConfig {
  return parseOptions(routing, options, 'routing')
}

/** Checks across the whole configuration. Messages list the known keys from the schema's shape. */
const routing = routingConfig.check((context) => {
  const seen = new Set<string>()
  for (const [index, { id }] of context.value.upstreams.entries()) {
    if (seen.has(id)) {
      const message = `two upstreams are called "${id}": give each an id of its own`
      context.issues.push({ code: 'custom', input: id, path: ['upstreams', index, 'id'], message })
    }
    seen.add(id)
  }
})
