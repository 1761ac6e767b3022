import { providerBy } from '@reason/core/providers'
import type { Upstream } from '../upstream.ts'
import { declaredLimits } from './declared.ts'
import type { ModelLimit } from './limit.ts'
import type { LimitMemory } from './limit-memory.ts'

/** Limits of an upstream's models, from its model list and its refusals. */
export interface ModelLimits {
  /** Limits of a model. Undefined: requests are not changed. May fetch the list. */
  of(model: string): readonly ModelLimit[] | undefined
  /** Known limits, for display. Never fetches the list. */
  known(model: string): readonly ModelLimit[]
  /** @returns Whether the limit is new. */
  learn(model: string, limit: ModelLimit): boolean
}

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
  let declared: ReadonlyMap<string, readonly ModelLimit[]> = new Map()
  let askAt =
    asks && providerBy(upstream.provider)?.listsLimits === true && upstream.api.models !== undefined ? 0 : Number.POSITIVE_INFINITY

  return {
    of(model) {
      if (!learns) return undefined
      if (performance.now() >= askAt) ask()
      return known(model)
    },
    known,
    learn: (model, limit) => learns && memory.learn(model, limit),
  }

  function known(model: string): readonly ModelLimit[] {
    const own = memory.of(model)
    const said = declared.get(model)
    return own === undefined ? (said ?? none) : said === undefined ? own : [...said, ...own]
  }

  /** Fetches the list in parallel with the request that needs it. */
  function ask(): void {
    askAt = performance.now() + pauseMs
    const pieces: Buffer[] = []
    let size = 0
    let status = 0
    const exchange = upstream.models(
      {},
      {
        onHead(code) {
          status = code
        },
        onData(bytes) {
          size += bytes.length
          if (size > mostBytes) exchange.abort()
          else pieces.push(Buffer.from(bytes))
        },
        onEnd() {
          if (status !== 200) return
          try {
            declared = declaredLimits(JSON.parse(Buffer.concat(pieces).toString('utf8')))
            askAt = performance.now() + refreshMs
          } catch {
            // No list: nothing is declared.
          }
        },
        onFailure() {},
      },
    )
  }
}

const none: readonly ModelLimit[] = []
