import type { StartPart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { isLoose, isScalar, writtenModel } from '@reason/wire-kit'
import type { FieldPairs } from './choice-body.ts'
import { channelOf } from '../fields.ts'

/** Fields at the head of every frame of one response. */
export interface CompletionIdentity {
  id: string
  created: number
  model: string
  /** Harmless constants from a response of the same format: `system_fingerprint`, `service_tier`. Undefined: none. */
  constants: FieldPairs | undefined
}

/**
 * Combines the writer's options with the `start` part; options win. Fields that neither has get fixed values, without
 * clock or chance. Responses without any id cannot be distinguished: set `id` or `createId` if that matters.
 */
export function identify(start: StartPart | undefined, options: WriterOptions): CompletionIdentity {
  const native = options.native !== 'none' && isLoose(start?.native) ? start.native : undefined
  return {
    id: options.id ?? start?.id ?? options.createId?.('response', 0) ?? 'chatcmpl-0',
    created: options.created ?? start?.created ?? options.now ?? 0,
    model: writtenModel(start, options),
    // Other formats have other fields in `native`.
    constants:
      native && Object.entries(native).filter(([field, value]) => isScalar(value) && channelOf('event', field, true) === undefined),
  }
}
