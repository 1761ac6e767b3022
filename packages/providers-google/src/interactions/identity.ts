import type { StartPart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { isLoose, isText, type Loose } from '@reason/wire-kit'

/**
 * Combines the writer's options with the `start` part; options win. Only a missing id is replaced, without clock or
 * chance: set `id` or `createId`.
 */
export function identify(start: StartPart | undefined, options: WriterOptions): { id: string } & Loose {
  const created = options.created ?? start?.created
  const own = options.native !== 'none' && isLoose(start?.native) ? start.native : {}
  const date = created === undefined ? undefined : new Date(created * 1000)
  const exact = isText(own.created) && Math.floor(Date.parse(own.created) / 1000) === created
  const model = options.model ?? start?.model
  return {
    id: options.id ?? start?.id ?? options.createId?.('response', 0) ?? 'interaction-0',
    object: 'interaction',
    ...(model !== undefined && { model }),
    ...(exact ? { created: own.created } : date !== undefined && !Number.isNaN(date.getTime()) && { created: date.toISOString() }),
    ...(isText(own.updated) && { updated: own.updated }),
    ...(isText(own.service_tier) && { service_tier: own.service_tier }),
    ...(isText(own.agent) && { agent: own.agent }),
  }
}
