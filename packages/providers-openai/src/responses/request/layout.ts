import type { NativePart } from '@reason/core/parts'
import { isLoose, type Loose } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'

/**
 * Details of how an item of a request was written that its blocks or its call lack, so that it is written back unchanged. It contains
 * no text, so that a change of the blocks is never undone by it.
 */
export interface Layout {
  type: ItemType
  /** All fields except text, seals and those of a call. */
  fields: Loose
  /** The content was a string. */
  plain?: true
  /** There were no arguments. */
  noArguments?: true
  /** Parts of the lists, in order. */
  summary?: readonly PartRecord[]
  content?: readonly PartRecord[]
}

export type ItemType = 'message' | 'reasoning' | 'function_call' | 'custom_tool_call'

export interface PartRecord {
  /** Of a part that is a block: its fields without the text. */
  fields?: Loose
  /** Of a part that is none: all of it. */
  value?: unknown
}

const layoutEvent = 'replay.layout'

/** Stands before the blocks or the call that it is of. */
export const layoutItem = (layout: Layout): NativePart => ({ type: 'native', wire: WIRE, event: layoutEvent, value: layout })

export const layoutOf = (item: NativePart): Layout | undefined =>
  item.event === layoutEvent && isLoose(item.value) && isLoose(item.value.fields) ? (item.value as unknown as Layout) : undefined
