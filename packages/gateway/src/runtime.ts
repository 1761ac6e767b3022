import { nearest } from '@reason/core/errors'
import { providerBy } from '@reason/core/providers'
import type { PolicyConfig } from '@reason/policy'
import { openGovernance, type Governance } from './rules/governance.ts'
import { checkHistory, decideAfterOf, parseLlm } from './settings/llm.ts'
import { checkRouting } from './dispatch/options.ts'
import type { Routing } from './dispatch/routing.ts'
import { createBackend, planBackend, type BackendPlan, type OpenUpstream } from './backends.ts'
import { providerNames } from './upstreams/providers.ts'
import { singlesOf } from './settings/singles.ts'
import type { Backend } from './generation/backend.ts'
import type { Log } from './log.ts'
import type { GatewayStores } from './rules/gateway-stores.ts'
import type { GatewayConfig } from './settings/settings.ts'

/** State that is created from a configuration, and replaced with it. */
export interface RuntimeState<C extends GatewayConfig = GatewayConfig> {
  config: C
  /** Time since which the configuration applies. */
  since: Date
  policy: PolicyConfig
  /** Upstreams that requests may go to, by name. If routing is off, the first is the only one. */
  backends: ReadonlyMap<string, Backend>
  first: Backend
  /** Chooses between upstreams. Undefined: the only upstream takes all requests. */
  routing: Routing | undefined
  governance: Governance
  /** Releases its resources. Called when the last request that uses it has ended. */
  close(): Promise<void>
}

/** The parts of the state that exist before anything is opened. */
export interface RuntimePlan<C> {
  config: C
  policy: PolicyConfig
  /** Backends in the order of the configuration. */
  backends: readonly BackendPlan[]
}

/**
 * Validates a configuration.
 *
 * @throws {ReasonError} `REASON_ADAPTER_NOT_FOUND` if the configured adapter does not exist.
 * @throws {ReasonError} `REASON_INVALID_OPTIONS` if policies require something that no gateway supports.
 */
export function planState<C extends Omit<GatewayConfig, 'upstreamKey' | 'upstreamKeys'>>(config: C): RuntimePlan<C> {
  const policy = parseLlm(config.llm)
  checkHistory(policy, config.commentary)
  const backends = singlesOf(config).map((single) => planBackend(single, policy))
  checkRouting(config)
  return { config: { ...config, decideAfter: decideAfterOf(config, policy) }, policy, backends }
}

/** @param routing - Router of the gateway. Its facts about upstreams outlive a configuration. */
export function createState<C extends GatewayConfig>(
  { config, policy, backends: plans }: RuntimePlan<C>,
  routing: Routing,
  stores: GatewayStores,
  log: Log,
  openUpstream: OpenUpstream<C>,
): RuntimeState<C> {
  const singles = singlesOf(config)
  const several = config.upstreams !== undefined
  const backends = new Map<string, Backend>()
  const governance = openGovernance(config, policy, stores, log)
  for (const [index, single] of singles.entries()) {
    const { upstreamProvider: provider } = single
    if (provider !== undefined && providerBy(provider) === undefined)
      log.warn(
        { provider, meant: nearest(provider, providerNames) },
        'the gateway has no rules for a provider of this name. Correct it, or leave it out',
      )
    const backend = createBackend(single, plans[index]!, policy, (plan) => governance.replayed(plan), stores.learned, openUpstream)
    backends.set(backend.id, backend)
  }
  const { adapter, modelFamily } = config
  if (adapter === undefined && modelFamily !== undefined && plans[0]!.choose(modelFamily, undefined).adapter.id === 'auto') {
    log.warn({ modelFamily }, 'no adapter knows this model: its answers are only searched for tags. Run reason explain NAME')
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
