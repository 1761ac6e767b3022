import { setNewest } from '../../structures/newest-entries.ts'
import type { ModelLimit } from './limit.ts'

/** What refusals told of models, of one upstream. A bounded number of models, and no text of a request. */
export interface LimitMemory {
  of(model: string): readonly ModelLimit[] | undefined
  /** @returns Whether it is new. */
  learn(model: string, limit: ModelLimit): boolean
  /** Without a model: all of them. */
  forget(model?: string): void
  /** Names of models, the one that was learned of last at the end. */
  models(): string[]
  records(): LimitRecord[]
}

export interface LimitRecord {
  model: string
  limits: readonly ModelLimit[]
}

/** Models are named by clients, who may name anything. */
const mostModels = 256
const mostLimits = 16
const longestName = 256

/** @param before - What a memory had (`records`), to go on from. Default: nothing. */
export function createLimitMemory(before: readonly LimitRecord[] = []): LimitMemory {
  const learned = new Map(before.slice(-mostModels).map(({ model, limits }) => [model, limits]))

  return {
    of: (model) => learned.get(model),
    learn(model, limit) {
      if (model.length > longestName) return false
      const known = learned.get(model) ?? []
      const text = JSON.stringify(limit)
      if (known.length >= mostLimits || known.some((one) => JSON.stringify(one) === text)) return false
      setNewest(learned, model, [...known.filter((one) => one.kind !== 'efforts' || limit.kind !== 'efforts'), limit], mostModels)
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
