import type { PolicyConfig } from '@reason/policy'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/load.ts'
import { createFormats, type Formats } from '../gateway/upstreams/formats.ts'
import { openGovernance, type Governance } from '../gateway/rules/governance.ts'
import { checkHistory, decideAfterOf, parseLlm } from '../config/llm.ts'
import type { Stores } from '../stores/stores.ts'
import { checkRouting } from '../gateway/dispatch/options.ts'
import type { Routing } from '../gateway/dispatch/routing.ts'
import { createBackend, planBackend, singlesOf, type Backend, type BackendPlan } from './backend.ts'

/** All that is made from a configuration, and is made anew for another one. */
export interface State {
  config: Config
  /** Since when it holds. */
  since: Date
  policy: PolicyConfig
  /** Whom requests may go to, by name; the first is the only one where nothing is routed. */
  backends: ReadonlyMap<string, Backend>
  first: Backend
  /** Who decides between them. Undefined: there is one, which takes everything. */
  routing: Routing | undefined
  governance: Governance
  /** When nobody uses it any more. */
  close(): Promise<void>
}

/** What can be said of a configuration before anything is opened. */
export interface Plan {
  config: Config
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
export function planState<C extends Omit<Config, 'upstreamKey' | 'upstreamKeys' | 'telemetry'>>(
  config: C,
): Omit<Plan, 'config'> & { config: C } {
  const policy = parseLlm(config.llm)
  checkHistory(policy, config.commentary)
  const backends = singlesOf(config).map((single) => planBackend(single, policy))
  checkRouting(config)
  return { config: { ...config, decideAfter: decideAfterOf(config, policy) }, formats: createFormats(config), policy, backends }
}

/** @param routing - Of the gateway: what it knows of upstreams outlives a configuration. */
export function createState({ config, policy, backends: plans }: Plan, routing: Routing, stores: Stores, log: FastifyBaseLogger): State {
  const singles = singlesOf(config)
  const several = config.upstreams !== undefined
  const backends = new Map<string, Backend>()
  const governance = openGovernance(config, policy, stores, log)
  for (const [index, single] of singles.entries()) {
    const backend = createBackend(single, plans[index]!, policy, (plan) => governance.replayed(plan), stores.learned)
    backends.set(backend.id, backend)
  }
  const { adapter, modelFamily } = config
  if (adapter === undefined && modelFamily !== undefined && plans[0]!.choose(modelFamily, undefined).adapter.id === 'auto') {
    log.warn(
      { modelFamily },
      'no adapter knows this family of models: answers are only watched for tags. reason explain --model NAME says what takes a name',
    )
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
