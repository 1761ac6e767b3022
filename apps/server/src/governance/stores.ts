import type { BudgetStore } from '@reason/budget'
import type { Metrics } from '@reason/metrics'
import type { PolicyConfig } from '@reason/policy'
import type { TraceStore } from '@reason/trace-store'
import type { Registry } from 'prom-client'
import type { Config } from '../config/load.ts'
import type { Formats } from '../formats.ts'
import { openBudgetStore } from './budgets.ts'
import { openMetrics } from './metrics.ts'
import { createTraceMeter, openTraces } from './traces.ts'

/** What goes on when the configuration changes: counters, budgets as far as they are used up, traces. */
export interface Stores {
  metrics: Metrics
  /** Of all series, up to date. */
  registry(): Registry
  budgets: BudgetStore
  /** Undefined: none are kept. */
  traces: TraceStore | undefined
  /** A trace was stored, or could not be. */
  traceStored(stored: boolean): void
  close(): Promise<void>
}

/**
 * Opens them, as they are configured when the program starts.
 *
 * @throws {ReasonError} `REASON_STORE_DOWN`, when traces can be stored nowhere
 */
export async function openStores(config: Config, policy: PolicyConfig, formats: Formats): Promise<Stores> {
  const { metrics, registry } = openMetrics(config, policy, formats.registry)
  const traces = await openTraces(config, metrics)
  const meter = traces && createTraceMeter(traces, metrics)
  const { store, close: closeBudgets } = openBudgetStore(config)
  return {
    metrics,
    registry() {
      meter?.update()
      return registry
    },
    budgets: store,
    traces,
    traceStored: (stored) => meter?.stored(stored),
    async close() {
      await traces?.close()
      closeBudgets()
    },
  }
}
