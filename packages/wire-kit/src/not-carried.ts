import type { WriterOptions } from '@reason/core/wire'

/**
 * Tells `onWarning`, once for each kind of thing, what a format has no place for.
 *
 * @param format - A name in the singular, as a sentence begins with it: `Anthropic's format`.
 */
export function createNotCarried(format: string, { onWarning }: WriterOptions): (what: string) => void {
  let said: Set<string> | undefined
  return (what) => {
    if (onWarning === undefined || said?.has(what) === true) return
    said ??= new Set()
    said.add(what)
    onWarning({ type: 'warning', code: 'not-carried', message: `Left out: ${what}. ${format} has no field for this.` })
  }
}
