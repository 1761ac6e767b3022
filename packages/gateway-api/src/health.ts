import * as z from 'zod'
import { count } from './shapes.ts'

/** Response of `GET /healthz`. */
export const health = z.object({ status: z.literal('ok') })

export const storeState = z.object({
  status: z.enum(['ok', 'degraded', 'down', 'off']).meta({
    description: 'degraded: some traces wait in the journal. down: the store accepts no traces. off: traces are disabled.',
  }),
  database: z.enum(['sqlite', 'postgres']).exactOptional(),
  queued: count.exactOptional().meta({ description: 'Traces that wait in memory.' }),
  journalled: count.exactOptional().meta({ description: 'Traces in the journal that are not in the database yet.' }),
  journalBytes: count.exactOptional(),
  added: count.exactOptional().meta({ description: 'Traces written to the database since the start.' }),
  refused: count
    .exactOptional()
    .meta({ description: 'Traces lost since the start: the queue or journal was full, or the database rejected them.' }),
  rejected: count.exactOptional().meta({ description: 'Journal lines that could not be read or stored.' }),
  error: z.string().exactOptional().meta({ description: 'Reason why the database or the journal is unavailable.' }),
  unreadable: count.exactOptional(),
  damage: z.string().exactOptional(),
  chain: z.string().exactOptional().meta({ description: 'Reason why the signed head does not cover the whole chain.' }),
})

export const upstreamView = z.object({
  upstream: z.string(),
  health: z.enum(['up', 'degraded', 'down', 'draining']),
  circuit: z.enum(['closed', 'open', 'half-open']),
  openForMs: z.number().exactOptional().meta({ description: 'Milliseconds until the open circuit allows a trial request.' }),
  asideForMs: z.number().exactOptional().meta({ description: 'Milliseconds until the upstream gets requests again after a 429.' }),
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
