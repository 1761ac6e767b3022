import { parseOptions } from '@reason/core'
import * as z from 'zod/mini'

const dayMs = 86_400_000
const milliseconds = z.number().check(z.gte(0), z.lte(dayMs))
const duration = z.number().check(z.gt(0), z.lte(dayMs))
const count = z.number().check(z.int(), z.gte(0), z.lte(1_000_000))
const name = z.string().check(z.minLength(1))

/** How long each phase of a request may take, in milliseconds. The code that sends the request enforces them, not the router. */
const timeoutsConfig = z.strictObject({
  connectMs: z._default(duration, 10_000),
  /** Until the response headers. An answer that is not streamed sends them when it is complete, thinking included. */
  firstByteMs: z._default(duration, 600_000),
  /** Between two reads of the network, pings counted. Models have been seen to think for more than eight minutes in silence. */
  idleMs: z._default(duration, 600_000),
})

const limitsConfig = z.strictObject({
  /** Requests at once. 0: any number. */
  concurrency: z._default(count, 0),
  /** Requests that may wait for a slot. */
  queue: z._default(count, 100),
  queueTimeoutMs: z._default(duration, 30_000),
})

const healthConfig = z.strictObject({
  /** Failures in a row that open the circuit. 0: never by that. */
  consecutiveFailures: z._default(count, 5),
  /** Share of failed requests within the window that opens it, once there are `minRequests`. 1: only if all of them failed. */
  failureRate: z._default(z.number().check(z.gt(0), z.lte(1)), 0.5),
  minRequests: z._default(count, 20),
  windowMs: z._default(duration, 60_000),
  /** A first byte later than this counts as a failure in the rate, though not in the row. 0: never. */
  slowStartMs: z._default(milliseconds, 0),
  /** Failed probes in a row that open it. */
  failedProbes: z._default(z.number().check(z.int(), z.gte(1)), 3),
  /** How long it stays open the first time; twice as long each time that its trial fails, up to `maxOpenMs`. */
  openMs: z._default(duration, 5_000),
  maxOpenMs: z._default(duration, 120_000),
  /** A trial that has not begun its answer after so long is no longer waited for: the next request is one, too. */
  trialMs: z._default(duration, 30_000),
  /** How long an upstream is left alone that says 429 and not for how long; twice as long each time it says it again. */
  asideMs: z._default(duration, 1_000),
  maxAsideMs: z._default(duration, 300_000),
})

const probeConfig = z.strictObject({
  /** Asked with GET, under the address of the upstream: a list of models, or `/health`. */
  path: name,
  intervalMs: z._default(duration, 15_000),
  timeoutMs: z._default(duration, 5_000),
})

/** Whose seals an upstream can read. */
const issuerConfig = z.strictObject({
  provider: z.optional(z.string()),
  wire: z.optional(z.string()),
  upstream: z.optional(z.string()),
})

const boundTo = ['provider', 'model', 'upstream'] as const

/** Options of one upstream, for the schema of an application's own. */
export const upstreamConfig = z.strictObject({
  id: name,
  /** Patterns, with `*` for any text. An upstream that has nothing but `*` is asked for what no other one names. */
  models: z._default(z.array(name), ['*']),
  /** What a client may say (a name, or a pattern) and what the upstream calls it. */
  aliases: z._default(z.record(name, name), {}),
  /** Lower ones are asked first. */
  priority: z._default(z.number().check(z.int()), 0),
  /** Share of the requests among upstreams of one priority. 0: only when the others cannot. */
  weight: z._default(z.number().check(z.gte(0), z.lte(1_000_000)), 1),
  issuer: z._default(issuerConfig, {}),
  /** What its seals are bound to, besides the wire format. */
  boundTo: z._default(z.array(z.enum(boundTo)), ['provider', 'model', 'upstream']),
  limits: z.prefault(limitsConfig, {}),
  timeouts: z.prefault(timeoutsConfig, {}),
  health: z.prefault(healthConfig, {}),
  probe: z.optional(probeConfig),
})

const retriesConfig = z.strictObject({
  /** Most requests that are sent for one of a client's, the first one counted. 1: no retries. */
  attempts: z._default(z.number().check(z.int(), z.gte(1), z.lte(20)), 3),
  /** The first wait is a random one up to this; twice that each time, up to `maxDelayMs`. */
  baseDelayMs: z._default(duration, 250),
  /** Also the longest `retry-after` that is waited for. */
  maxDelayMs: z._default(duration, 8_000),
  /** After so long nothing is begun again: clients have given up by then. */
  withinMs: z._default(duration, 60_000),
  /** Retries that are allowed for each request, on average: an outage must not multiply the load. */
  ratio: z._default(z.number().check(z.gte(0), z.lte(20)), 0.2),
  /** Retries that are allowed at once, before that average counts. */
  burst: z._default(count, 20),
})

/** All options. Ids are compared by `createRouter`. */
export const routingConfig = z.strictObject({
  upstreams: z.array(upstreamConfig),
  /** All upstreams of the best priority are busy: wait for one of them, or go on to the next priority. */
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
export type Timeouts = z.output<typeof timeoutsConfig>

/** @throws {ReasonError} `REASON_INVALID_OPTIONS` */
export function parseRouting(options: RoutingOptions): RoutingConfig {
  return parseOptions(routing, options, 'routing')
}

/** Checks that need the whole of it. The shape is what messages list the known keys from. */
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
