import type { WireFormat } from '@reason/core'
import type { ReplayPlan } from '@reason/core/conversation'
import type { PolicyConfig } from '@reason/policy'
import type { ClientApi } from '../gateway/client-apis/client-api.ts'
import type { Config } from '../config/load.ts'
import { nameOf } from '../config/upstream-list.ts'
import { createFormats, type Formats } from '../gateway/upstreams/formats.ts'
import { generateFormat, type ClientFormat } from '../gateway/client-apis/generate/format.ts'
import { forClients } from '../gateway/rules/notes/client-notes.ts'
import { createChoose, type Choose } from '../gateway/upstreams/adapter-choice.ts'
import { createRequestWriter, type RequestWriter } from '../gateway/dispatch/request/request-writer.ts'
import { createEmbeddedUpstream } from '../upstream-client/embedded.ts'
import type { Learned, LearnedOfUpstream } from '../gateway/upstreams/learned/learned.ts'
import { createStartEvidence, type StartEvidence } from '../gateway/upstreams/start-evidence.ts'
import { createModelLimits, type ModelLimits } from '../gateway/upstreams/model-limits/model-limits.ts'
import { createHttpUpstream } from '../upstream-client/http.ts'
import type { Upstream } from '../gateway/upstreams/upstream.ts'

/** What clients speak, and how their requests are written for an upstream. */
export type ClientFormats = Readonly<Record<ClientApi['id'], { wire: ClientFormat; requests: RequestWriter }>>

/** An upstream, with all that it takes to ask it and to read its answers. */
export interface Backend {
  /** What it is called where several are told apart. */
  id: string
  upstream: Upstream
  wire: WireFormat
  choose: Choose
  /** Where texts of its models begin. */
  starts: StartEvidence
  /** What its models refuse, as far as that is known. */
  limits: ModelLimits
  learned: Pick<LearnedOfUpstream, 'models' | 'forget'>
  clients: ClientFormats
  /** What it is asked with is the gateway's own key, not the client's. */
  ownKey: boolean
}

/** What holds for one of several upstreams, as if it were the only one. */
type SingleConfig<C> = Omit<C, 'upstreams'> & { upstreamName: string }

type Routed = Omit<Config, 'upstreamKey' | 'upstreamKeys' | 'telemetry'>

/** The configuration of each upstream: of the only one, or of the several that are listed. */
export function singlesOf<C extends Routed & Partial<Pick<Config, 'upstreamKey' | 'upstreamKeys'>>>(config: C): SingleConfig<C>[] {
  const { upstreams, ...common } = config
  if (upstreams === undefined) return [{ ...common, upstreamName: nameOfOnly(config) } as SingleConfig<C>]
  return upstreams.map((entry): SingleConfig<C> => {
    const { url, format = 'openai-chat', provider, engine, timeouts = {}, proxy, askUsage, askReasoning, askEffort } = entry
    const name = nameOf(entry)
    return {
      ...common,
      upstreamName: name,
      upstream: url,
      upstreamFormat: format,
      upstreamProvider: provider,
      upstreamEngine: engine,
      upstreamKey: config.upstreamKeys?.[name],
      upstreamProxy: proxy,
      connectTimeout: timeouts.connect ?? config.connectTimeout,
      responseTimeout: timeouts.response ?? config.responseTimeout,
      idleTimeout: timeouts.idle ?? config.idleTimeout,
      askUsage: askUsage ?? config.askUsage,
      askReasoning: askReasoning ?? config.askReasoning,
      askEffort: askEffort ?? config.askEffort,
    } as SingleConfig<C>
  })
}

const nameOfOnly = ({ upstream: url }: Pick<Config, 'upstream'>): string => (url === undefined ? 'recordings' : nameOf({ url }))

/** What the recordings are in. */
const recordedIn = 'openai-chat'

/** What can be said of an upstream before anything is opened. */
export interface BackendPlan {
  formats: Formats
  choose: Choose
}

/** @throws {ReasonError} `REASON_ADAPTER_NOT_FOUND`, when the configured adapter is none */
export function planBackend(config: SingleConfig<Routed>, policy: PolicyConfig): BackendPlan {
  const formats = createFormats(config)
  return { formats, choose: createChoose(formats.registry, config, policy) }
}

export function createBackend(
  config: SingleConfig<Config>,
  { formats, choose: chooseByName }: BackendPlan,
  policy: PolicyConfig,
  onPlan: (plan: ReplayPlan) => void,
  learned: Learned,
): Backend {
  const wire = formats.wire(config.upstream === undefined ? recordedIn : config.upstreamFormat)
  const upstream =
    config.upstream === undefined ? createEmbeddedUpstream(config.pace, wire) : createHttpUpstream(config.upstream, wire, config)
  const known = learned.of(`${upstream.name} ${wire.id}`)
  const starts = createStartEvidence(config, known, upstream)
  const choose: Choose = (model, provider) => chooseByName(model, provider, starts.passport(model))
  const { drop_from_history: dropsHistory } = policy.llm.postproc.reasoning
  const { enabled, drop_commentary_from_history: drops } = policy.llm.harmony.channels_parser
  const dropsCommentary = (model: string): boolean => {
    if (!enabled || !drops) return false
    const { adapter, passport } = choose(model, upstream.provider)
    // A model of which nothing is known may have answered in Harmony.
    return adapter.id === 'auto' || passport.flags['harmony']?.value === true
  }
  const clientOfFormat = (client: ClientFormat) => {
    return { wire: client, requests: createRequestWriter(client, wire, upstream, config, onPlan, dropsHistory, dropsCommentary, choose) }
  }
  return {
    id: config.upstreamName,
    upstream,
    wire,
    choose,
    starts,
    limits: createModelLimits({ upstream, learns: config.mendRefused, asks: config.startProbe, memory: known.limits }),
    learned: known,
    clients: {
      'openai-chat': clientOfFormat(formats.wire('openai-chat')),
      'openai-responses': clientOfFormat(formats.wire('openai-responses')),
      'anthropic-messages': clientOfFormat(formats.wire('anthropic-messages')),
      generate: clientOfFormat(generateFormat({ wire: wire.id, warnings: forClients, dropsReasoning: dropsHistory })),
    },
    ownKey: config.upstreamKey !== undefined,
  }
}
