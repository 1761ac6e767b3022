import { isIndex, isLoose, isText, type Loose } from '@reason/wire-kit'
import { createCallItem, type CallItem } from './call-item.ts'
import type { ResponseItem, ItemContext } from './item.ts'
import { createOtherItem, type OtherItem } from './other-item.ts'
import { createTextItem, type TextItem } from './text-item.ts'

export type AnyItem = TextItem | CallItem | OtherItem

/**
 * The items of one response, found by `output_index`, as GitHub Copilot gives each event another id. Items of
 * llama-server have no index. Their id identifies them and, without an id, the current item is taken.
 */
export interface Items {
  /** @param type - Type of the item if its beginning never came. */
  of(event: Loose, type: string): AnyItem
  added(event: Loose): void
  done(event: Loose): void
  /** Ends all items. `output` is the response's own list of items, which may lack all of them. */
  finish(output: unknown): void
  /** Types of items that require an action of the client. */
  readonly types: ReadonlySet<string>
}

export function createItems(shared: Omit<ItemContext, 'enter'>): Items {
  const byIndex = new Map<number, AnyItem>()
  const byId = new Map<string, AnyItem>()
  const types = new Set<string>()
  const context: ItemContext = { ...shared, enter }
  let current: ResponseItem | undefined
  let next = 0

  return { of, added, done, finish, types }

  /** Makes an item current, and ends the open block of the previous one. A consumer can follow the text of a single item at a time. */
  function enter(item: ResponseItem): boolean {
    if (current === item) return false
    current?.settle()
    current = item
    return true
  }

  function of(event: Loose, type: string): AnyItem {
    const { output_index: index, item_id: id } = event
    return find(index, id) ?? stray(id, type) ?? create(index, type, id)
  }

  /** Finds the item for an index that no item has. Pieces of a call continue the call of their id, else the last open one. */
  function stray(id: unknown, type: string): AnyItem | undefined {
    if (type !== 'function_call' && type !== 'custom_tool_call') return undefined
    const known = isText(id) ? byId.get(id) : undefined
    return known ?? (current?.isAdded() === true && !current.isDone() && current.type === type ? byIndex.get(current.index) : undefined)
  }

  function find(index: unknown, id: unknown): AnyItem | undefined {
    if (isIndex(index)) return byIndex.get(index)
    if (isText(id)) return byId.get(id)
    return current === undefined ? undefined : byIndex.get(current.index)
  }

  function create(place: unknown, type: string, id: unknown): AnyItem {
    const index = isIndex(place) ? place : next
    const item = make(index, type, isText(id) ? id : undefined)
    next = Math.max(next, index + 1)
    byIndex.set(index, item)
    if (isText(id)) byId.set(id, item)
    types.add(type)
    return item
  }

  function make(index: number, type: string, id: string | undefined): AnyItem {
    switch (type) {
      case 'reasoning':
      case 'message':
        return createTextItem(index, type, id, context)
      case 'function_call':
      case 'custom_tool_call':
        return createCallItem(index, type, id, context)
      default:
        return createOtherItem(index, type, id, context)
    }
  }

  function added(event: Loose): void {
    const { item: value } = event
    if (!isLoose(value)) return
    const known = find(event.output_index, idOf(value) ?? '')
    if (known !== undefined && !isAnother(known, value)) {
      if (!known.isAdded()) known.added(value)
      return
    }
    create(event.output_index, typeOf(value), idOf(value)).added(value)
  }

  function done(event: Loose): void {
    const { item: value } = event
    if (!isLoose(value)) return
    const known = find(event.output_index, idOf(value) ?? '')
    if (known !== undefined && !(known.isDone() && isAnother(known, value)) && known.type === typeOf(value)) return known.done(value)
    whole(create(event.output_index, typeOf(value), idOf(value)), value)
  }

  /** Reads an item without a beginning. */
  function whole(item: AnyItem, value: Loose): void {
    if (item.kind !== 'other') item.added(value)
    item.done(value)
  }

  function finish(output: unknown): void {
    const seen = next
    const ids = new Set(byId.keys())
    for (const [index, value] of (Array.isArray(output) ? (output as readonly unknown[]) : []).entries()) {
      if (!isLoose(value)) continue
      const known = byIndex.get(index)
      if (known !== undefined && known.type === typeOf(value)) known.done(value)
      // If lists and events disagree, the events win, and their content is not repeated.
      else if (index >= seen && !ids.has(idOf(value) ?? '')) whole(create(index, typeOf(value), idOf(value)), value)
    }
    for (const item of byIndex.values()) item.cut()
  }
}

/** Tells whether a value is another item under a known index. Some servers give every item the index 0, or use an index twice. */
function isAnother(known: AnyItem, value: Loose): boolean {
  if (known.type !== typeOf(value)) return true
  const id = idOf(value)
  return known.isDone() && id !== undefined && id !== known.id()
}

const typeOf = (value: Loose): string => (isText(value.type) ? value.type : 'item')

const idOf = ({ id, item_id: itemId }: Loose): string | undefined => (isText(id) ? id : isText(itemId) ? itemId : undefined)
