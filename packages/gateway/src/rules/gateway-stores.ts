import type { BudgetStore } from '@reason/budget'
import type { Metrics } from '@reason/metrics'
import type { CallReferences, Sealer } from '@reason/seals'
import type { Finished, TraceStore } from '@reason/trace-store'
import type { Registry } from 'prom-client'
import type { Learned } from '../upstreams/learned/learned.ts'
import type { Activity } from './activity/activity.ts'
import type { WrapUps } from './budget/wrap-ups.ts'
import type { RateLimits } from './rate-limits/rate-limits.ts'
import type { Telemetry } from './spans/telemetry.ts'

/** What goes on when the configuration changes: counters, budgets and limits as far as they are used up, traces. */
export interface GatewayStores {
  metrics: Metrics
  /** Of all series, up to date. */
  registry(): Registry
  budgets: BudgetStore
  /** Undefined: none are kept. */
  traces: TraceStore | undefined
  /** A trace was stored, or could not be. */
  traceFinished(trace: Finished): void
  /** Made when it is needed for the first time. */
  sealer: () => Sealer
  callReferences: CallReferences
  rateLimits: RateLimits
  /** What the answers of upstreams taught. */
  learned: Learned
  /** Where models were asked to come to an end. */
  wrapUps: WrapUps
  /** What has happened lately. */
  activity: Activity
  /** Undefined: none is wanted. */
  telemetry: Telemetry | undefined
}
