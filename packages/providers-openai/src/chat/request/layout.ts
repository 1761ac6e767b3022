import type { NativePart } from '@reason/core/parts'
import type { Item } from '@reason/core/result'
import { firstBlocks, isLoose } from '@reason/wire-kit'
import { WIRE } from '../wire-id.ts'
import type { DetailRecord } from '../details.ts'

/**
 * Details of an assistant message's original shape that its items lack, so that it is written back unchanged. A layout
 * contains no text, so it never undoes a change of the items.
 */
export interface Layout {
  /** String fields that held the reasoning. If there was none, the fields that were empty strings. */
  fields?: readonly string[]
  /** The message had `reasoning_opaque`. */
  opaque?: true
  /** Parts of a content array, without their text. */
  content?: readonly PartRecord[]
  /** Fields of calls besides id, name and arguments. */
  calls?: readonly CallRecord[]
  /** The call was in the deprecated `function_call`. */
  functionCall?: true
  /** Fields that had the signature of the message. */
  signatureFields?: readonly ('extra_content' | 'thought_signature')[]
}

export interface PartRecord {
  block: number
  [field: string]: unknown
}

export interface CallRecord {
  /** Number of the call in the message, from 0. */
  call: number
  fields: Readonly<Record<string, unknown>>
  functionFields: Readonly<Record<string, unknown>>
  /** The call had no `type`. */
  isUntyped?: true
}

const layoutEvent = 'replay.message'
/** The response reader emits the same event. */
const detailsEvent = 'replay.reasoning_details'

export const layoutItem = (layout: Layout): NativePart => ({ type: 'native', wire: WIRE, event: layoutEvent, value: layout })

export const detailsItem = (records: readonly DetailRecord[]): NativePart => ({
  type: 'native',
  wire: WIRE,
  event: detailsEvent,
  value: records,
})

export function layoutOf(items: readonly Item[]): Layout | undefined {
  const value = valueOf(items, layoutEvent)
  return isLoose(value) ? (value as Layout) : undefined
}

export function detailRecordsOf(items: readonly Item[]): readonly DetailRecord[] {
  const value = valueOf(items, detailsEvent)
  return Array.isArray(value) ? value.filter((record): record is DetailRecord => isLoose(record) && typeof record.block === 'number') : []
}

const valueOf = (items: readonly Item[], event: string): unknown =>
  items.find((item): item is NativePart => item.type === 'native' && item.wire === WIRE && item.event === event)?.value

/** Adds a block's number in the original message, which stays the same if other blocks were left out. */
export type Numbered<T> = T & {
  at?: number
  /** The block is the first of another message of the model. */
  begins?: true
}

export function numberItems(items: readonly Item[]): Item[] {
  const first = firstBlocks(items)
  let block = 0
  let call = 0
  return items.map((item): Numbered<Item> => {
    if (item.type === 'block') return { ...item, at: block++, ...(first.has(item) && { begins: true as const }) }
    return item.type === 'tool-call' ? { ...item, at: call++ } : item
  })
}
