import { defined } from '@reason/gateway/json'
import { createMetrics, type Metrics } from '@reason/metrics'
import type { PolicyConfig } from '@reason/policy'
import { collectDefaultMetrics, Registry } from 'prom-client'
import type { Config } from '../config/load.ts'
import { providerNames } from '@reason/gateway/upstreams'

export interface OpenMetrics {
  metrics: Metrics
  /** Name patterns of models with their own label. */
  models: readonly string[]
  registry: Registry
}

/** Creates the metrics of the gateway and of its process. */
export function openMetrics(
  { metricsModels, upstreamProvider, upstreams = [] }: Pick<Config, 'metricsModels' | 'upstreamProvider' | 'upstreams'>,
  { llm }: PolicyConfig,
): OpenMetrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const models = metricsModels ?? ['*']
  const configured = [upstreamProvider, ...upstreams.map(({ provider }) => provider)].filter((name) => name !== undefined)
  const metrics = createMetrics({
    registry,
    models,
    // All known providers, because another configuration may use another one.
    providers: [...new Set([...providerNames, ...configured])],
    alert: defined(llm.reasoning_ratio.alert),
  })
  return { metrics, models, registry }
}
