import type { StartPart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { isLoose, isText, writtenModel } from '@reason/wire-kit'

/** Fields at the head of every line. Clients expect a time, so an unknown one is the Unix epoch. */
export function identify(start: StartPart | undefined, options: WriterOptions): { model: string; created_at: string } {
  const created = options.created ?? start?.created ?? 0
  const own = options.native !== 'none' && isLoose(start?.native) ? start.native.created_at : undefined
  const date = new Date(created * 1000)
  const made = Number.isNaN(date.getTime()) ? new Date(0) : date
  return {
    model: writtenModel(start, options),
    // The server's own time is more precise than seconds.
    created_at: isText(own) && Math.floor(Date.parse(own) / 1000) === created ? own : made.toISOString(),
  }
}
