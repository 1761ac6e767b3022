import { createPipeline, type Part } from '@reason/core'
import { createMetrics } from '@reason/metrics'
import { createPolicy, parsePolicyConfig, type PolicyOptions } from '@reason/policy'
import { Registry } from 'prom-client'

/** The parts of a split generation, before policies. */
export interface Case {
  name: string
  parts: readonly Part[]
  adapter: string
  serviceTokens?: readonly string[]
}

export interface Counted {
  /** Counts of leaks by reason, and of anomalies by type, without zeros. */
  leaks: Record<string, number>
  anomalies: Record<string, number>
  /** Leak reasons in the report of the policies. */
  reported: string[]
  /** Share of the answer's word sequences that are also in the reasoning. */
  leakScore: number
}

/** Runs a generation through policies and metrics, combined as in an application. */
export async function countOf({ parts, adapter, serviceTokens = [] }: Case, options: PolicyOptions = {}): Promise<Counted> {
  const registry = new Registry()
  const metrics = createMetrics({ registry })
  const policy = createPolicy(parsePolicyConfig(options), { adapter, serviceTokens })
  const observers = metrics.observers({ adapter, mode: 'stream' })
  const pipeline = createPipeline({ policies: policy.stages, governors: policy.governors, observers })
  for (const part of parts) pipeline.push(part)
  for (const observer of observers) observer.close?.()
  const report = policy.report()
  return {
    leaks: await valuesOf(registry, 'reasoning_leak_total', 'reason'),
    anomalies: await valuesOf(registry, 'channel_merge_anomaly_total', 'type'),
    reported: report.leaks.map(({ reason }) => reason),
    leakScore: report.leakScore,
  }
}

async function valuesOf(registry: Registry, name: string, label: string): Promise<Record<string, number>> {
  const { values } = await registry.getSingleMetric(name)!.get()
  return Object.fromEntries(values.flatMap(({ labels, value }) => (value === 0 ? [] : [[String(labels[label]), value]])))
}
