import * as z from 'zod'
import type { RoutingOptions, UpstreamOptions } from '@reason/routing'

const dayMs = 86_400_000

/** When an upstream counts as failed, and for how long it gets no requests. */
const healthFields = {
  consecutiveFailures: about('Failures in a row that open the circuit; 0: never by that. Default: 5.', whole(0, 1_000_000)),
  failureRate: about('Share of failed requests that opens it. Default: 0.5.', number(0.001, 1)),
  minRequests: about('Fewest requests for that share to count. Default: 20.', whole(0, 1_000_000)),
  window: about('Time window of that share, in milliseconds. Default: 60000.', whole(1, dayMs)),
  slowStart: about('Milliseconds after which a late first byte counts as a failure; 0: never. Default: 0.', whole(0, dayMs)),
  failedProbes: about('Failed probes in a row that open it. Default: 3.', whole(1, 1_000_000)),
  open: about('Milliseconds that it stays open, plus up to 20 %. Doubled after each failed trial. Default: 5000.', whole(1, dayMs)),
  maxOpen: about('Most milliseconds that it stays open. Default: 120000.', whole(1, dayMs)),
  trial: about('Time limit for the answer of a trial to begin, in milliseconds. Default: 30000.', whole(1, dayMs)),
  aside: about('Pause in milliseconds after a 429 without retry-after. Default: 1000.', whole(1, dayMs)),
  maxAside: about('Longest such pause in milliseconds, whatever retry-after says. Default: 300000.', whole(1, dayMs)),
}

export const health = about(
  'When this upstream gets no requests, and for how long. Absent fields are as for all upstreams.',
  z.strictObject(healthFields).optional(),
)

const retryFields = {
  attempts: about('Most attempts per request, the first included. 1: no retries. Default: 3.', whole(1, 20)),
  baseDelay: about('Bound of the first random wait, in milliseconds; twice that each time. Default: 250.', whole(1, dayMs)),
  maxDelay: about('Bound of any wait, and the longest retry-after that is waited for, in milliseconds. Default: 8000.', whole(1, dayMs)),
  within: about('Milliseconds after which no further attempt begins. Default: 60000.', whole(1, dayMs)),
  ratio: about('Retries per request that is sent, on average over all. Default: 0.2.', number(0, 20)),
  burst: about('Retries before that average counts. Default: 20.', whole(0, 1_000_000)),
}

/** Rules for distributing requests over upstreams, and for retries. */
export const routingRules = z.strictObject(
  {
    whenBusy: about(
      'All upstreams of the best priority are busy: next goes on to the next priority, wait waits for one of them. Default: next.',
      z.enum(['next', 'wait'], 'must be one of: next, wait').optional(),
    ),
    retries: about('How often a request is sent again, and when.', z.strictObject(retryFields, 'must be an object').optional()),
    health: about('When an upstream gets no requests, and for how long.', z.strictObject(healthFields, 'must be an object').optional()),
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

function about<S extends z.ZodType>(words: string, schema: S): S {
  return schema.meta({ about: words })
}

function whole(least: number, most: number) {
  const range = `must be a whole number from ${least} to ${most}`
  return z.int(range).min(least, range).max(most, range).optional()
}

function number(least: number, most: number) {
  const range = `must be a number from ${least} to ${most}`
  return z.number(range).min(least, range).max(most, range).optional()
}
