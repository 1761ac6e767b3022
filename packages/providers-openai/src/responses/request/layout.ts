import type { NativePart } from '@reason/core/parts'
import { isLoose, type Loose } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'

/**
 * Details of an item's original shape that its blocks or its call lack, so that it is written back unchanged. A layout
 * contains no text, so it never undoes a change of the blocks.
 */
export interface Layout {
  type: ItemType
  /** All fields except text, seals and those of a call. */
  fields: Loose
  /** The content was a string. */
  plain?: true
  /** The call had no arguments. */
  noArguments?: true
  /** Parts of the lists, in order. */
  summary?: readonly PartRecord[]
  content?: readonly PartRecord[]
}

export type ItemType = 'message' | 'reasoning' | 'function_call' | 'custom_tool_call'

export interface PartRecord {
  /** Fields of a part that became a block, without the text. */
  fields?: Loose
  /** The whole part, if it did not become a block. */
  value?: unknown
}

const layoutEvent = 'replay.layout'

/** Creates the layout part, which precedes the blocks or the call that it describes. */
export const layoutItem = (layout: Layout): NativePart => ({ type: 'native', wire: WIRE, event: layoutEvent, value: layout })

export const layoutOf = (item: NativePart): Layout | undefined =>
  item.event === layoutEvent && isLoose(item.value) && isLoose(item.value.fields) ? (item.value as unknown as Layout) : undefined
