import { matchModel } from '@reason/core/adapter'
import type { UpstreamConfig } from './config.ts'

/** An upstream's name of a requested model. */
export interface Served {
  model: string
  /** True if only a catch-all `*` matches. */
  byCatchAll: boolean
  /** True if only an alias for any name matches. It names no model, so a catch-all of another upstream may serve it as well. */
  byAnyAlias?: true
}

/**
 * Tells whether an upstream serves a model. Aliases take precedence over patterns: first an exact alias, then the alias
 * pattern with the most literal characters.
 *
 * @param model - Empty if the client named none.
 */
export function serves({ models, aliases }: Pick<UpstreamConfig, 'models' | 'aliases'>, model: string): Served | undefined {
  if (Object.hasOwn(aliases, model)) return { model: aliases[model]!, byCatchAll: false }
  let best = -1
  let target: string | undefined
  for (const [pattern, name] of Object.entries(aliases)) {
    const fit = matchModel([pattern], model)
    if (fit <= best && target !== undefined) continue
    if (fit >= 0) [best, target] = [fit, name]
  }
  if (target !== undefined) return { model: target, byCatchAll: false, ...(best === 0 && { byAnyAlias: true as const }) }
  const fit = model === '' ? (models.some(isCatchAll) ? 0 : -1) : matchModel(models, model)
  return fit < 0 ? undefined : { model, byCatchAll: fit === 0 }
}

const isCatchAll = (pattern: string): boolean => /^\*+$/.test(pattern)
