import { setNewest } from '../../structures/newest-entries.ts'
import type { ModelLimit } from '@reason/gateway-api'

/** Limits of an upstream's models, learned from refusals. Holds a bounded number of models, and no text of requests. */
export interface LimitMemory {
  of(model: string): readonly ModelLimit[] | undefined
  /** @returns Whether the limit is new. */
  learn(model: string, limit: ModelLimit): boolean
  /** Forgets a model. Without a name: all models. */
  forget(model?: string): void
  /** Names of models, the most recently learned last. */
  models(): string[]
  records(): LimitRecord[]
}

export interface LimitRecord {
  model: string
  limits: readonly ModelLimit[]
}

/** Bounds of the memory. Clients may send any model name. */
const mostModels = 256
const mostLimits = 16
const longestName = 256
/** Most refused values that stay beside a new one. Clients choose them, and they must not fill the memory. */
const mostValues = 3

/** @param before - Records to continue from. Default: none. */
export function createLimitMemory(before: readonly LimitRecord[] = []): LimitMemory {
  const learned = new Map(before.slice(-mostModels).map(({ model, limits }) => [model, limits]))

  return {
    of: (model) => learned.get(model),
    learn(model, limit) {
      if (model.length > longestName) return false
      const known = learned.get(model) ?? []
      const text = JSON.stringify(limit)
      if (known.some((one) => JSON.stringify(one) === text)) return false
      const stale = limit.kind === 'not' ? known.filter(({ kind }) => kind === 'not').slice(0, -mostValues) : []
      const kept = known.filter((one) => !stale.includes(one) && (one.kind !== 'efforts' || limit.kind !== 'efforts'))
      if (kept.length >= mostLimits) return false
      setNewest(learned, model, [...kept, limit], mostModels)
      return true
    },
    forget(model) {
      if (model === undefined) learned.clear()
      else learned.delete(model)
    },
    models: () => [...learned.keys()],
    records: () => Array.from(learned, ([model, limits]) => ({ model, limits })),
  }
}
