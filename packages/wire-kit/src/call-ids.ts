import type { WriterOptions } from '@reason/core/wire'

/**
 * Gives every call of a response an id that no other has, in it or in another response of the conversation: the part's own
 * where it has one, else one made from the response's id.
 *
 * @param prefix - What the format's own ids begin with: `toolu_`.
 */
export function createCallIds(prefix: string, responseId: () => string, { createId }: WriterOptions): (own: string | undefined) => string {
  let used: Set<string> | undefined
  let made = 0

  return (own) => {
    used ??= new Set()
    let id = own ?? ''
    while (id === '' || used.has(id)) id = createId?.('call', made++) ?? `${prefix}${tail(responseId())}_${made++}`
    used.add(id)
    return id
  }
}

/** Without the format's own prefix: `chatcmpl-`, `msg_`. */
const tail = (id: string): string => id.slice(Math.max(id.lastIndexOf('-'), id.lastIndexOf('_')) + 1)
