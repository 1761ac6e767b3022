import type { ReplayPlan } from '@reason/core/conversation'
import type { PolicyConfig } from '@reason/policy'
import type { GatewayConfig } from './settings/settings.ts'
import { createFormats, type Formats } from './upstreams/formats.ts'
import { generateFormat, type ClientFormat } from './client-apis/generate/format.ts'
import { forClients } from './rules/notes/client-notes.ts'
import { createChoose, type Choose } from './upstreams/adapter-choice.ts'
import { createRequestWriter } from './dispatch/request/request-writer.ts'
import type { Learned } from './upstreams/learned/learned.ts'
import { createStartEvidence } from './upstreams/start-evidence.ts'
import { createModelLimits } from './upstreams/model-limits/model-limits.ts'
import type { UpstreamWire } from './wires.ts'
import type { Upstream } from './upstreams/upstream.ts'

import type { Backend } from './generation/backend.ts'
import type { SingleConfig, UnopenedConfig } from './settings/singles.ts'
import { writesHarmony } from './upstreams/writes-harmony.ts'

/** Wire format of the recordings. */
const recordedIn = 'openai-chat'

/** The parts of a backend that exist before anything is opened. */
export interface BackendPlan {
  formats: Formats
  choose: Choose
}

/** @throws {ReasonError} `REASON_ADAPTER_NOT_FOUND` if the configured adapter does not exist. */
export function planBackend(config: SingleConfig<UnopenedConfig>, policy: PolicyConfig): BackendPlan {
  const formats = createFormats(config)
  return { formats, choose: createChoose(formats.registry, config, policy) }
}

/** Opens an upstream. @param config - Without `upstream`, recordings are opened. */
export type OpenUpstream<C extends GatewayConfig> = (wire: UpstreamWire, config: SingleConfig<C>) => Upstream

export function createBackend<C extends GatewayConfig>(
  config: SingleConfig<C>,
  { formats, choose: chooseByName }: BackendPlan,
  policy: PolicyConfig,
  onPlan: (plan: ReplayPlan) => void,
  learned: Learned,
  openUpstream: OpenUpstream<C>,
): Backend {
  const wire = formats.wire(config.upstream === undefined ? recordedIn : config.upstreamFormat)
  const upstream = openUpstream(wire, config)
  const known = learned.of(`${upstream.address} ${wire.id}`)
  const starts = createStartEvidence(config, known, upstream)
  const choose: Choose = (model, provider) => chooseByName(model, provider, starts.passport(model))
  const { drop_from_history: dropsHistory } = policy.llm.postproc.reasoning
  const { enabled, drop_commentary_from_history: drops } = policy.llm.harmony.channels_parser
  const dropsCommentary = (model: string): boolean => {
    if (!enabled || !drops) return false
    const { adapter, passport } = choose(model, upstream.provider)
    // An unknown model may have answered in Harmony.
    return adapter.id === 'auto' || writesHarmony(passport)
  }
  const writing = { ...config, onPlan, dropsHistory, dropsCommentary, splitOf: choose }
  const clientOfFormat = (client: ClientFormat) => ({ wire: client, requests: createRequestWriter(client, wire, upstream, writing) })
  return {
    id: config.upstreamName,
    upstream,
    wire,
    choose,
    starts,
    limits: createModelLimits({ upstream, learns: config.mendRefused, asks: config.startProbe, memory: known.limits }),
    learned: known,
    clientFormats: {
      'openai-chat': clientOfFormat(formats.wire('openai-chat')),
      'openai-responses': clientOfFormat(formats.wire('openai-responses')),
      'anthropic-messages': clientOfFormat(formats.wire('anthropic-messages')),
      generate: clientOfFormat(generateFormat({ wire: wire.id, warnings: forClients, dropsReasoning: dropsHistory })),
    },
    stopsInAnswer: config.stopSequences === 'answer',
    ownKey: config.upstreamKey !== undefined,
  }
}
