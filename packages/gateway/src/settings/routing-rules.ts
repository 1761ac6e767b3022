import * as z from 'zod'
import type { RoutingOptions, UpstreamOptions } from '@reason/routing'
import { about, between, whole } from './setting-kinds.ts'

const dayMs = 86_400_000

/** A time in milliseconds, up to a day. */
const duration = (description: string) => about(description, whole(1, dayMs).optional())

/** When an upstream counts as failed, and for how long it gets no requests. */
const healthFields = {
  consecutiveFailures: about('Consecutive failures that open the circuit. 0: no such limit. Default: 5.', whole(0, 1_000_000).optional()),
  failureRate: about('Share of failed requests that opens the circuit. Default: 0.5.', between(0.001, 1).optional()),
  minRequests: about('Minimum of requests in the window before failureRate applies. Default: 20.', whole(0, 1_000_000).optional()),
  window: duration('Time window of failureRate, in milliseconds. Default: 60000.'),
  slowStart: about('Milliseconds after which a late first byte counts as a failure; 0: never. Default: 0.', whole(0, dayMs).optional()),
  failedProbes: about('Consecutive failed probes that open the circuit. Default: 3.', whole(1, 1_000_000).optional()),
  open: duration('Milliseconds for which the circuit stays open, plus up to 20 %. Doubled after each failed trial. Default: 5000.'),
  maxOpen: duration('Maximum of milliseconds for which the circuit stays open. Default: 120000.'),
  trial: duration('Time limit for a trial request until its answer begins, in milliseconds. Default: 30000.'),
  aside: duration('Pause in milliseconds after a 429 without retry-after. Default: 1000.'),
  maxAside: duration('Maximum pause after a 429, in milliseconds. A longer retry-after is cut to it. Default: 300000.'),
}

export const health = about(
  'Circuit breaker of this upstream. Absent fields come from the rules for all upstreams.',
  z.strictObject(healthFields).optional(),
)

const retryFields = {
  attempts: about('Maximum of attempts per request, the first included. 1: no retries. Default: 3.', whole(1, 20).optional()),
  baseDelay: duration('Upper bound of the first random wait, in milliseconds. Doubled for each further wait. Default: 250.'),
  maxDelay: duration('Upper bound of every wait, and of an accepted retry-after, in milliseconds. Default: 8000.'),
  within: duration('Milliseconds after which no new attempt starts. Default: 60000.'),
  ratio: about('Maximum of retries per request, averaged over all requests. Default: 0.2.', between(0, 20).optional()),
  burst: about('Retries allowed before ratio applies. Default: 20.', whole(0, 1_000_000).optional()),
}

/** Rules for distributing requests over upstreams, and for retries. */
export const routingRules = z.strictObject(
  {
    whenBusy: about(
      'Action when all upstreams of the best priority are busy: next (use the next priority) or wait (for one of them). Default: next.',
      z.enum(['next', 'wait'], 'must be one of: next, wait').optional(),
    ),
    retries: about('Retries of failed requests.', z.strictObject(retryFields, 'must be an object').optional()),
    health: about('Circuit breaker and health of upstreams.', z.strictObject(healthFields, 'must be an object').optional()),
  },
  'must be an object',
)

type Rules = z.output<typeof routingRules>

/** Fields whose router option has the unit in its name. */
const times: ReadonlySet<string> = new Set([
  'window',
  'slowStart',
  'open',
  'maxOpen',
  'trial',
  'aside',
  'maxAside',
  'baseDelay',
  'maxDelay',
  'within',
] satisfies (keyof typeof healthFields | keyof typeof retryFields)[])

const withUnits = (fields: Readonly<Record<string, unknown>> = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[times.has(name) ? `${name}Ms` : name, value]])),
  )

/** Options of the router without upstreams. */
export const rulesFor = ({ whenBusy, retries }: Rules): Omit<RoutingOptions, 'upstreams'> => ({
  ...(whenBusy !== undefined && { whenBusy }),
  retries: withUnits(retries),
})

/** @param own - Fields of one upstream, which win over those for all. */
export const healthFor = (all: Rules['health'], own: Rules['health']): NonNullable<UpstreamOptions['health']> => ({
  ...withUnits(all),
  ...withUnits(own),
})
