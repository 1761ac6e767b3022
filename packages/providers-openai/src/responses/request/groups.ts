import type { NativePart, Seal } from '@reason/core/parts'
import type { Block, Item, ToolCall } from '@reason/core/result'
import { isLoose, isText, type Loose } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'
import { layoutOf, type ItemType, type Layout } from './layout.ts'

/** Items of a message that form one item of the format. */
export interface ItemGroup {
  type: 'reasoning' | 'message' | 'call' | 'other'
  /** Index of the group's first item in the message. */
  at: number
  blocks: Block[]
  /** Seals of the whole item. Providers seal nothing smaller. */
  seals: Seal[]
  /** Original shape in a request. */
  layout?: Layout
  /** Fields that a response had for the item. */
  announced?: Loose
  /** Annotations by block index. */
  annotations?: Map<number, unknown[]>
  call?: ToolCall
  native?: NativePart
}

/** True if an item is known to have existed, and nothing of it is left. */
export const isLost = (group: ItemGroup): boolean =>
  group.blocks.length === 0 && group.call === undefined && group.native === undefined && !isEmptyLayout(group.layout)

/** True for a message that had no text in the request either. */
const isEmptyLayout = (layout: Layout | undefined): boolean =>
  layout?.type === 'message' && layout.content?.every(({ value }) => value !== undefined) === true

export const idOf = ({ layout, announced }: ItemGroup): string | undefined => {
  const id = layout?.fields.id ?? announced?.id
  return isText(id) ? id : undefined
}

/**
 * Groups items by the records of the response reader or the request reader. Without records (other formats), neighbours
 * of one kind are grouped, up to a seal.
 */
export function groupItems(items: readonly Item[]): ItemGroup[] {
  const groups: ItemGroup[] = []
  const byItem = new Map<number, ItemGroup>()
  /** The group of the next block or call. */
  let current: ItemGroup | undefined

  for (const [at, item] of items.entries()) {
    if (item.type === 'native') readNative(item, at)
    else if (item.type === 'tool-call') addCall(item, at)
    else addBlock(item, at)
  }
  return groups

  function begin(group: Omit<ItemGroup, 'blocks' | 'seals'>): ItemGroup {
    current = { ...group, blocks: [], seals: [] }
    groups.push(current)
    return current
  }

  function readNative(item: NativePart, at: number): void {
    // Records of other formats are of no use here.
    if (item.wire !== WIRE) return item.event.startsWith('replay.') ? undefined : other(item, at)
    const layout = layoutOf(item)
    if (layout !== undefined) return void begin({ type: typeOf(layout.type), at, layout })
    switch (item.event) {
      case 'replay.item':
        return announce(item, at)
      case 'replay.done':
        return finish(item)
      case 'annotation':
        return annotate(item)
      case 'output_item.done':
        return other(item, at)
    }
  }

  function announce({ item, value }: NativePart, at: number): void {
    if (!isLoose(value) || !isText(value.type)) return
    const known = item === undefined ? undefined : byItem.get(item)
    // An item that continues after another one.
    if (known !== undefined && known.announced?.type === value.type && known.announced.id === value.id && known.call === undefined) {
      current = known
      return
    }
    const group = begin({ type: typeOf(value.type), at, announced: value })
    if (item !== undefined) byItem.set(item, group)
  }

  function finish({ item, value, seals = [] }: NativePart): void {
    const group = item === undefined ? undefined : byItem.get(item)
    if (group === undefined) return
    if (isLoose(value)) group.announced = { ...group.announced, ...value }
    group.seals.push(...seals)
  }

  function annotate({ item, value }: NativePart): void {
    const group = (item === undefined ? undefined : byItem.get(item)) ?? current
    if (group?.type !== 'message') return
    const annotations = (group.annotations ??= new Map<number, unknown[]>())
    const block = Math.max(0, group.blocks.length - 1)
    annotations.set(block, [...(annotations.get(block) ?? []), value])
  }

  function other(native: NativePart, at: number): void {
    begin({ type: 'other', at, native }).seals.push(...(native.seals ?? []))
    current = undefined
  }

  function addCall(call: ToolCall, at: number): void {
    const group = current?.type === 'call' && current.call === undefined ? current : begin({ type: 'call', at })
    group.call = call
    group.seals.push(...(call.seals ?? []))
    current = undefined
  }

  function addBlock(block: Block, at: number): void {
    const type = block.channel === 'reasoning' ? 'reasoning' : 'message'
    const group = current !== undefined && takes(current, type, block) ? current : begin({ type, at })
    if (group.blocks.length === 0) group.at = at
    group.blocks.push(block)
    group.seals.push(...(block.seals ?? []))
  }
}

function takes(group: ItemGroup, type: 'reasoning' | 'message', block: Block): boolean {
  if (group.type !== type) return false
  if (group.layout !== undefined || group.announced !== undefined) return true
  const last = group.blocks.at(-1)
  if (last === undefined) return true
  if (type === 'message') return last.channel === block.channel
  // Lists of summaries precede lists of texts.
  return group.seals.length === 0 && !(block.kind === 'summary' && last.kind !== 'summary')
}

const types: Readonly<Record<ItemType, ItemGroup['type']>> = {
  message: 'message',
  reasoning: 'reasoning',
  function_call: 'call',
  custom_tool_call: 'call',
}

const typeOf = (type: string): ItemGroup['type'] => (Object.hasOwn(types, type) ? types[type as ItemType] : 'other')
