import type { Registry, Resolution } from '@reason/core'
import type { Settings } from '../config/settings.ts'

/** How the answers of a model are split, with the reasons. */
export type Choose = (model: string, provider: string | undefined) => Resolution

/** Models come from requests, which may name anything: only so many answers are remembered. */
const remembered = 256
const longestRemembered = 256

/**
 * Asks the registry once per model and provider.
 *
 * @throws {ReasonError} `REASON_ADAPTER_NOT_FOUND` at once, when `adapter` names nobody.
 */
export function createChoose(registry: Registry, { adapter, modelFamily }: Pick<Settings, 'adapter' | 'modelFamily'>): Choose {
  const known = new Map<string, Resolution>()
  const resolve: Choose = (model, provider) =>
    registry.resolve({
      model: modelFamily ?? model,
      ...(provider !== undefined && { provider }),
      hints: { wire: true, ...(adapter !== undefined && { adapter }) },
    })
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
}
