import type { Registry, TextAdapter } from '@reason/core'
import { auto, type Passport, type Resolution, type ResolveQuery } from '@reason/core/adapter'
import { inChannels, orStripped } from '@reason/harmony'
import { markerPlan, parsePolicyConfig, type PolicyConfig } from '@reason/policy'
import type { GatewaySettings } from '../settings/settings.ts'
import { writesHarmony } from './writes-harmony.ts'

/** The adapter for a model's answers, with the reasons. */
export interface Chosen extends Resolution {
  /** Adapter for channels, which are only counted beside the split text. */
  beside?: Resolution
  /** The model may also be asked for a marker, in case it writes no channels. */
  net?: {
    /** Splits its text at the marker. */
    marked: Resolution
    /** Splits by channels, or by the fallback if no channels appear in time. */
    channelsOr(fallback: TextAdapter): TextAdapter
  }
}

/** @param served - The model's facts from its server. */
export type Choose = (model: string, provider: string | undefined, served?: Passport) => Chosen

/** Limits of the cache, in models and in characters of a name. Requests may name any model. */
const remembered = 256
const longestRemembered = 256

const charactersPerToken = 4
const usualTokens = parsePolicyConfig({}).llm.harmony.channels_parser.min_tokens_before_fallback

/** Also recognises channels whose tokens were stripped. */
function withStripped(resolution: Resolution): Resolution {
  const flag = resolution.passport.flags['harmony']?.value
  return resolution.adapter.id === 'auto' && flag !== false
    ? { ...resolution, adapter: orStripped(resolution.adapter, flag === true) }
    : resolution
}

/**
 * Asks the registry once per model and provider, and again when the server's facts change. If the operator set an adapter, the server's
 * facts are ignored.
 *
 * @param policy - Decides whether channels are split, how far markers are retired, and how long text is held for its structure.
 * @throws {ReasonError} `REASON_ADAPTER_NOT_FOUND` at once, if `adapter` is not registered.
 */
export function createChoose(
  registry: Registry,
  { adapter, modelFamily }: Pick<GatewaySettings, 'adapter' | 'modelFamily'>,
  policy: PolicyConfig,
): Choose {
  /** Choices by provider and model. Two maps, because a joined key would be built and hashed for each request. */
  const byProvider = new Map<string | undefined, Map<string, { chosen: Chosen; served: Passport | undefined }>>()
  const { enabled, min_tokens_before_fallback: tokens } = policy.llm.harmony.channels_parser
  const maxHeldChars = Math.max(1, tokens * charactersPerToken)
  // A number in the policy overrides `startHeld`.
  const common = { wire: true, ...(tokens !== usualTokens && { maxHeldChars }), ...(adapter !== undefined && { adapter }) }
  resolve('', undefined)

  return (model, provider, served) => {
    let known = byProvider.get(provider)
    if (known === undefined) byProvider.set(provider, (known = new Map()))
    const before = known.get(model)
    if (before !== undefined && before.served === served) return before.chosen
    const chosen = resolve(model, provider, served)
    if (model.length > longestRemembered) return chosen
    if (known.size >= remembered) known.clear()
    known.set(model, { chosen, served })
    return chosen
  }

  function resolve(asked: string, provider: string | undefined, served?: Passport): Chosen {
    const model = modelFamily ?? asked
    const hints = served === undefined || adapter !== undefined ? common : { ...common, served }
    const query: ResolveQuery = { model, ...(provider !== undefined && { provider }), hints }
    const resolution = withStripped(registry.resolve(query))
    if (adapter !== undefined) return resolution
    const isHarmony = writesHarmony(resolution.passport)
    const { parser, directive, markerPath } = markerPlan(policy, { model, isHarmony })
    const withFlags = (flags: Readonly<Record<string, boolean>>): Resolution =>
      Object.keys(flags).length === 0 ? resolution : registry.resolve({ ...query, hints: { ...hints, flags } })

    if (!isHarmony || !markerPath) return withFlags({ ...(!enabled && { harmony: false }), ...(!markerPath && { marker: false }) })
    const marked = withFlags({ harmony: false, marker: true })
    // Channels that appear anyway are no part of the answer, even if no parser is configured.
    const quiet = { ...marked, adapter: inChannels(marked.adapter) }
    if (parser === 'off') return quiet
    if (parser === 'metrics-only') return { ...quiet, beside: resolution }
    if (!directive) return resolution
    const watched = { candidates: [registry.text('harmony')], options: resolution.passport.options, maxHeldChars }
    return { ...resolution, net: { marked, channelsOr: (fallback) => orStripped(auto({ ...watched, fallback })) } }
  }
}
