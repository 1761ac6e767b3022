import type { WriterOptions } from '@reason/core/wire'
import type { NotCarried } from '../values/not-carried.ts'

/**
 * Creates a function that warns via `onWarning`, once for each kind of content that a format has no place for.
 *
 * @param format - Name of the format, as the singular subject of a sentence: `Anthropic's format`.
 */
export function createNotCarried(format: string, { onWarning }: WriterOptions): NotCarried {
  let said: Set<string> | undefined
  return (what) => {
    if (onWarning === undefined || said?.has(what) === true) return
    said ??= new Set()
    said.add(what)
    onWarning({ type: 'warning', code: 'not-carried', message: `Left out: ${what}. ${format} has no field for this.` })
  }
}
