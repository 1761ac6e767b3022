import { providerBy } from '@reason/core/providers'
import { setNewest } from '../../structures/newest-entries.ts'
import type { Upstream } from '../upstream.ts'
import { readJsonReply } from '../json-reply.ts'
import { declaredLimits } from './declared.ts'
import type { ModelLimit } from '@reason/gateway-api'
import { createLimitMemory, type LimitMemory } from './limit-memory.ts'

/** Limits of an upstream's models, from its model list and its refusals. */
export interface ModelLimits {
  /** Limits of a model for requests with these version and beta headers. Undefined: requests are not changed. May fetch the list. */
  of(model: string, features?: string): readonly ModelLimit[] | undefined
  /** Known limits, for display. Never fetches the list. */
  known(model: string): readonly ModelLimit[]
  /**
   * @param features - Version and beta headers of the refused request, if a request with others may be accepted. Default: the limit applies to all.
   * @returns Whether the limit is new.
   */
  learn(model: string, limit: ModelLimit, features?: string): boolean
}

/** Most sets of such headers with limits of their own, and the longest set. Clients choose them. */
const mostFeatures = 32
const longestFeatures = 1024

/** Milliseconds until the list is fetched again, after success and after failure, and the longest list in bytes. */
const refreshMs = 3_600_000
const pauseMs = 300_000
const mostBytes = 16 * 1024 * 1024

export interface ModelLimitsOptions {
  upstream: Pick<Upstream, 'models' | 'provider' | 'api'>
  /** Refusals are read, and requests changed. */
  learns: boolean
  /** The model list is fetched. */
  asks: boolean
  /** Limits learned from refusals. */
  memory: Pick<LimitMemory, 'of' | 'learn'>
}

export function createModelLimits({ upstream, learns, asks, memory }: ModelLimitsOptions): ModelLimits {
  const byFeatures = new Map<string, LimitMemory>()
  let declared: ReadonlyMap<string, readonly ModelLimit[]> = new Map()
  let askAt =
    asks && providerBy(upstream.provider)?.listsLimits === true && upstream.api.models !== undefined ? 0 : Number.POSITIVE_INFINITY

  return {
    of(model, features) {
      if (!learns) return undefined
      if (performance.now() >= askAt) ask()
      const own = features === undefined ? undefined : byFeatures.get(features)?.of(model)
      return own === undefined ? known(model) : [...known(model), ...own]
    },
    known,
    learn(model, limit, features) {
      if (!learns || features === undefined) return learns && memory.learn(model, limit)
      if (features.length > longestFeatures) return false
      const own = byFeatures.get(features) ?? createLimitMemory()
      setNewest(byFeatures, features, own, mostFeatures)
      return own.learn(model, limit)
    },
  }

  function known(model: string): readonly ModelLimit[] {
    const own = memory.of(model)
    const said = declared.get(model)
    return own === undefined ? (said ?? none) : said === undefined ? own : [...said, ...own]
  }

  /** Fetches the list in parallel with the request that needs it. */
  function ask(): void {
    askAt = performance.now() + pauseMs
    readJsonReply((listener) => upstream.models({}, listener), mostBytes)
      .then(({ status, json }) => {
        if (status !== 200) return
        declared = declaredLimits(json)
        askAt = performance.now() + refreshMs
      })
      // No list: nothing is declared.
      .catch(() => {})
  }
}

const none: readonly ModelLimit[] = []
