import * as z from 'zod'
import { count } from './shapes.ts'

/** Response of `GET /healthz`. */
export const health = z.object({ status: z.literal('ok') })

/** State of the trace store. */
export const storeState = z.object({
  status: z.enum(['ok', 'degraded', 'down', 'off']).meta({
    description: 'degraded: some traces wait in the journal. down: nothing can be stored. off: no traces are kept.',
  }),
  database: z.enum(['sqlite', 'postgres']).exactOptional(),
  queued: count.exactOptional().meta({ description: 'In memory.' }),
  journalled: count.exactOptional().meta({ description: 'In the journal, and not in the database yet.' }),
  journalBytes: count.exactOptional(),
  added: count.exactOptional().meta({ description: 'Put into the database since the start.' }),
  refused: count.exactOptional().meta({ description: 'Not stored: the queue or the journal was full, or the database refused them.' }),
  rejected: count.exactOptional().meta({ description: 'Lines of the journal that could not be read or stored.' }),
  error: z.string().exactOptional().meta({ description: 'Why the database, or the journal, cannot be had.' }),
  unreadable: count.exactOptional(),
  damage: z.string().exactOptional(),
  chain: z.string().exactOptional().meta({ description: 'Why the head of the chain does not vouch for all of it.' }),
})

/** State of an upstream. */
export const upstreamView = z.object({
  upstream: z.string(),
  health: z.enum(['up', 'degraded', 'down', 'draining']),
  circuit: z.enum(['closed', 'open', 'half-open']),
  openForMs: z.number().exactOptional().meta({ description: 'Until it may be tried.' }),
  asideForMs: z.number().exactOptional().meta({ description: 'Until it may be asked again after a 429.' }),
  inFlight: count,
  queued: count,
  lastFailure: z.object({ kind: z.string(), agoMs: z.number() }).exactOptional(),
})

/** Response of `GET /readyz`. If keys are required, clients without one get only the status. */
export const readiness = z.object({
  status: z.enum(['ready', 'not ready']),
  traces: storeState.exactOptional(),
  configuration: z.object({ hash: z.string(), since: z.string(), file: z.string().exactOptional() }).exactOptional(),
  budgets: z.object({ store: z.string(), unsettled: count, storeFailures: count }).exactOptional(),
  workers: z.object({ wanted: count, listening: count }).exactOptional(),
  upstreams: z.array(upstreamView).exactOptional(),
})

export type UpstreamView = z.output<typeof upstreamView>
export type StoreState = z.output<typeof storeState>
export type Readiness = z.output<typeof readiness>
