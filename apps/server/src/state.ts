import type { WireFormat } from '@reason/core'
import type { PolicyConfig } from '@reason/policy'
import type { FastifyBaseLogger } from 'fastify'
import type { ClientApi } from './clients/client-api.ts'
import type { Config } from './config/load.ts'
import { createFormats, type Formats } from './formats.ts'
import { generateFormat, type ClientFormat } from './generate/format.ts'
import { openGovernance, type Governance } from './governance/governance.ts'
import { decideAfterOf, parseLlm } from './governance/llm.ts'
import type { Stores } from './governance/stores.ts'
import { forClients } from './governance/told.ts'
import { createChoose, type Choose } from './relay/choose.ts'
import { createRequestWriter, type RequestWriter } from './relay/upstream-request.ts'
import { createEmbeddedUpstream } from './upstream/embedded.ts'
import { createHttpUpstream } from './upstream/http.ts'
import type { Upstream } from './upstream/upstream.ts'

/** All that is made from a configuration, and is made anew for another one. */
export interface State {
  config: Config
  /** Since when it holds. */
  since: Date
  /** What clients speak, and how their requests are written for the upstream. */
  clients: Readonly<Record<ClientApi['id'], { wire: ClientFormat; requests: RequestWriter }>>
  upstreamWire: WireFormat
  choose: Choose
  policy: PolicyConfig
  upstream: Upstream
  governance: Governance
  /** When nobody uses it any more. */
  close(): Promise<void>
}

/** What can be said of a configuration before anything is opened. */
export interface Plan {
  config: Config
  formats: Formats
  policy: PolicyConfig
  choose: Choose
}

/**
 * @throws {ReasonError} `REASON_ADAPTER_NOT_FOUND`, when the configured adapter is none
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`, when policies ask for what no gateway does
 */
export function planState<C extends Omit<Config, 'upstreamKey'>>(config: C): Omit<Plan, 'config'> & { config: C } {
  const formats = createFormats(config)
  const policy = parseLlm(config.llm)
  const choose = createChoose(formats.registry, config, policy)
  return { config: { ...config, decideAfter: decideAfterOf(config, policy) }, formats, policy, choose }
}

export function createState({ config, formats, policy, choose }: Plan, stores: Stores, log: FastifyBaseLogger): State {
  const upstream = config.upstream === undefined ? createEmbeddedUpstream(config.pace) : createHttpUpstream(config.upstream, config)
  const upstreamWire = formats.wire(upstream.api.id)
  const governance = openGovernance(config, upstream.provider, policy, stores, log)
  const { drop_from_history: dropsHistory } = policy.llm.postproc.reasoning
  const clientOfFormat = (wire: ClientFormat) => {
    return { wire, requests: createRequestWriter(wire, upstreamWire, upstream, config, (plan) => governance.replayed(plan), dropsHistory) }
  }
  return {
    config,
    since: new Date(),
    clients: {
      'openai-chat': clientOfFormat(formats.wire('openai-chat')),
      'openai-responses': clientOfFormat(formats.wire('openai-responses')),
      'anthropic-messages': clientOfFormat(formats.wire('anthropic-messages')),
      generate: clientOfFormat(generateFormat({ wire: upstreamWire.id, warnings: forClients, dropsReasoning: dropsHistory })),
    },
    upstreamWire,
    choose,
    policy,
    upstream,
    governance,
    async close() {
      await upstream.close()
      await governance.close()
    },
  }
}
