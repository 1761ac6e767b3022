import type { Boundary, NativePart } from '@reason/core/parts'
import { isLoose, isText, type Loose } from '@reason/wire-kit'
import { recordedFields } from '../fields.ts'
import type { Frames } from './frames.ts'
import { createCallItemWriter, createOtherItemWriter, createTextItemWriter } from './item-writer.ts'
import type { CallItemWriter, ItemWriter, OtherItemWriter, TextItemWriter } from './item-writer.ts'
import type { PartKind } from './part-writer.ts'

type AnyItemWriter = TextItemWriter | CallItemWriter | OtherItemWriter

/** The items of a written response: assigns blocks to items, and ends items. */
export interface OutputItems {
  /** Announces the item of the next blocks or the next call, from a native part of this format. */
  announce(part: NativePart): void
  /** Updates an item with the fields that a native part has of its end. */
  update(part: NativePart): void
  textItem(target: TextItemWriter['target'], kind: PartKind | undefined): TextItemWriter
  callItem(call: { callId: string; name: string; custom: boolean }): CallItemWriter
  otherItem(item: number | undefined, first: Loose | undefined): OtherItemWriter | undefined
  /** Ends a call, but not before the thought that it follows: clients list items as they end. */
  endCall(call: CallItemWriter | undefined, boundary: Boundary | undefined): void
  /** Returns the written item for an item that was read, once it has begun. */
  find(item: number | undefined): AnyItemWriter | undefined
  /** True if the last announcement was of this type and is still unused. */
  awaits(type: string): boolean
  closeIfIdle(item: ItemWriter): void
  /** Closes an idle item, unless it is current: a block may end after the next item has begun. */
  closeIfLeft(item: ItemWriter): void
  /** Closes all items. @param isIncomplete - True if some content is missing. */
  close(isIncomplete: boolean): void
  readonly items: readonly AnyItemWriter[]
}

interface Announcement {
  item: number | undefined
  type: string
  id: string | undefined
  fields: Record<string, unknown>
}

/** @param makeId - Creates an id for an item without one. */
export function createOutput(frames: Frames, makeId: (prefix: string, index: number) => string): OutputItems {
  const items: AnyItemWriter[] = []
  const byItem = new Map<number, AnyItemWriter>()
  let announced: Announcement | undefined
  let current: TextItemWriter | undefined
  /** The last thought that was still open when another item began. Calls behind it wait for its end. */
  let thought: TextItemWriter | undefined

  return {
    announce,
    update,
    textItem,
    callItem,
    otherItem,
    endCall,
    find,
    awaits: (type) => announced?.type === type,
    closeIfIdle,
    closeIfLeft,
    close,
    items,
  }

  function announce({ item, value }: NativePart): void {
    if (!isLoose(value) || !isText(value.type)) return
    const known = find(item)
    if (known?.kind === 'text' && !known.isDone()) {
      leave(known)
      current = known
      return
    }
    flush()
    leave()
    announced = { item, type: value.type, id: isText(value.id) ? value.id : undefined, fields: recorded(value) }
  }

  /** Writes an announced message even without text, because the reasoning before it must not stand alone. */
  function flush(): void {
    if (announced?.type === 'message') textItem('answer', undefined)
    announced = undefined
  }

  function update({ item, value }: NativePart): void {
    if (!isLoose(value)) return
    const id = isText(value.id) ? value.id : undefined
    if (announced !== undefined && announced.item === item) {
      announced.fields = { ...announced.fields, ...recorded(value) }
      announced.id = id ?? announced.id
    } else find(item)?.update({ ...recorded(value), ...(id !== undefined && { id }) })
  }

  function textItem(target: TextItemWriter['target'], kind: PartKind | undefined): TextItemWriter {
    const own = takeAnnounced(target === 'reasoning' ? 'reasoning' : 'message', target)
    const goesOn = current !== undefined && !current.isDone() && current.target === target && (kind === undefined || current.takes(kind))
    if (own === undefined && goesOn) return current!
    leave()
    const index = items.length
    const id = idFor(own, target === 'reasoning' ? 'rs' : 'msg', index)
    const fields = own?.fields ?? (target === 'commentary' ? { phase: 'commentary' } : {})
    current = createTextItemWriter(index, target, id, fields, frames)
    return begin(current, own?.item)
  }

  function callItem(call: { callId: string; name: string; custom: boolean }): CallItemWriter {
    const own = takeAnnounced(call.custom ? 'custom_tool_call' : 'function_call')
    leave()
    const index = items.length
    const id = idFor(own, call.custom ? 'ctc' : 'fc', index)
    return begin(createCallItemWriter(index, { ...call, id }, own?.fields ?? {}, frames), own?.item)
  }

  function otherItem(item: number | undefined, first: Loose | undefined): OtherItemWriter | undefined {
    const known = find(item)
    if (known !== undefined) return known.kind === 'other' ? known : undefined
    if (first === undefined) return undefined
    flush()
    leave()
    return begin(createOtherItemWriter(items.length, first, frames), item)
  }

  function begin<Item extends AnyItemWriter>(item: Item, source: number | undefined): Item {
    items.push(item)
    if (source !== undefined) byItem.set(source, item)
    return item
  }

  function takeAnnounced(type: string, target?: TextItemWriter['target']): Announcement | undefined {
    if (announced?.type !== type || (target === 'commentary' && announced.fields['phase'] !== 'commentary')) return undefined
    const taken = announced
    announced = undefined
    return taken
  }

  function idFor(own: Announcement | undefined, prefix: string, index: number): string {
    // An item that continues after its end becomes a new item here. Duplicate ids from a provider stay as they are.
    return own?.id === undefined || find(own.item) !== undefined ? makeId(prefix, index) : own.id
  }

  /** Called when something else begins. */
  function leave(next?: TextItemWriter): void {
    if (current !== undefined && current !== next) closeIfIdle(current)
    if (current?.target === 'reasoning' && !current.isDone()) thought = current
    current = undefined
  }

  function endCall(call: CallItemWriter | undefined, boundary: Boundary | undefined): void {
    call?.end(boundary)
    if (call !== undefined && thought?.isDone() !== false) closeIfIdle(call)
  }

  function closeIfIdle(item: ItemWriter): void {
    if (!item.isIdle()) return
    item.close()
    if (item === thought) for (const next of items.slice(item.index + 1)) if (next.kind === 'call') closeIfIdle(next)
  }

  function closeIfLeft(item: ItemWriter): void {
    if (item !== current) closeIfIdle(item)
  }

  function find(item: number | undefined): AnyItemWriter | undefined {
    return item === undefined ? undefined : byItem.get(item)
  }

  function close(isIncomplete: boolean): void {
    flush()
    for (const item of items) item.close(isIncomplete)
    current = undefined
  }
}

const recorded = (value: Loose): Record<string, unknown> =>
  Object.fromEntries([...recordedFields, 'status'].flatMap((field) => (value[field] === undefined ? [] : [[field, value[field]]])))
