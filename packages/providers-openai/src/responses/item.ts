import type { WarningCode } from '@reason/core/warnings'
import { isEmpty, type BlockKey, type ChoiceAssembler, type Loose } from '@reason/wire-kit'
import { itemFields, recordedFields } from './fields.ts'

/** One element of a response's output, on its way to parts. */
export interface Item {
  /** Its place in the output. */
  readonly index: number
  readonly type: string
  id(): string | undefined
  isDone(): boolean
  /** Its beginning came, or it came whole. */
  isAdded(): boolean
  added(value: Loose): void
  /** The item as it is at its end: what it has beyond what came in pieces, its seals, its end. */
  done(value: Loose): void
  /** The response is over and the item has no end: all that is known of it, and no end either. */
  cut(): void
  /** Another item goes on. */
  settle(): void
}

/** What the items of one response share. */
export interface ItemContext {
  readonly choice: ChoiceAssembler
  /** Messages of that phase are the commentary channel. */
  readonly commentary: boolean
  warn(code: WarningCode, message: string, subject?: string): void
  nextKey(): BlockKey
  /** Something of this item is about to be said. @returns Whether another one was at it. */
  enter(item: Item): boolean
  sawRawReasoning(): void
  sawRefusal(): void
}

/** Fields of an item that no other file reads. */
export function readUnknownFields(value: Loose, { type, index }: Item, { choice }: ItemContext): void {
  const own = itemFields[type]
  for (const field in value) {
    if (own?.has(field) === true || (recordedFields as readonly string[]).includes(field) || isEmpty(value[field])) continue
    choice.native(`item/${field}`, value[field], { item: index, channel: 'reasoning' })
  }
}
