import type { Registry, Resolution, ResolveQuery } from '@reason/core'
import { markerPlan, type PolicyConfig } from '@reason/policy'
import type { Settings } from '../config/settings.ts'

/** How the answers of a model are split, with the reasons. */
export type Choose = (model: string, provider: string | undefined) => Resolution

/** Models come from requests, which may name anything: only so many answers are remembered, of names that are not too long. */
const remembered = 256
const longestRemembered = 256

const charactersPerToken = 4

/**
 * Asks the registry once per model and provider.
 *
 * @param policy - Whether channels are split at all, how far markers are retired, and how long text waits for its structure.
 * @throws {ReasonError} `REASON_ADAPTER_NOT_FOUND` at once, when `adapter` names nobody.
 */
export function createChoose(
  registry: Registry,
  { adapter, modelFamily }: Pick<Settings, 'adapter' | 'modelFamily'>,
  policy: PolicyConfig,
): Choose {
  const known = new Map<string, Resolution>()
  const { enabled, min_tokens_before_fallback: tokens } = policy.llm.harmony.channels_parser
  const hints = { wire: true, maxHeldChars: Math.max(1, tokens * charactersPerToken), ...(adapter !== undefined && { adapter }) }
  resolve('', undefined)

  return (model, provider) => {
    const key = `${provider} ${model}`
    let resolution = known.get(key)
    if (resolution === undefined && model.length > longestRemembered) return resolve(model, provider)
    if (resolution === undefined) {
      if (known.size >= remembered) known.clear()
      known.set(key, (resolution = resolve(model, provider)))
    }
    return resolution
  }

  function resolve(asked: string, provider: string | undefined): Resolution {
    const model = modelFamily ?? asked
    const query: ResolveQuery = { model, ...(provider !== undefined && { provider }), hints }
    const resolution = registry.resolve(query)
    const flags = flagsOf(model, resolution)
    return adapter !== undefined || Object.keys(flags).length === 0
      ? resolution
      : registry.resolve({ ...query, hints: { ...hints, flags } })
  }

  /** What the configuration changes in what is known of the model. */
  function flagsOf(model: string, { passport }: Resolution): Readonly<Record<string, boolean>> {
    const isHarmony = passport.flags['harmony']?.value === true
    const { parser, markerPath } = markerPlan(policy, { model, isHarmony })
    return {
      ...((!enabled || (isHarmony && parser === 'off')) && { harmony: false }),
      ...(isHarmony && parser === 'off' && markerPath && { marker: true }),
      ...(!markerPath && { marker: false }),
    }
  }
}
