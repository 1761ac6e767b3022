import { matchesModel } from '@reason/core/adapter'
import type { CacheMark, Extra } from '@reason/core/conversation'
import { WIRE } from '../wire-id.ts'
import { canonicalModel } from './model-alias.ts'
import { extraOf, isLoose, keptOf, type Loose } from './fields.ts'
import { modelRowOf } from './models.ts'

/** Claude models that refuse a cache point, and those that only support five minutes: page "Prompt caching". */
const withoutCache = [
  '*claude-2*',
  '*claude-v2*',
  '*claude-instant*',
  '*claude-3-opus*',
  '*claude-3-sonnet*',
  '*claude-3-haiku*',
  '*claude-3-5-sonnet-20240620*',
]
const shortCache = ['*claude-3*', '*claude-opus-4-1*', '*claude-opus-4-20*', '*claude-sonnet-4-20*']

/** Key of the note that keeps a cache point as it was written. */
export const POINT = 'cachePoint'

/** Returns the cache point after an item: the original one, or one for another format's cache mark. */
export type CachePoint = (marked: { cache?: CacheMark; extra?: Extra }) => readonly unknown[]

export function cachePointFor(model: string): CachePoint {
  const name = canonicalModel(model)
  const takesAny = modelRowOf(model).form === 'claude' && !matchesModel(withoutCache, name)
  const takesHour = !matchesModel(shortCache, name)
  return ({ cache, extra }) => {
    const own = extra?.wire === WIRE ? extra.fields[POINT] : undefined
    if (own !== undefined) return [{ [POINT]: own }]
    if (cache === undefined || extra?.wire === WIRE || !takesAny) return []
    return [{ cachePoint: { type: 'default', ...(cache === '1h' && takesHour && { ttl: '1h' }) } }]
  }
}

/** Returns the cache point of a block that contains nothing else. */
export function pointIn(block: unknown): Loose | undefined {
  const point = isLoose(block) && Object.keys(block).length === 1 ? block[POINT] : undefined
  return isLoose(point) && point.type === 'default' ? point : undefined
}

/** Adds the cache mark to an item. Other formats mark the cached item itself, and not the place after it. */
export const withPoint = <T extends { extra?: Extra }>(one: T, point: Loose): T & { cache: CacheMark } => ({
  ...one,
  cache: point.ttl === '1h' ? '1h' : '5m',
  ...extraOf([...Object.entries(keptOf(one)), [POINT, point]]),
})
