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

/** State that outlives a change of the configuration: counters, used budgets and limits, traces. */
export interface GatewayStores {
  metrics: Metrics
  /** Current values of all metrics. */
  registry(): Registry
  budgets: BudgetStore
  /** Undefined: traces are off. */
  traces: TraceStore | undefined
  /** Called when a trace was stored, or its storage failed. */
  traceFinished(trace: Finished): void
  /** Creates the sealer on first use. */
  sealer: () => Sealer
  callReferences: CallReferences
  rateLimits: RateLimits
  /** Facts learned from the answers of upstreams. */
  learned: Learned
  /** Places of messages that asked models to finish. */
  wrapUps: WrapUps
  /** Recent events. */
  activity: Activity
  /** Undefined: telemetry is off. */
  telemetry: Telemetry | undefined
}
