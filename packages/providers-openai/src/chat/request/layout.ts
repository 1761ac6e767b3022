import type { NativePart } from '@reason/core/parts'
import type { Item } from '@reason/core/result'
import { firstBlocks, isLoose } from '@reason/wire-kit'
import { WIRE } from '../wire-id.ts'
import type { DetailRecord } from '../details.ts'

/**
 * Details of how an assistant message was written that its items lack, so that it is written back unchanged. It contains no text, so
 * that a change of the items is never undone by it.
 */
export interface Layout {
  /** String fields that held the reasoning, or all of them an empty string. */
  fields?: readonly string[]
  /** There was `reasoning_opaque`. */
  opaque?: true
  /** Parts of a content array, without their text. */
  content?: readonly PartRecord[]
  /** What calls had besides id, name and arguments. */
  calls?: readonly CallRecord[]
  /** The call stood in the deprecated `function_call`. */
  functionCall?: true
  /** Where the signature of the message stood. */
  signatureFields?: readonly ('extra_content' | 'thought_signature')[]
}

export interface PartRecord {
  block: number
  [field: string]: unknown
}

export interface CallRecord {
  /** Counted from 0 in the message. */
  call: number
  fields: Readonly<Record<string, unknown>>
  functionFields: Readonly<Record<string, unknown>>
  /** It had no `type`. */
  isUntyped?: true
}

const layoutEvent = 'replay.message'
/** The reader of responses gives the same. */
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

/** Blocks know their number in the message, also when others have been left out. */
export type Numbered<T> = T & {
  at?: number
  /** Another message of the model begins with it. */
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
