import type { StartPart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { isLoose, isScalar, writtenModel } from '@reason/wire-kit'
import type { Fields } from './choice-body.ts'
import { channelOf } from '../fields.ts'

/** What stands at the head of everything that one response writes. */
export interface Identity {
  id: string
  created: number
  model: string
  /** Harmless constants that the same wire brought: `system_fingerprint`, `service_tier`. Undefined: none. */
  constants: Fields | undefined
}

/**
 * The writer's options win over what the parts say; what neither says is made up without clock or chance.
 * Without any id, responses cannot be told apart: give `id` or `createId` where that matters.
 */
export function identify(start: StartPart | undefined, options: WriterOptions): Identity {
  const native = options.native !== 'none' && isLoose(start?.native) ? start.native : undefined
  return {
    id: options.id ?? start?.id ?? options.createId?.('response', 0) ?? 'chatcmpl-0',
    created: options.created ?? start?.created ?? options.now ?? 0,
    model: writtenModel(start, options),
    // Other formats keep other things here.
    constants:
      native && Object.entries(native).filter(([field, value]) => isScalar(value) && channelOf('event', field, true) === undefined),
  }
}
