import type { Part } from '@reason/core'
import type { NativePart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { isEmpty, isSealedHere, writesNative } from '@reason/wire-kit'
import { reasoningFields } from '../carriers.ts'
import { scopePrefix } from '../extras.ts'
import { WIRE } from '../wire-id.ts'

/** Describes the content of a part that the format cannot express. Undefined: none. */
export function lossOf(part: Part, withDetails: boolean): string | undefined {
  switch (part.type) {
    case 'block-end':
      return isEmpty(part.seals) || (part.channel === 'reasoning' && (withDetails || part.seals!.every(isSealedHere)))
        ? undefined
        : 'seals of text'
    case 'block-start':
      return part.kind === 'hidden' && !withDetails ? 'hidden reasoning' : undefined
    default:
      return undefined
  }
}

export type FieldPlace = { scope: 'event'; field: string } | ChoicePlace
export type ChoicePlace = { scope: 'choice' | 'message'; field: string } | CallFieldPlace

/** Place of a native field in a tool call, or in its function. */
export interface CallFieldPlace {
  scope: 'call' | 'function'
  call: number
  field: string
}

/** Finds the object that a native part's field belongs to. Undefined if there is none, or if the field may not be shown. */
export function placeOf(part: NativePart, options: WriterOptions): FieldPlace | undefined {
  if (part.wire !== WIRE || !writesNative(part, options)) return undefined
  if (/^(?:frame|late|replay)\./.test(part.event)) return undefined
  const { item } = part
  for (const scope of ['function', 'call'] as const) {
    const prefix = scopePrefix[scope]
    if (item !== undefined && part.event.startsWith(prefix)) return { scope, call: item, field: part.event.slice(prefix.length) }
  }
  for (const scope of ['choice', 'message'] as const) {
    const prefix = scopePrefix[scope]
    // Text from these fields is written as text. The remaining value cannot stand beside it.
    if (part.event.startsWith(prefix)) return carriers.has(part.event) ? undefined : { scope, field: part.event.slice(prefix.length) }
  }
  return { scope: 'event', field: part.event }
}

const carriers = new Set(['content', ...reasoningFields, 'reasoning_details'].map((field) => scopePrefix.message + field))
