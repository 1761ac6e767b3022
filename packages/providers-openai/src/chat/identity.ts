import type { StartPart, WriterOptions } from '@reason/core'
import { isLoose, isScalar } from '@reason/core/wire-kit'

/** What stands at the head of everything that one response writes. */
export interface Identity {
  id: string
  created: number
  model: string
  /** Harmless constants that the same wire brought: `system_fingerprint`, `service_tier`. */
  constants: Record<string, unknown>
}

/**
 * The writer's options win over what the parts say; what neither says is made up without clock or chance.
 * Without any id, responses cannot be told apart: give `id` or `createId` where that matters.
 */
export function identify(start: StartPart | undefined, options: WriterOptions): Identity {
  const native = options.native !== 'none' && isLoose(start?.native) ? start.native : {}
  return {
    id: options.id ?? start?.id ?? options.createId?.('response', 0) ?? 'chatcmpl-0',
    created: options.created ?? start?.created ?? 0,
    model: options.model ?? start?.model ?? '',
    constants: Object.fromEntries(Object.entries(native).filter(([field, value]) => isScalar(value) && !reserved.has(field))),
  }
}

const reserved = new Set(['id', 'object', 'created', 'model', 'choices', 'usage', 'error'])

/**
 * Gives every call of a response an id that no other has, in it or in another response of the conversation: the part's own
 * where it has one, else one made from the response's id.
 */
export function createCallIds(responseId: () => string, { createId }: WriterOptions): (own: string | undefined) => string {
  const used = new Set<string>()
  let made = 0

  return (own) => {
    let id = own ?? ''
    while (id === '' || used.has(id)) id = createId?.('call', made++) ?? `call_${tail(responseId())}_${made++}`
    used.add(id)
    return id
  }
}

const tail = (id: string): string => id.slice(id.lastIndexOf('-') + 1)
