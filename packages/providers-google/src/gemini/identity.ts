import type { StartPart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { defined, isLoose, isText } from '@reason/wire-kit'

/** Returns the fields that every chunk has. The writer's options win over the parts. Missing fields stay absent, because all are optional. */
export function identify(start: StartPart | undefined, options: WriterOptions): Record<string, string> {
  const id = options.id ?? start?.id ?? options.createId?.('response', 0)
  const model = options.model ?? start?.model
  const time = timeOf(start, options)
  return {
    ...defined({ modelVersion: model, createTime: time, responseId: id }),
  }
}

/** Formats the creation time. Google's own time is more precise than seconds. */
function timeOf(start: StartPart | undefined, { created = start?.created, native }: WriterOptions): string | undefined {
  if (created === undefined) return undefined
  const own = native !== 'none' && isLoose(start?.native) ? start.native.createTime : undefined
  if (isText(own) && Math.floor(Date.parse(own) / 1000) === created) return own
  const date = new Date(created * 1000)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}
