import { matchesModel } from '@reason/core'
import type { CacheMark, Extra } from '@reason/core/conversation'
import { WIRE } from '../wire-id.ts'
import { canonicalModel } from './model-alias.ts'
import { modelRowOf } from './models.ts'

/** Claudes that refuse a cache point, and those that know no other time than five minutes: page "Prompt caching". */
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

/** What stands behind something that is to be kept. A request of this format has its points where it wrote them. */
export type CachePoint = (marked: { cache?: CacheMark; extra?: Extra }) => readonly unknown[]

export function cachePointFor(model: string): CachePoint {
  const name = canonicalModel(model)
  if (modelRowOf(model).form !== 'claude' || matchesModel(withoutCache, name)) return () => []
  const takesHour = !matchesModel(shortCache, name)
  return ({ cache, extra }) => {
    if (cache === undefined || extra?.wire === WIRE) return []
    return [{ cachePoint: { type: 'default', ...(cache === '1h' && takesHour && { ttl: '1h' }) } }]
  }
}
