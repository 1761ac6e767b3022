import type { PolicyConfig } from '@reason/policy'
import { createFormats, type Formats } from './upstreams/formats.ts'
import { openGovernance, type Governance } from './rules/governance.ts'
import { checkHistory, decideAfterOf, parseLlm } from './settings/llm.ts'
import { checkRouting } from './dispatch/options.ts'
import type { Routing } from './dispatch/routing.ts'
import { createBackend, planBackend, type BackendPlan, type OpenUpstream } from './backends.ts'
import { singlesOf } from './settings/singles.ts'
import type { Backend } from './dispatch/backend.ts'
import type { Log } from './log.ts'
import type { GatewayStores } from './rules/gateway-stores.ts'
import type { GatewayConfig } from './settings/settings.ts'

/** All that is made from a configuration, and is made anew for another one. */
export interface State<C extends GatewayConfig = GatewayConfig> {
  config: C
  /** Since when it holds. */
  since: Date
  policy: PolicyConfig
  /** Whom requests may go to, by name; the first is the only one where nothing is routed. */
  backends: ReadonlyMap<string, Backend>
  first: Backend
  /** Who decides between them. Undefined: there is one, which takes everything. */
  routing: Routing | undefined
  governance: Governance
  /** Releases its resources. Called when the last request that uses it has ended. */
  close(): Promise<void>
}

/** What can be said of a configuration before anything is opened. */
export interface Plan<C> {
  config: C
  /** Of all upstreams together. */
  formats: Formats
  policy: PolicyConfig
  /** In the order of the configuration. */
  backends: readonly BackendPlan[]
}

/**
 * @throws {ReasonError} `REASON_ADAPTER_NOT_FOUND`, when the configured adapter is none
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`, when policies ask for what no gateway does
 */
export function planState<C extends Omit<GatewayConfig, 'upstreamKey' | 'upstreamKeys'>>(config: C): Plan<C> {
  const policy = parseLlm(config.llm)
  checkHistory(policy, config.commentary)
  const backends = singlesOf(config).map((single) => planBackend(single, policy))
  checkRouting(config)
  return { config: { ...config, decideAfter: decideAfterOf(config, policy) }, formats: createFormats(config), policy, backends }
}

/** @param routing - Of the gateway: what it knows of upstreams outlives a configuration. */
export function createState<C extends GatewayConfig>(
  { config, policy, backends: plans }: Plan<C>,
  routing: Routing,
  stores: GatewayStores,
  log: Log,
  openUpstream: OpenUpstream<C>,
): State<C> {
  const singles = singlesOf(config)
  const several = config.upstreams !== undefined
  const backends = new Map<string, Backend>()
  const governance = openGovernance(config, policy, stores, log)
  for (const [index, single] of singles.entries()) {
    const backend = createBackend(single, plans[index]!, policy, (plan) => governance.replayed(plan), stores.learned, openUpstream)
    backends.set(backend.id, backend)
  }
  const { adapter, modelFamily } = config
  if (adapter === undefined && modelFamily !== undefined && plans[0]!.choose(modelFamily, undefined).adapter.id === 'auto') {
    log.warn({ modelFamily }, 'no adapter knows this model: its answers are only searched for tags. Run reason explain --model NAME')
  }
  routing.use(config, several ? backends : new Map())
  return {
    config,
    since: new Date(),
    policy,
    backends,
    first: backends.values().next().value!,
    routing: several ? routing : undefined,
    governance,
    async close() {
      await Promise.all(Array.from(backends.values(), ({ upstream }) => upstream.close()))
      await governance.close()
    },
  }
}
