import type { WriterOptions } from '@reason/core/wire'

/**
 * Gives each call of a response an id that is unique in the conversation. A part's own id is kept; a missing one is
 * derived from the response's id.
 *
 * @param prefix - Prefix of the format's own ids: `toolu_`.
 */
export function createCallIds(prefix: string, responseId: () => string, { createId }: WriterOptions): (own: string | undefined) => string {
  let used: Set<string> | undefined
  let made = 0

  return (own) => {
    used ??= new Set()
    let id = own ?? ''
    while (id === '' || used.has(id)) id = createId?.('call', made++) ?? `${prefix}${uniquePart(responseId())}_${made++}`
    used.add(id)
    return id
  }
}

/** Removes the format's own prefix from an id: `chatcmpl-`, `msg_`. */
export const uniquePart = (id: string): string => id.slice(Math.max(id.lastIndexOf('-'), id.lastIndexOf('_')) + 1)
