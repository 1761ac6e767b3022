import type { NativePart } from '@reason/core/parts'

/** Content blocks that contain no reasoning. An unknown block may contain it. */
const harmlessBlocks = new Set(['toolUse', 'toolResult', 'image', 'document', 'video', 'audio', 'searchResult', 'cachePoint'])

export const isHarmlessBlock = (key: string): boolean => harmlessBlocks.has(key)

/** Fields of a response beside its message that contain no text. A trace and the model's own fields may repeat any text. */
const harmlessFields = new Set(['metrics', 'performanceConfig', 'serviceTier'])

export const isHarmlessField = (field: string): boolean => harmlessFields.has(field)

/** Fields that belong beside the stop reason. The others belong beside the usage. */
export const besideStopReason = new Set(['additionalModelResponseFields'])

/** Finds the destination of a native part of this format. Undefined if it is not written. */
export function placeOf({ event, value }: NativePart): 'block' | 'citation' | 'field' | undefined {
  if (event === 'citation') return 'citation'
  if (typeof value === 'object' && value !== null && Object.hasOwn(value, event))
    return Object.keys(value).length === 1 ? 'block' : undefined
  return event.includes('.') || event.includes(':') ? undefined : 'field'
}
