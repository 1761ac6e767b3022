import type { NativePart, Part, WriterOptions } from '@reason/core'
import { WIRE } from './context.ts'
import { scopePrefix } from './extras.ts'
import { isEmpty, isSealedHere } from '@reason/core/wire-kit'

/** What of a part the format cannot say, whatever is written of the rest. Undefined: nothing. */
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

/** A native part's place in this format: which object its field belongs to. Undefined: it has none, or may not be shown. */
export function placeOf(
  part: NativePart,
  { native = 'safe' }: WriterOptions,
): { scope: 'event' | 'choice' | 'message'; field: string } | undefined {
  if (part.wire !== WIRE || native === 'none' || (native === 'safe' && part.channel === 'reasoning')) return undefined
  if (/^(?:frame|late|replay)\./.test(part.event)) return undefined
  for (const scope of ['choice', 'message'] as const) {
    const prefix = scopePrefix[scope]
    // Text that was read from these fields is written as text; what is left of them cannot be put beside it.
    if (part.event.startsWith(prefix)) return carriers.has(part.event) ? undefined : { scope, field: part.event.slice(prefix.length) }
  }
  return { scope: 'event', field: part.event }
}

const carriers = new Set(
  ['content', 'reasoning', 'reasoning_content', 'reasoning_text', 'reasoning_details'].map((field) => scopePrefix.message + field),
)
