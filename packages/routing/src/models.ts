import { matchModel } from '@reason/core/adapter'
import type { UpstreamConfig } from './config.ts'

/** What an upstream calls a model that was asked for. */
export interface Served {
  model: string
  /** Nothing but `*` says that it has it. */
  byCatchAll: boolean
  /** An alias for any name says so: it names none, so that a catch-all elsewhere may have it, too. */
  byAnyAlias?: true
}

/**
 * Whether an upstream serves a model. An alias counts before the patterns: first one that is written just so, then the
 * pattern with the most literal characters.
 *
 * @param model - Empty: the client named none.
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
